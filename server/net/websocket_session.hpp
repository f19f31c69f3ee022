// One WebSocket. For the .cpp files of server/net only: it includes Asio.
#pragma once

#include "server/net/connections.hpp"
#include "server/net/outbox.hpp"
#include "server/net/peer.hpp"
#include "server/net/server_context.hpp"
#include "server/net/service.hpp"
#include "server/net/stream.hpp"
#include "server/net/websocket_codec.hpp"
#include "server/runtime/executor.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace tefuda::server {

/// Reads from the socket, watches the time, and ends the connection in order; the codec does the frames, the outbox
/// sends them. To be made by std::make_shared; used on its executor, but for `stop` and `drop`.
///
/// Its asynchronous operations keep it alive until the connection is closed. The timer does not: it is destroyed with
/// the session.
class WebSocketSession final : public ClientConnection,
                               public Connection,
                               public std::enable_shared_from_this<WebSocketSession> {
public:
    /// \param executor the event loop of the stream
    /// \param address, query, identity as in ClientConnection
    WebSocketSession(Executor& executor, Stream stream, std::shared_ptr<ServerContext> context,
                     Connections::Entry entry, std::string address, std::string query,
                     std::shared_ptr<Identity const> identity);

    /// Accepts the opening handshake. \pre check_upgrade(request).status is 101
    void start(RequestHead const& request);

    Executor& executor() const override { return executor_; }
    void send(std::string_view text) override;
    void close(unsigned short code, std::string_view reason) override;
    std::string const& address() const override { return address_; }
    std::string_view query() const override { return query_; }
    std::shared_ptr<Identity const> const& identity() const override { return identity_; }
    void abort() noexcept override { disconnect(); }
    void resume_reading() override;
    void set_joined(bool joined) override;
    void stop() override;
    void drop() override;

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

    void read();
    void on_read(error_code error, std::size_t bytes);
    void receive(std::size_t bytes);
    void deliver_messages();
    template <class Step>
    void guarded(Step const& step);
    template <class Step>
    void handle(Step const& step);
    void continue_reading();
    bool is_handler_full() const { return handler_ && handler_->is_full(); }
    bool is_backed_up() const {
        return state_ == State::open && (outbox_.size() >= backed_up_bytes || is_handler_full());
    }
    void on_sent(error_code error);
    void drop_unread();
    void tell_closed();
    void leave_open_state(State next);
    void end();
    void end_stream();
    void disconnect();
    void disconnect_after(std::chrono::milliseconds time);
    void check_silence();

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

} // namespace tefuda::server
