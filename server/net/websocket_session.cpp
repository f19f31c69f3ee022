#include "server/net/websocket_session.hpp"

#include "server/metrics/limit_log.hpp"
#include "server/net/websocket_codec.hpp"
#include "server/net/write_queue.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/write.hpp>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <exception>
#include <optional>
#include <utility>

namespace tefuda::server {

namespace {

/// Reads from the socket, sends what is queued once a turn, and watches the time; the codec does the rest.
///
/// Its asynchronous operations keep it alive. The timer does not: it is destroyed with the session.
class WebSocketSession final : public ClientConnection,
                               public Connection,
                               public Flushable,
                               public std::enable_shared_from_this<WebSocketSession> {
public:
    WebSocketSession(Executor& executor, Stream stream, std::shared_ptr<ServerContext> context,
                     Connections::Entry entry, std::string address, std::string query);

    void start(RequestHead const& request);

    Executor& executor() const override { return executor_; }
    void send(std::string_view text) override;
    void close(unsigned short code, std::string_view reason) override;
    std::string const& address() const override { return address_; }
    std::string_view query() const override { return query_; }
    void set_joined() override;
    void stop() override;
    void drop() override;
    void flush() override;

private:
    /// A client that does not read its answers is not asked for more: while so much waits to be sent, its messages
    /// wait.
    static constexpr std::size_t backed_up_bytes = 64 * 1024;

    enum class State {
        open,
        /// The server has closed; a read waits for the client's answer.
        closing,
        /// Nothing more is read; what is queued is being sent, then the stream ends.
        ending,
        closed
    };

    void read();
    void on_read(error_code error, std::size_t bytes);
    void receive(std::size_t bytes);
    void deliver_messages();
    template <class Step>
    void handle(Step const& step);
    void continue_reading();
    bool is_backed_up() const { return state_ == State::open && queue_.size() >= backed_up_bytes; }
    void schedule_flush();
    void send_rest(std::string_view bytes);
    void on_sent(error_code error);
    void account_for(std::size_t unsent);
    void drop_unread();
    void leave_open_state(State next);
    void end();
    void end_stream();
    void disconnect();
    void disconnect_after(std::chrono::milliseconds time);
    void check_idle();

    Executor& executor_;
    Stream stream_;
    std::shared_ptr<ServerContext> const context_;
    Connections::Entry entry_;
    std::string const address_;
    std::string const query_;
    WriteQueue queue_;
    std::optional<SendBudget::Account> account_;
    std::size_t accounted_ = 0;
    WebSocketCodec codec_;
    std::shared_ptr<MessageHandler> handler_;
    /// Holds about sixteen actions. It is small because each idle connection has one.
    std::array<char, 1536> input_;
    Executor::TimePoint last_received_;
    Executor::TimePoint const begun_;
    /// Whether a message has come: a pong is none.
    bool spoke_ = false;
    bool joined_ = false;
    /// For the idle time while the session is open, then for its end.
    std::unique_ptr<Timer> timer_;
    State state_ = State::open;
    bool flush_is_scheduled_ = false;
    /// No read is under way until the client has taken what waits for it.
    bool read_is_paused_ = false;
};

WebSocketSession::WebSocketSession(Executor& executor, Stream stream, std::shared_ptr<ServerContext> context,
                                   Connections::Entry entry, std::string address, std::string query)
    : executor_(executor), stream_(std::move(stream)), context_(std::move(context)), entry_(std::move(entry)),
      address_(std::move(address)), query_(std::move(query)), queue_(context_->options.write_queue_bytes),
      codec_(stream_.get_executor(), queue_.gathered(), context_->options.message_bytes, context_->options.deflate),
      last_received_(executor_.now()), begun_(last_received_) {}

void WebSocketSession::start(RequestHead const& request) {
    context_->connections.hand_over(entry_, weak_from_this());
    account_.emplace(context_->send_budget, address_, [weak = weak_from_this()] {
        if (auto const self = weak.lock()) self->drop_unread();
    });
    metrics().websockets_open.add();
    codec_.accept(request);
    check_idle();
    try {
        handler_ = context_->service.opened(shared_from_this());
    } catch (std::exception const& problem) {
        spdlog::error("A WebSocket failed: {}", problem.what());
        close(close_code::internal_error, "");
    }
    schedule_flush();
    read();
}

void WebSocketSession::stop() {
    executor_.post([self = shared_from_this()] { self->close(close_code::going_away, "the server is shutting down"); });
}

void WebSocketSession::drop() {
    executor_.dispatch([self = shared_from_this()] { self->disconnect(); });
}

void WebSocketSession::set_joined() {
    if (std::exchange(joined_, true)) return;
    context_->connections.set_joined(entry_);
}

void WebSocketSession::send(std::string_view text) {
    if (state_ != State::open) return;
    if (!queue_.reserve(text.size())) {
        note_limit(Limit::outbox, address_);
        return disconnect();
    }
    codec_.write_text(text, context_->options.deflate && context_->service.may_compress(text));
    account_for(queue_.memory());
    metrics().messages_sent.add();
    metrics().bytes_sent.add(text.size());
    schedule_flush();
}

void WebSocketSession::close(unsigned short code, std::string_view reason) {
    if (state_ != State::open) return;
    codec_.write_close(code, reason);
    leave_open_state(State::closing);
    schedule_flush();
}

void WebSocketSession::read() {
    stream_.async_read_some(asio::buffer(input_), [self = shared_from_this()](error_code error, std::size_t bytes) {
        self->on_read(error, bytes);
    });
}

void WebSocketSession::on_read(error_code error, std::size_t bytes) {
    if (state_ == State::closed) return;
    if (error) return disconnect();
    // Whatever the client sends after the server's close frame: most likely it is the answer.
    if (state_ == State::closing) return end();
    handle([&] { receive(bytes); });
}

/// Handles what has come, and reads again, unless the client has to take its answers first.
template <class Step>
void WebSocketSession::handle(Step const& step) {
    try {
        step();
    } catch (std::exception const& problem) {
        spdlog::error("A WebSocket failed: {}", problem.what());
        close(close_code::internal_error, "");
    }
    schedule_flush();
    read_is_paused_ = is_backed_up();
    if (!read_is_paused_ && (state_ == State::open || state_ == State::closing)) read();
}

void WebSocketSession::receive(std::size_t bytes) {
    // What a client sends at once is handled in one turn, so that the answers go out together; but not for ever.
    constexpr int max_reads = 16;
    for (int reads = 1; bytes > 0; ++reads) {
        last_received_ = executor_.now();
        codec_.feed({input_.data(), bytes});
        deliver_messages();
        if (state_ != State::open || is_backed_up() || bytes < input_.size() || reads == max_reads) return;
        bytes = stream_.try_read_some(asio::buffer(input_));
    }
}

void WebSocketSession::deliver_messages() {
    while (!is_backed_up()) {
        auto const text = codec_.next_message();
        if (!text) break;
        spoke_ = true;
        metrics().messages_received.add();
        metrics().bytes_received.add(text->size());
        if (handler_) handler_->received(*text, last_received_);
        if (state_ != State::open) return;
    }
    if (auto const frames = codec_.take_control_frames(); frames > 0 && handler_ && codec_.is_open()) {
        handler_->control_frames(frames, last_received_);
        if (state_ != State::open) return;
    }
    if (!codec_.is_open()) {
        if (codec_.was_message_too_long()) note_limit(Limit::message_bytes, address_);
        end();
    }
}

void WebSocketSession::schedule_flush() {
    if (queue_.gathered().empty() || std::exchange(flush_is_scheduled_, true)) return;
    executor_.flush_scheduler().schedule(shared_from_this());
}

void WebSocketSession::flush() {
    flush_is_scheduled_ = false;
    if (state_ == State::closed) return;
    auto const bytes = queue_.begin_send();
    if (bytes.empty()) return;
    auto const sent = stream_.try_write_some(asio::buffer(bytes));
    if (sent == bytes.size()) return on_sent({});
    send_rest(bytes.substr(sent));
}

/// In pieces, to see that a slow client takes some.
void WebSocketSession::send_rest(std::string_view bytes) {
    constexpr std::size_t piece = 64 * 1024;
    account_for(queue_.memory());
    asio::async_write(stream_, asio::buffer(bytes.substr(0, piece)),
                      [self = shared_from_this(), bytes](error_code error, std::size_t sent) {
                          if (error || sent == bytes.size() || self->state_ == State::closed)
                              return self->on_sent(error);
                          self->send_rest(bytes.substr(sent));
                      });
}

/// Too much waits to be sent, and this client has taken nothing for the longest time.
void WebSocketSession::drop_unread() {
    note_limit(Limit::unsent_bytes, address_);
    drop();
}

/// Rounded down: most queues are short, and cost nothing here.
void WebSocketSession::account_for(std::size_t unsent) {
    constexpr std::size_t step = 16 * 1024;
    auto const rounded = unsent / step * step;
    if (rounded == accounted_) return;
    accounted_ = rounded;
    account_->set(rounded, executor_.now());
}

void WebSocketSession::on_sent(error_code error) {
    queue_.end_send();
    if (state_ == State::closed) return;
    account_for(queue_.memory());
    if (error) return disconnect();
    if (state_ == State::ending && queue_.empty()) return end_stream();
    schedule_flush();
    if (read_is_paused_ && !is_backed_up()) continue_reading();
}

/// First with what was read already and waits in the codec.
void WebSocketSession::continue_reading() {
    read_is_paused_ = false;
    executor_.post([self = shared_from_this()] {
        self->handle([&] {
            if (self->state_ == State::open) self->deliver_messages();
        });
    });
}

/// Tells the handler later: it may be the caller.
void WebSocketSession::leave_open_state(State next) {
    if (state_ == State::open) {
        metrics().websockets_open.subtract();
        if (handler_) executor_.post([handler = std::exchange(handler_, nullptr)] { handler->closed(); });
        disconnect_after(context_->options.handshake);
    }
    state_ = next;
}

/// Both sides have closed, or the client has made a fault.
void WebSocketSession::end() {
    leave_open_state(State::ending);
    if (queue_.empty()) end_stream();
}

void WebSocketSession::end_stream() {
    disconnect_after(context_->options.linger);
    asio::co_spawn(stream_.get_executor(), stream_.end_writing_and_drain(),
                   [self = shared_from_this()](std::exception_ptr const&) { self->disconnect(); });
}

/// At once; operations under way end with an error.
void WebSocketSession::disconnect() {
    leave_open_state(State::closed);
    timer_ = nullptr;
    stream_.abort();
    queue_.clear_gathered();
    account_for(0);
    entry_ = {};
}

void WebSocketSession::disconnect_after(std::chrono::milliseconds time) {
    timer_ = executor_.schedule(executor_.now() + time, [this] { disconnect(); });
}

/// Closes a client that has sent nothing for the idle time, and pings it after half of that; also one that has said
/// nothing at all for the time to join.
void WebSocketSession::check_idle() {
    auto const idle = context_->options.idle;
    auto const silence = executor_.now() - last_received_;
    if (silence >= idle) {
        note_limit(Limit::silent, address_);
        return disconnect();
    }
    auto const must_ping = silence >= idle / 2;
    if (must_ping) {
        codec_.write_ping();
        schedule_flush();
    }
    auto next = last_received_ + (must_ping ? idle : idle / 2);
    if (!spoke_) {
        auto const silent_until = begun_ + context_->options.join;
        if (executor_.now() >= silent_until) {
            note_limit(Limit::silent, address_);
            return close(close_code::policy_violation, "this connection says nothing");
        }
        next = std::min(next, silent_until);
    }
    timer_ = executor_.schedule(next, [this] { check_idle(); });
}

/// The part of the target behind the question mark; empty where it is longer than what is kept for a connection.
std::string query_of(RequestHead const& request) {
    constexpr std::size_t max = 256;
    auto const target = std::string_view(request.target().data(), request.target().size());
    auto const mark = target.find('?');
    auto const query = mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
    return std::string(query.size() <= max ? query : std::string_view());
}

} // namespace

void start_websocket_session(Executor& executor, Stream stream, RequestHead const& request,
                             std::shared_ptr<ServerContext> context, Connections::Entry entry, std::string address) {
    std::make_shared<WebSocketSession>(executor, std::move(stream), std::move(context), std::move(entry),
                                       std::move(address), query_of(request))
        ->start(request);
}

} // namespace tefuda::server
