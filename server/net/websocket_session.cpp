#include "server/net/websocket_session.hpp"

#include "server/net/gathering_stream.hpp"
#include "server/net/own_thread.hpp"
#include "server/net/utf8.hpp"
#include "server/metrics/metrics.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <boost/container/static_vector.hpp>
#include <spdlog/spdlog.h>

#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace tefuda::server {

namespace beast = boost::beast;
namespace websocket = boost::beast::websocket;

namespace {

/// So many are handed over at once.
constexpr std::size_t most_texts = 16;

/// Lives on the stream's thread. What comes is handed over at once; what is sent is written at once while the stream
/// takes it, and waits in the outbox else. The session ends when nothing more is to be read and nothing to be written.
class WebSocketSession final : public ClientConnection,
                        public Connection,
                        public Inflow::Reader,
                        public std::enable_shared_from_this<WebSocketSession> {
public:
    WebSocketSession(Stream stream, std::shared_ptr<ServerContext> site, Connections::Entry entry, std::string address);

    void start(RequestHead request);

    void send(std::string_view text) override;
    void close(unsigned short code, std::string_view reason) override;
    std::string const& address() const override { return address_; }
    void stop() override { close(websocket::close_code::going_away, "the server is shutting down"); }
    void more_came(error_code error) override;

private:
    void enqueue(std::string_view text);
    void begin_to_close(websocket::close_reason reason);
    void abort();
    void end_in(std::chrono::milliseconds time);
    void look_at(SteadyTimer::time_point when);
    void time_is_up();
    void look_whether_idle();

    template <class Read>
    void reading(Read read);
    void opened(error_code error);
    void read();
    void read_by_beast();
    void write_queued();
    bool may_write();
    void write(std::string_view text);
    void close_now();
    bool take_piece();
    bool take_texts();
    void take(std::span<std::string_view const> texts);
    void reader_ended();
    void end_if_done();

    websocket::stream<GatheringStream, false> ws_;
    std::shared_ptr<ServerContext> context_;
    Connections::Entry entry_;
    std::string const address_;
    MessageHandler* receiver_ = nullptr;
    Outbox outbox_;
    /// Of a message that is being read in pieces.
    beast::flat_buffer pieces_;
    /// For the idle time while the connection is open, then for its end.
    SteadyTimer timer_;
    std::optional<SteadyTimer::time_point> pinged_;
    OwnThread<WebSocketSession> own_thread_;
    std::optional<websocket::close_reason> closing_;
    bool opened_ = false;
    bool reading_ = true;
    /// The closing handshake has begun.
    bool shaking_ = false;
    /// Nothing more is to be written.
    bool finished_ = false;
    bool ended_ = false;
};

WebSocketSession::WebSocketSession(Stream stream, std::shared_ptr<ServerContext> site, Connections::Entry entry, std::string address)
    : ws_(std::move(stream)), context_(std::move(site)), entry_(std::move(entry)), address_(std::move(address)),
      outbox_(context_->options.outbox), timer_(ws_.get_executor()), own_thread_(ws_.get_executor()) {
    ws_.read_message_max(context_->options.message_bytes);
    ws_.auto_fragment(false);
    websocket::stream_base::timeout timeouts{};
    timeouts.handshake_timeout = context_->options.handshake;
    // Beast would set its timer anew for each message.
    timeouts.idle_timeout = websocket::stream_base::none();
    timeouts.keep_alive_pings = false;
    ws_.set_option(timeouts);
}

void WebSocketSession::start(RequestHead request) {
    context_->connections.hand_over(entry_, weak_from_this());
    auto kept = std::make_unique<RequestHead>(std::move(request));
    auto const& head = *kept;
    ws_.async_accept(head, [self = shared_from_this(), kept = std::move(kept)](error_code error) {
        self->reading([&] { self->opened(error); });
    });
}

void WebSocketSession::send(std::string_view text) {
    if (own_thread_.is_here(*this))
        enqueue(text);
    else
        own_thread_.ask(*this, [text = std::string(text)](WebSocketSession& self) { self.enqueue(text); });
}

void WebSocketSession::close(unsigned short code, std::string_view reason) {
    // Longer ones don't fit into a close frame.
    websocket::close_reason why(static_cast<websocket::close_code>(code));
    why.reason.assign(reason.data(), std::min(reason.size(), why.reason.max_size()));
    if (own_thread_.is_here(*this))
        begin_to_close(why);
    else
        own_thread_.ask(*this, [why](WebSocketSession& self) { self.begin_to_close(why); });
}

void WebSocketSession::enqueue(std::string_view text) {
    if (outbox_.empty() && !outbox_.closed() && may_write()) return write(text);
    if (outbox_.push(text) == Outbox::Push::overflow) {
        spdlog::info("Closed a client that does not read what it is sent");
        metrics().limits_hit[Limit::outbox].add();
        abort();
    } else {
        write_queued();
    }
}

void WebSocketSession::begin_to_close(websocket::close_reason reason) {
    if (closing_) return;
    closing_ = reason;
    outbox_.close();
    end_in(context_->options.handshake);
    write_queued();
}

void WebSocketSession::abort() {
    finished_ = true;
    outbox_.close();
    ws_.next_layer().abort();
    end_if_done();
}

void WebSocketSession::end_in(std::chrono::milliseconds time) {
    look_at(SteadyTimer::clock_type::now() + time);
}

void WebSocketSession::look_at(SteadyTimer::time_point when) {
    timer_.expires_at(when);
    timer_.async_wait([weak = weak_from_this()](error_code error) {
        auto const self = weak.lock();
        if (!error && self && self->timer_.expiry() <= SteadyTimer::clock_type::now()) self->time_is_up();
    });
}

void WebSocketSession::time_is_up() {
    if (closing_ || finished_)
        abort();
    else
        look_whether_idle();
}

void WebSocketSession::look_whether_idle() {
    auto const idle = context_->options.idle;
    auto const heard = ws_.next_layer().heard();
    auto const now = SteadyTimer::clock_type::now();
    if (now >= heard + idle) return abort();
    if (now >= heard + idle / 2 && pinged_ != heard && ws_.is_open()) {
        pinged_ = heard;
        error_code ignored;
        ws_.ping({}, ignored);
    }
    look_at(now < heard + idle / 2 ? heard + idle / 2 : heard + idle);
}

/// What reading throws ends this session alone.
template <class Read>
void WebSocketSession::reading(Read read) {
    try {
        read();
        return;
    } catch (std::exception const& problem) {
        spdlog::error("A WebSocket failed: {}", problem.what());
    } catch (...) {
        spdlog::error("A WebSocket failed");
    }
    begin_to_close(websocket::close_code::internal_error);
    reader_ended();
}

void WebSocketSession::opened(error_code error) {
    if (error) return reader_ended();
    opened_ = true;
    ws_.next_layer().on_room([weak = weak_from_this()] {
        if (auto const self = weak.lock()) self->write_queued();
    });
    metrics().websockets_open.add();
    if (!closing_) look_whether_idle();
    receiver_ = context_->service.opened(shared_from_this());
    // It may have been told to close before it was open.
    write_queued();
    read();
}

/// Takes what has come, and goes on when more comes.
void WebSocketSession::read() {
    while (!shaking_ && !finished_ && ws_.is_message_done() && take_texts()) {}
    auto& stream = ws_.next_layer();
    if (finished_) return reader_ended();
    if (shaking_ || !ws_.is_message_done() || !stream.holds_nothing()) return read_by_beast();
    stream.when_more(shared_from_this());
}

/// \returns whether there may be more
bool WebSocketSession::take_texts() {
    boost::container::static_vector<std::string_view, most_texts> texts;
    while (texts.size() < most_texts) {
        auto const text = ws_.next_layer().take_text(context_->options.message_bytes);
        if (!text) break;
        texts.push_back(*text);
    }
    if (!texts.empty()) take({texts.data(), texts.size()});
    return texts.size() == most_texts;
}

void WebSocketSession::more_came(error_code error) {
    reading([&] {
        if (error)
            reader_ended();
        else
            read();
    });
}

void WebSocketSession::read_by_beast() {
    // Not async_read, which would take in a binary message to its end before it tells that it is one.
    ws_.async_read_some(pieces_, 0, [self = shared_from_this()](error_code error, std::size_t) {
        if (error == websocket::error::message_too_big) metrics().limits_hit[Limit::message_bytes].add();
        self->reading([&] {
            if (error || !self->take_piece())
                self->reader_ended();
            else
                self->read();
        });
    });
}

/// \returns false when nothing more is to be read
bool WebSocketSession::take_piece() {
    if (ws_.got_binary()) {
        begin_to_close({websocket::close_code::unknown_data, "text frames only"});
        return false;
    }
    if (!ws_.is_message_done()) return true;
    auto const whole = std::exchange(pieces_, {});
    auto const bytes = whole.cdata();
    std::string_view const text(static_cast<char const*>(bytes.data()), bytes.size());
    // Beast checks the rest, but not the end of a message whose last fragment is empty.
    if (ends_within_character(text)) {
        begin_to_close({websocket::close_code::bad_payload, "not UTF-8"});
        return false;
    }
    take({&text, 1});
    return true;
}

void WebSocketSession::take(std::span<std::string_view const> texts) {
    metrics().messages_received.add(texts.size());
    std::size_t bytes = 0;
    for (auto const text : texts) bytes += text.size();
    metrics().bytes_received.add(bytes);
    if (receiver_ && !closing_) receiver_->received(texts, ws_.next_layer().heard());
}

bool WebSocketSession::may_write() {
    return opened_ && !finished_ && ws_.next_layer().takes_more();
}

void WebSocketSession::write_queued() {
    outbox_.drain([this](std::string_view frame) {
        if (!may_write()) return false;
        write(frame);
        return true;
    });
    if (closing_ && opened_ && !finished_ && outbox_.empty()) close_now();
}

void WebSocketSession::write(std::string_view text) {
    // The other side may have closed: nothing comes behind the answer to that.
    if (!ws_.is_open()) return;
    ws_.next_layer().write_text(text);
    metrics().messages_sent.add();
    metrics().bytes_sent.add(text.size());
}

void WebSocketSession::close_now() {
    if (std::exchange(shaking_, true)) return;
    if (ws_.next_layer().stop_waiting()) read_by_beast();
    ws_.async_close(*closing_, [self = shared_from_this()](error_code error) {
        if (error) return self->abort();
        self->finished_ = true;
        self->end_if_done();
    });
}

void WebSocketSession::reader_ended() {
    if (!std::exchange(reading_, false)) return;
    // Unless it is this side that closes, nothing can be sent any more.
    if (!closing_ || !opened_) {
        outbox_.close();
        finished_ = true;
    }
    if (opened_) metrics().websockets_open.subtract();
    if (receiver_) std::exchange(receiver_, nullptr)->closed();
    end_if_done();
}

void WebSocketSession::end_if_done() {
    if (reading_ || !finished_ || std::exchange(ended_, true)) return;
    end_in(context_->options.linger);
    asio::co_spawn(ws_.get_executor(), ws_.next_layer().end_writing_and_drain(),
                   [self = shared_from_this()](std::exception_ptr const&) {
                       self->timer_.cancel();
                       self->ws_.next_layer().abort();
                       self->entry_ = {};
                   });
}

} // namespace

void start_websocket_session(Stream stream, RequestHead request, std::shared_ptr<ServerContext> site, Connections::Entry entry,
                      std::string address) {
    std::make_shared<WebSocketSession>(std::move(stream), std::move(site), std::move(entry), std::move(address))
        ->start(std::move(request));
}

} // namespace tefuda::server
