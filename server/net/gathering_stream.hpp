// Beast's next layer. For the .cpp files of server/net alone: it brings in Asio.
#pragma once

#include "server/net/frame_head.hpp"
#include "server/net/gatherer.hpp"
#include "server/net/inflow.hpp"
#include "server/net/stream.hpp"

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace tefuda::server {

/// An AsyncStream whose writes are gathered, and done when they are sent.
///
/// The usual messages don't go through Beast, which takes five times as long over them: to the client all are written
/// by `write_text`, which never blocks (whoever writes looks first whether it `takes_more`), and from the client
/// `take_text` gives what is plain and all here. Beast does all else: the opening, messages in pieces or with
/// characters that are not ASCII, faults, pings and pongs, and the closing handshake.
class GatheringStream {
public:
    using executor_type = IoExecutor;

    explicit GatheringStream(Stream stream)
        : gatherer_(std::make_shared<Gatherer>(std::move(stream))), inflow_(std::make_shared<Inflow>(gatherer_)) {}

    executor_type get_executor() { return gatherer_->stream().get_executor(); }

    template <class Buffers, class Token>
    auto async_read_some(Buffers const& buffers, Token&& token) {
        return asio::async_initiate<Token, void(error_code, std::size_t)>(
            [](auto handler, Inflow* inflow, asio::mutable_buffer to) {
                inflow->read_some(to, completion_of(std::move(handler)));
            },
            token, inflow_.get(), first_of(buffers));
    }

    /// As FrameInput::take_text. \pre Beast is not in the middle of a message
    std::optional<std::string_view> take_text(std::size_t at_most) { return inflow_->input().take_text(at_most); }
    bool holds_nothing() const { return inflow_->input().empty(); }

    /// As Inflow::when_more. \pre Beast does not read
    void when_more(std::shared_ptr<Inflow::Reader> reader) { inflow_->when_more(std::move(reader)); }
    /// Takes that back. \returns whether anybody waited
    bool stop_waiting() { return inflow_->stop_waiting(); }
    Inflow::Clock::time_point heard() const { return inflow_->heard(); }

    template <class Buffers, class Token>
    auto async_write_some(Buffers const& buffers, Token&& token) {
        auto const bytes = gatherer_->gather_all(buffers);
        return asio::async_initiate<Token, void(error_code, std::size_t)>(
            [](auto handler, Gatherer* gatherer, std::size_t size) {
                gatherer->when_sent(completion_of(std::move(handler)), size);
            },
            token, gatherer_.get(), bytes);
    }

    template <class Buffers>
    std::size_t write_some(Buffers const& buffers, error_code& error) {
        error = gatherer_->failure();
        return error ? 0 : gatherer_->gather_all(buffers);
    }

    /// \pre the WebSocket is open
    void write_text(std::string_view text) { gatherer_->gather(TextFrameHead(text.size()).bytes(), text); }

    bool takes_more() { return gatherer_->takes_more(); }
    void on_room(std::function<void()> call) { gatherer_->on_room(std::move(call)); }

    Awaitable<> end_writing_and_drain() { return gatherer_->stream().end_writing_and_drain(); }
    void abort() { gatherer_->abort(); }

    // Beast asks for a whole SyncStream; nobody calls these.
    template <class Buffers>
    std::size_t write_some(Buffers const& buffers);
    template <class Buffers>
    std::size_t read_some(Buffers const& buffers);
    template <class Buffers>
    std::size_t read_some(Buffers const& buffers, error_code& error);

private:
    std::shared_ptr<Gatherer> gatherer_;
    std::shared_ptr<Inflow> inflow_;
};

// What Beast's WebSocket calls to end a connection, found by argument-dependent lookup. Its own teardown waits for the
// other side to close; here the session does that, after it has told the service that it is closed.

inline void beast_close_socket(GatheringStream& stream) {
    stream.abort();
}

inline void teardown(boost::beast::role_type, GatheringStream&, error_code& error) {
    error = {};
}

template <class Handler>
void async_teardown(boost::beast::role_type, GatheringStream& stream, Handler&& handler) {
    asio::post(stream.get_executor(), boost::beast::bind_front_handler(std::forward<Handler>(handler), error_code()));
}

} // namespace tefuda::server
