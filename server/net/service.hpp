// What stands between the sockets and the rooms: server/net calls a Service, and a Service answers through a
// ClientConnection. Neither knows how the other works.
#pragma once

#include "protocol/player.hpp"
#include "server/net/http_reply.hpp"
#include "server/runtime/executor.hpp"
#include "server/runtime/shared_ids.hpp"

#include <boost/system/result.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
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

/// Who opens a WebSocket, null for nobody; or why it may not.
using Identified = boost::system::result<std::shared_ptr<Identity const>, HttpReply>;

/// That a request may be asked.
struct Admitted {
    std::size_t longest_body = 0;
};

struct Cookie {
    std::string name;
    std::string value;
};

struct Route;

struct HttpRequest {
    std::string method;
    std::string target;  ///< begins with a slash
    std::string address; ///< as ClientConnection::address
    std::string content_type;
    /// Which of the page's languages the client would rather read, `en` or `ja`; empty: it has named neither.
    std::string_view language{};
    std::string origin; ///< the page that has sent it; empty: none
    /// Where the client sees the server, `https://cards.example`; empty: by no name that is surely the server's.
    std::string seen_at{};
    std::string body;
    bool has_body = false;
    bool has_long_body = false; ///< of more than Service::admit allows: `body` is empty
    bool is_foreign = false;    ///< a page of another origin has sent it
    bool by_tls = false;        ///< the client sees the server by https
    bool is_operator = false;   ///< it may read what is for whoever runs the server (--metrics)
    std::optional<std::string> bearer;
    std::vector<Cookie> cookies;  ///< those that may hold a secret, of this server or of another one at this host
    Route const* route = nullptr; ///< what Service::admit has found; for the service alone

    std::string_view path() const { return std::string_view(target).substr(0, target.find('?')); }
    /// Without the question mark.
    std::string_view query() const {
        return std::string_view(target).substr(std::min(target.size(), path().size() + 1));
    }
    bool reads() const { return method == "GET" || method == "HEAD"; }

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
    /// So much has come that carries no message: see WebSocketCodec::reset_control_frames. The transport has answered
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

    /// Decides by the head of a request whether it may be asked, and notes its route. What is no route but may be a
    /// file of the page has none.
    virtual boost::system::result<Admitted, HttpReply> admit(HttpRequest& request) const = 0;

    /// Answers a request that was admitted, and is no file; calls `reply` once, on any thread.
    virtual void handle(HttpRequest request, std::function<void(HttpReply)> reply) = 0;

    /// Who opens a WebSocket, by its bearer or, where that is not there, its cookie (without either: nobody); as
    /// `handle`.
    virtual void identify([[maybe_unused]] HttpRequest request, std::function<void(Identified)> reply) {
        reply(nullptr);
    }

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
