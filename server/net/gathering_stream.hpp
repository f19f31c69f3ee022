// What a WebSocket writes goes out once a turn of the event loop, in one send. For the .cpp files of server/net alone:
// it brings in Asio.
#pragma once

#include "server/net/frame_head.hpp"
#include "server/net/stream.hpp"

#include <functional>
#include <memory>
#include <string>
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

    void gather(std::string_view bytes) {
        if (gathered_.empty()) begin();
        gathered_.append(bytes);
    }

    template <class Buffers>
    std::size_t gather_all(Buffers const& buffers) {
        std::size_t size = 0;
        for (auto at = asio::buffer_sequence_begin(buffers); at != asio::buffer_sequence_end(buffers); ++at) {
            asio::const_buffer const one(*at);
            gather({static_cast<char const*>(one.data()), one.size()});
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
    std::string gathered_;
    std::string going_;
    Waiter for_gathered_;
    Waiter for_going_;
    std::function<void()> on_room_;
    error_code failure_;
    bool flush_is_due_ = false;
    bool sending_ = false;
    bool was_full_ = false;
};

/// Beast's next layer: an AsyncStream whose writes are gathered. Messages are written by `write_text`, which never
/// blocks; whoever writes looks first whether it `takes_more`. What Beast writes (the opening, pings, pongs, the
/// closing handshake) is gathered behind them, and is done when it is sent.
class GatheringStream {
public:
    using executor_type = IoExecutor;

    explicit GatheringStream(Stream stream) : gatherer_(std::make_shared<Gatherer>(std::move(stream))) {}

    executor_type get_executor() { return gatherer_->stream().get_executor(); }

    template <class Buffers, class Token>
    auto async_read_some(Buffers const& buffers, Token&& token) {
        return gatherer_->stream().async_read_some(buffers, std::forward<Token>(token));
    }

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

    /// A message in one frame. Beast's own way of doing it takes five times as long.
    /// \pre the WebSocket is open
    void write_text(std::string_view text) {
        gatherer_->gather(TextFrameHead(text.size()).bytes());
        gatherer_->gather(text);
    }

    bool takes_more() { return gatherer_->takes_more(); }
    void on_room(std::function<void()> call) { gatherer_->on_room(std::move(call)); }

    Awaitable<> end_writing_and_drain() { return gatherer_->stream().end_writing_and_drain(); }
    void abort() { gatherer_->abort(); }

    // Beast asks for a whole SyncStream where messages are written at once; nobody calls these.
    template <class Buffers>
    std::size_t write_some(Buffers const& buffers);
    template <class Buffers>
    std::size_t read_some(Buffers const& buffers);
    template <class Buffers>
    std::size_t read_some(Buffers const& buffers, error_code& error);

private:
    std::shared_ptr<Gatherer> gatherer_;
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
