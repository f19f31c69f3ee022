// What stands between the sockets and the rooms: server/net calls a Service, and a Service answers through a
// ClientConnection. Neither knows how the other works.
#pragma once

#include "protocol/player.hpp"
#include "server/runtime/executor.hpp"
#include "server/runtime/shared_ids.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tefuda::server {

/// Why a WebSocket is closed: the codes of RFC 6455, section 7.4.1, and of IANA's registry (1013).
namespace close_code {
inline constexpr unsigned short going_away = 1001;
inline constexpr unsigned short policy_violation = 1008;
inline constexpr unsigned short internal_error = 1011;
inline constexpr unsigned short try_again_later = 1013;
} // namespace close_code

/// Who has come with a secret.
struct Identity {
    Player player;
    std::string secret; ///< the hash of the secret
    /// The ids of the players whom it has blocked, for all its connections; null: none.
    std::shared_ptr<SharedIds> blocked{};
};

/// A connected WebSocket, as the rest of the server sees it. Not thread-safe: all functions are called on its executor.
class ClientConnection {
public:
    virtual ~ClientConnection() = default;

    /// The event loop that the connection lives on.
    virtual Executor& executor() const = 0;

    /// Queues a text message. A client that reads too slowly is closed instead (it may resume).
    virtual void send(std::string_view text) = 0;

    /// Sends all queued messages, then closes the WebSocket with this close code. Messages that arrive later are
    /// ignored.
    virtual void close(unsigned short code, std::string_view reason) = 0;

    /// Closes it at once, without a close frame, because a message to it or from it is lost. Never throws.
    virtual void abort() noexcept = 0;

    /// The handler is full no more: its messages are read again.
    virtual void resume_reading() {}

    /// The address that limits count by; constant, from any thread.
    virtual std::string const& address() const = 0;

    /// What followed the question mark in the address of the WebSocket (empty where it was longer than 256 bytes);
    /// constant, from any thread.
    virtual std::string_view query() const { return {}; }

    /// Who has opened it; null: nobody. Constant, from any thread.
    virtual std::shared_ptr<Identity const> const& identity() const {
        static std::shared_ptr<Identity const> const nobody;
        return nobody;
    }

    /// Whether the client takes part in a room: as long as it does, the connection makes place for no other.
    virtual void set_joined([[maybe_unused]] bool joined) {}
};

/// A long body that is made piece by piece, as fast as the client reads it.
class HttpBody {
public:
    virtual ~HttpBody() = default;
    /// The next piece, some ten thousand bytes; an empty text at the end. Called on the connection's event loop.
    virtual std::string next() = 0;
    /// About how many bytes of memory it holds; counted as bytes that wait to be sent.
    virtual std::size_t memory() const = 0;
};

/// What a link to a page shows where it is posted, as plain text. Everybody who has the link sees it.
struct PagePreview {
    std::string title;
    std::string description;
    std::string picture; ///< the path of a file of the page; one that is not there is replaced by the page's icon
};

struct HttpReply {
    unsigned status = 200;
    std::string content_type = "application/json";
    std::string body;
    /// With 429: the time after which the client may ask again.
    std::optional<std::chrono::milliseconds> retry_after = std::nullopt;
    /// The page of the web client is sent instead of `body`, with this preview.
    std::optional<PagePreview> page = std::nullopt;
    /// Instead of `body`, if it is not null.
    std::shared_ptr<HttpBody> stream = nullptr;
    /// More fields of the answer.
    std::vector<std::pair<std::string, std::string>> fields{};
    /// Who has asked: the answer of Service::identify.
    std::shared_ptr<Identity const> identity = nullptr;
    /// What one player gets instead, with 200.
    struct Own {
        std::string player; ///< its id
        std::string body;
    };
    std::shared_ptr<Own const> own = nullptr;
};

struct Cookie {
    std::string name;
    std::string value;
};

/// A request that a client may be known by.
struct PersonalRequest {
    std::string method;
    std::string target;
    std::string address; ///< as ClientConnection::address
    std::string content_type;
    std::string body;
    bool has_long_body = false; ///< of more than 4 KiB: `body` is empty
    bool is_foreign = false;    ///< a page of another origin has sent it
    bool by_tls = false;        ///< the client sees the server by https
    std::optional<std::string> bearer;
    std::vector<Cookie> cookies; ///< those that may hold a secret, of this server or of another one at this host

    static constexpr std::size_t max_body = 4096;
    /// How the names of these cookies begin; over TLS, prefix and name.
    static constexpr std::string_view cookie_name = "tefuda", tls_prefix = "__Host-";
};

/// Receives what one client sends. Called on the connection's executor.
class MessageHandler {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    virtual ~MessageHandler() = default;

    /// \param text a whole text message, valid UTF-8, not longer than the limit; valid during the call
    /// \param read_at when it was read from its socket
    virtual void received(std::string_view text, TimePoint read_at) = 0;
    /// It has as many messages as it can hold: the connection reads nothing more, control frames neither, until
    /// `resume_reading`.
    virtual bool is_full() const { return false; }
    /// So much has come that carries no message: see WebSocketCodec::take_control_frames. The transport has answered
    /// it.
    virtual void control_frames([[maybe_unused]] int count, [[maybe_unused]] TimePoint read_at) {}
    /// The last call; the connection drops the handler afterwards.
    virtual void closed() = 0;
};

/// Called by the transport.
class Service {
public:
    virtual ~Service() = default;

    /// A WebSocket is open. Called on the connection's executor.
    /// \returns who receives its messages, until it is closed; null where nobody does
    virtual std::shared_ptr<MessageHandler> opened(std::shared_ptr<ClientConnection> const& connection) = 0;

    /// Answers a GET; calls `reply` once, on any thread. A path that it does not have is answered with 404.
    /// \param address as ClientConnection::address
    virtual void get(std::string_view target, std::string const& address, std::function<void(HttpReply)> reply) = 0;

    /// Answers a request for `/api/me…`; as `get`.
    virtual void handle([[maybe_unused]] PersonalRequest request, std::function<void(HttpReply)> reply) {
        reply({.status = 404});
    }

    /// Who opens a WebSocket, by its bearer or, where that is not there, its cookie (without either: nobody); as `get`.
    /// Status 200 accepts the WebSocket, with or without an identity; any other status refuses it.
    virtual void identify([[maybe_unused]] PersonalRequest request, std::function<void(HttpReply)> reply) { reply({}); }

    /// Whether this message may be compressed. All compressed messages of a connection share one compression window: an
    /// attacker who sees their sizes and controls the text of one of them could guess the text of another. From any
    /// thread.
    virtual bool may_compress([[maybe_unused]] std::string_view text) const { return false; }

    /// Work that must be done before clients are served, and may take long. Called once, when the threads run already,
    /// on none of them. \param stop it returns early, with its work undone, if it waits for something when it is asked
    /// to stop \throws std::runtime_error, a sentence, when the server can't start
    virtual void recover([[maybe_unused]] std::stop_token const& stop) {}
    void recover() { recover(std::stop_token()); }

    /// The server is about to stop and takes no new connections. Called once, on any thread; calls `done` once, on any
    /// thread, when every client was sent `closing` and all that must be kept is stored. After that, or when that takes
    /// more than 3 seconds, the transport closes every client with 1001; more may be received until then.
    virtual void stopping(std::function<void()> done) { done(); }
};

} // namespace tefuda::server
