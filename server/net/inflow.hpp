// What comes in on a WebSocket's connection. For the .cpp files of server/net alone: it brings in Asio.
#pragma once

#include "server/net/frame_input.hpp"
#include "server/net/gatherer.hpp"

#include <chrono>
#include <memory>

namespace tefuda::server {

/// Reads ahead for Beast, which is given one frame at a time: so its session can see whether the next message is here
/// and have it read at once. It lives until its last read has ended.
class Inflow : public std::enable_shared_from_this<Inflow> {
public:
    using Clock = std::chrono::steady_clock;

    /// Who is told when more has come, or that nothing comes any more.
    class Reader {
    public:
        virtual ~Reader() = default;
        virtual void more_came(error_code error) = 0;
    };

    explicit Inflow(std::shared_ptr<Gatherer> connection) : connection_(std::move(connection)) {}

    FrameInput& input() { return input_; }

    /// When something came last; before that, when this was made.
    Clock::time_point heard() const { return heard_; }

    /// \param reader told once \pre nobody waits
    void when_more(std::shared_ptr<Reader> reader);
    /// Takes that back. \returns whether anybody waited
    bool stop_waiting();

    /// As Asio's `async_read_some`. \pre nobody waits
    void read_some(asio::mutable_buffer to, std::unique_ptr<IoCompletion> done);

private:
    /// What the event loop holds of it while it reads.
    class Reading;

    void read();
    void came(error_code error, std::size_t bytes);
    void read_more();
    void give(error_code error);
    std::size_t take(asio::mutable_buffer to);

    std::shared_ptr<Gatherer> connection_;
    FrameInput input_;
    Clock::time_point heard_ = Clock::now();
    bool reading_ = false;
    std::shared_ptr<Reader> for_more_;
    std::unique_ptr<IoCompletion> for_bytes_;
    asio::mutable_buffer to_;
};

} // namespace tefuda::server
