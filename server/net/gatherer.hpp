// What a WebSocket writes goes out once a turn of the event loop, in one send. For the .cpp files of server/net alone:
// it brings in Asio.
#pragma once

#include "server/net/stream.hpp"

#include <boost/container/vector.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>

namespace tefuda::server {

class TurnEnd;

/// Gathers what one turn of the event loop writes. It lives until its last send has ended: `abort` ends that.
class Gatherer : public std::enable_shared_from_this<Gatherer> {
public:
    explicit Gatherer(Stream stream);
    ~Gatherer();

    Stream& stream() { return stream_; }

    /// The parts one behind the other.
    template <class... Parts>
    void gather(Parts const&... parts) {
        if (gathered_.empty()) begin();
        auto const before = gathered_.size();
        gathered_.resize(before + (parts.size() + ...), boost::container::default_init);
        auto* end = gathered_.data() + before;
        ((end = std::copy_n(parts.data(), parts.size(), end)), ...);
    }

    template <class Buffers>
    std::size_t gather_all(Buffers const& buffers) {
        std::size_t size = 0;
        for (auto at = asio::buffer_sequence_begin(buffers); at != asio::buffer_sequence_end(buffers); ++at) {
            asio::const_buffer const one(*at);
            gather(std::string_view(static_cast<char const*>(one.data()), one.size()));
            size += one.size();
        }
        return size;
    }

    /// \param done told when what is gathered by now has been sent \pre nobody else waits for that
    void when_sent(std::unique_ptr<IoCompletion> done, std::size_t bytes);

    /// Where it does not, `on_room` is called once it may.
    bool takes_more() {
        was_full_ = gathered_.size() + going_.size() >= most_gathered;
        return !was_full_;
    }
    void on_room(std::function<void()> call) { on_room_ = std::move(call); }
    error_code const& failure() const { return failure_; }
    void abort();

    /// The turn has ended: sends what is gathered.
    void flush();
    /// The event loop is destroyed: takes the waiters with it, which may own whoever owns the gatherer.
    void drop_waiters();

private:
    using Bytes = boost::container::vector<char>;

    static constexpr std::size_t most_gathered = 64 * 1024;

    struct Waiter {
        std::unique_ptr<IoCompletion> done;
        std::size_t bytes = 0;
    };

    /// What the event loop holds of it while it sends.
    class Sending;

    void begin();
    void send_rest(std::size_t sent);
    void ended(error_code error);
    static void tell(Waiter waiter, error_code error);

    Stream stream_;
    TurnEnd& turn_end_;
    Bytes gathered_;
    Bytes going_;
    /// What was sent last had so many.
    std::size_t last_bytes_ = 0;
    Waiter for_gathered_;
    Waiter for_going_;
    std::function<void()> on_room_;
    error_code failure_;
    bool flush_is_due_ = false;
    bool sending_ = false;
    bool was_full_ = false;
};

} // namespace tefuda::server
