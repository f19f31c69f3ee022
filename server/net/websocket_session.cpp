#include "server/net/websocket_session.hpp"

#include "server/metrics/limit_log.hpp"
#include "server/net/outbox.hpp"
#include "server/net/service.hpp"
#include "server/net/websocket_codec.hpp"
#include "server/runtime/executor.hpp"

#include <boost/asio/co_spawn.hpp>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <exception>
#include <string_view>
#include <utility>

namespace tefuda::server {

namespace {

/// Reads from the socket, watches the time, and ends the connection in order; the codec does the frames, the outbox
/// sends them. To be made by std::make_shared; used on its executor, but for `stop` and `drop`.
///
/// Its asynchronous operations keep it alive until the connection is closed. The timer does not: it is destroyed with
/// the session.
class WebSocketSession final : public ClientConnection,
                               public Connection,
                               public std::enable_shared_from_this<WebSocketSession> {
public:
    WebSocketSession(Executor& executor, Stream stream, std::shared_ptr<ServerContext> context,
                     Connections::Entry entry, std::string address, std::string query,
                     std::shared_ptr<Identity const> identity)
        : executor_(executor), stream_(std::move(stream)), context_(std::move(context)), entry_(std::move(entry)),
          address_(std::move(address)), query_(std::move(query)), identity_(std::move(identity)),
          outbox_(executor_, stream_, context_->options.write_queue_bytes),
          codec_(stream_.get_executor(), outbox_.gathered(), context_->options.message_bytes,
                 context_->options.deflate),
          last_received_(executor_.now()), must_speak_until_(last_received_ + context_->options.join) {}

    void start(RequestHead const& request) {
        context_->connections.hand_over(entry_, weak_from_this());
        auto const when_too_much_waits = [weak = weak_from_this()] {
            if (auto const self = weak.lock()) self->drop_unread();
        };
        outbox_.open(weak_from_this(), context_->send_budget, address_, when_too_much_waits,
                     [this](error_code error) { on_sent(error); });
        metrics().websockets_open.add();
        handle([&] {
            codec_.accept(request);
            check_silence();
            handler_ = context_->service.opened(shared_from_this());
            deliver_messages();
        });
    }

    Executor& executor() const override { return executor_; }
    std::string const& address() const override { return address_; }
    std::string_view query() const override { return query_; }
    std::shared_ptr<Identity const> const& identity() const override { return identity_; }
    void abort() noexcept override { disconnect(); }

    void send(std::string_view text) override {
        if (state_ != State::open) return;
        guarded([&] {
            if (!outbox_.reserve(text.size())) {
                count_limit(Limit::outbox, address_);
                return disconnect();
            }
            codec_.write_text(text, context_->options.deflate && context_->service.may_compress(text));
            metrics().messages_sent.add();
            metrics().bytes_sent.add(text.size());
            outbox_.schedule();
        });
    }

    void close(unsigned short code, std::string_view reason) override {
        if (state_ != State::open) return;
        guarded([&] {
            if (!codec_.is_open()) return disconnect();
            codec_.write_close(code, reason);
            leave_open_state(State::closing);
            outbox_.schedule();
        });
    }

    void resume_reading() override {
        if (read_is_paused_ && !is_backed_up()) continue_reading();
    }

    void set_joined(bool joined) override {
        if (std::exchange(joined_, joined) != joined) context_->connections.set_joined(entry_, joined);
    }

    void stop() override {
        executor_.post(
            [self = shared_from_this()] { self->close(close_code::going_away, "the server is shutting down"); });
    }

    void drop() override {
        executor_.dispatch([self = shared_from_this()] { self->disconnect(); });
    }

private:
    using TimePoint = Executor::TimePoint;

    /// A client that does not read its answers is not asked for more: while so much waits to be sent, its messages
    /// wait. They also wait while the handler is full.
    static constexpr std::size_t backed_up_bytes = 64 * 1024;

    enum class State {
        open,
        /// The server has closed; a read waits for the client's answer.
        closing,
        /// Nothing more is read; what is queued is being sent, then the stream ends.
        ending,
        closed
    };

    /// Where it fails, the connection is closed: a part of what it was to do may be missing.
    template <class Step>
    void guarded(Step const& step) {
        try {
            step();
        } catch (std::exception const& problem) {
            spdlog::error("A WebSocket is closed: {}", problem.what());
            disconnect();
        }
    }

    void read() {
        stream_.async_read_some(codec_.input(), [self = shared_from_this()](error_code error, std::size_t bytes) {
            self->on_read(error, bytes);
        });
    }

    void on_read(error_code error, std::size_t bytes) {
        if (state_ == State::closed) return tell_closed();
        if (error) return disconnect();
        // Whatever the client sends after the server's close frame: most likely it is the answer.
        if (state_ == State::closing) return end();
        handle([&] { receive(bytes); });
    }

    /// Handles what has come, and reads again, unless the client has to take its answers first.
    template <class Step>
    void handle(Step const& step) {
        guarded([&] {
            try {
                step();
            } catch (std::exception const& problem) {
                spdlog::error("A WebSocket failed: {}", problem.what());
                close(close_code::internal_error, "");
            }
            outbox_.schedule();
            read_is_paused_ = is_backed_up();
            if (!read_is_paused_ && (state_ == State::open || state_ == State::closing)) read();
        });
    }

    void receive(std::size_t bytes) {
        // What a client sends at once is handled in one turn, so that the answers go out together; but not for ever.
        constexpr int max_reads = 16;
        for (int reads = 1; bytes > 0; ++reads) {
            last_received_ = executor_.now();
            auto const was_full = bytes == codec_.input().size();
            codec_.received(bytes);
            deliver_messages();
            if (state_ != State::open || is_backed_up() || !was_full || reads == max_reads) return;
            bytes = stream_.try_read_some(codec_.input());
        }
    }

    void deliver_messages() {
        while (!is_backed_up()) {
            auto const text = codec_.next_message();
            if (!text) break;
            spoke_ = true;
            metrics().messages_received.add();
            metrics().bytes_received.add(text->size());
            if (handler_) handler_->received(*text, last_received_);
            if (state_ != State::open) return;
        }
        if (auto const frames = codec_.reset_control_frames(); frames > 0 && handler_ && codec_.is_open()) {
            handler_->control_frames(frames, last_received_);
            if (state_ != State::open) return;
        }
        if (!codec_.is_open()) {
            if (codec_.was_message_too_long()) count_limit(Limit::message_bytes, address_);
            end();
        }
    }

    /// Too much waits to be sent, and this client has taken nothing for the longest time.
    void drop_unread() {
        count_limit(Limit::unsent_bytes, address_);
        drop();
    }

    /// Called by the outbox.
    void on_sent(error_code error) {
        if (error) return disconnect();
        if (state_ == State::ending && outbox_.empty()) return end_stream();
        resume_reading();
    }

    /// First with what was read already and waits in the codec.
    void continue_reading() {
        read_is_paused_ = false;
        executor_.post([self = shared_from_this()] {
            self->handle([&] {
                if (self->state_ == State::open) self->deliver_messages();
            });
        });
    }

    /// Tells the handler later: it may be the caller.
    void leave_open_state(State next) {
        if (std::exchange(state_, next) != State::open) return;
        metrics().websockets_open.subtract();
        executor_.post([self = shared_from_this()] { self->tell_closed(); });
        if (next != State::closed) disconnect_after(context_->options.handshake);
    }

    void tell_closed() {
        if (auto const handler = std::exchange(handler_, nullptr)) handler->closed();
    }

    /// Both sides have closed, or the client has made a fault.
    void end() {
        leave_open_state(State::ending);
        if (outbox_.empty()) end_stream();
    }

    void end_stream() {
        disconnect_after(context_->options.linger);
        asio::co_spawn(stream_.get_executor(), stream_.end_writing_and_drain(),
                       [self = shared_from_this()](std::exception_ptr const&) { self->disconnect(); });
    }

    /// At once; operations under way end with an error. Never fails: if the handler can't be told now because memory
    /// ran out, it is when such an operation has ended.
    void disconnect() {
        timer_ = nullptr;
        stream_.abort();
        outbox_.discard();
        entry_ = {};
        try {
            leave_open_state(State::closed);
        } catch (std::exception const& problem) {
            spdlog::error("The end of a WebSocket is told late: {}", problem.what());
        }
    }

    void disconnect_after(std::chrono::milliseconds time) {
        timer_ = executor_.schedule(executor_.now() + time, [this] { disconnect(); });
    }

    /// Without a byte for the idle time a client is gone; after half of it it is pinged.
    void check_silence() {
        auto const now = executor_.now();
        auto const idle = context_->options.idle;
        // What the client says meanwhile is not read.
        if (is_handler_full()) last_received_ = now;
        auto const is_gone = now - last_received_ >= idle;
        auto const says_nothing = !spoke_ && now >= must_speak_until_;
        if (is_gone || says_nothing) count_limit(Limit::silent, address_);
        if (is_gone) return disconnect();
        if (says_nothing) return close(close_code::policy_violation, "this connection says nothing");
        auto next = last_received_ + idle / 2;
        if (now >= next) {
            codec_.write_ping();
            outbox_.schedule();
            next = last_received_ + idle;
        }
        if (!spoke_) next = std::min(next, must_speak_until_);
        timer_ = executor_.schedule(next, [this] { guarded([this] { check_silence(); }); });
    }

    bool is_handler_full() const { return handler_ && handler_->is_full(); }
    bool is_backed_up() const {
        return state_ == State::open && (outbox_.size() >= backed_up_bytes || is_handler_full());
    }

    Executor& executor_;
    Stream stream_;
    std::shared_ptr<ServerContext> const context_;
    Connections::Entry entry_;
    std::string const address_;
    std::string const query_;
    std::shared_ptr<Identity const> const identity_;
    Outbox outbox_;
    WebSocketCodec codec_;
    std::shared_ptr<MessageHandler> handler_;
    /// When bytes came last; while the client is not read from, and can't be heard, the present.
    TimePoint last_received_;
    /// Without a message until then it is not wanted. A pong is none.
    TimePoint const must_speak_until_;
    bool spoke_ = false;
    bool joined_ = false;
    /// For the idle time while the session is open, then for its end.
    std::unique_ptr<Timer> timer_;
    State state_ = State::open;
    /// No read is under way until the client has taken what waits for it.
    bool read_is_paused_ = false;
};

} // namespace

void start_websocket_session(Executor& executor, Stream stream, std::shared_ptr<ServerContext> context,
                             Connections::Entry entry, std::string address, std::string query,
                             std::shared_ptr<Identity const> identity, RequestHead const& request) {
    std::make_shared<WebSocketSession>(executor, std::move(stream), std::move(context), std::move(entry),
                                       std::move(address), std::move(query), std::move(identity))
        ->start(request);
}

} // namespace tefuda::server
