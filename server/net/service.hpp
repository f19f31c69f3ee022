// What stands between the sockets and the rooms: the transport (server/net) calls a Service, and a Service answers
// through a ClientConnection. Neither knows how the other works.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace tefuda::server {

/// A connected WebSocket, as the rest of the server sees it. All functions may be called from any thread and never
/// block; what is sent arrives in the order of the calls, also of those of several threads that wait for each other.
class ClientConnection {
public:
    virtual ~ClientConnection() = default;

    /// Queues a text frame. A client whose queue is full is closed instead (it may resume).
    virtual void send(std::string_view text) = 0;

    /// Sends what is queued, then closes with this RFC 6455 close code.
    virtual void close(unsigned short code, std::string_view reason) = 0;

    /// Where it comes from, for limits: whoever has the same is taken for the same.
    virtual std::string const& address() const = 0;
};

struct HttpReply {
    unsigned status = 200;
    std::string content_type = "application/json";
    std::string body;
};

/// Takes what one client says. Who closes the client is told of nothing that comes later than the call in which it did.
class MessageHandler {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    virtual ~MessageHandler() = default;

    /// \param texts whole text messages that came together, in order, valid UTF-8, none longer than the limit
    /// \param read_at when they had been read from their socket
    virtual void received(std::span<std::string_view const> texts, TimePoint read_at) = 0;
    /// The last call.
    virtual void closed() = 0;
};

/// Called by the transport. The calls for one client come one after the other, from the client's own thread: opened,
/// then those to its receiver.
class Service {
public:
    virtual ~Service() = default;

    /// \returns who takes what the client says, until it is closed; null where nobody does. It is the service's own.
    virtual MessageHandler* opened(std::shared_ptr<ClientConnection> const& client) = 0;

    /// Answers a GET; calls `reply` once, on any thread. A path that it does not have is answered with 404.
    /// \param address as ClientConnection::address
    virtual void get(std::string_view target, std::string const& address, std::function<void(HttpReply)> reply) = 0;

    /// What must be done before clients are served, and may take long. Called once, when the threads run already, on
    /// none of them. \throws std::runtime_error, a sentence, when the server can't start
    virtual void recover() {}

    /// The server is about to stop and takes no new connections. Called once, on any thread; calls `done` once, on any
    /// thread, when every client was sent `closing` and all that must be kept is. After that, or when that takes more
    /// than 3 seconds, the transport closes every client with 1001; more may be received until then.
    virtual void stopping(std::function<void()> done) { done(); }
};

} // namespace tefuda::server
