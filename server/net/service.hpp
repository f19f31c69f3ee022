// What stands between the sockets and the rooms: server/net calls a Service, and a Service answers through a
// ClientConnection. Neither knows how the other works.
#pragma once

#include "protocol/codec/encode.hpp"
#include "protocol/player.hpp"
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

/// A long body that is made piece by piece, as fast as the client reads it.
class HttpBody {
public:
    virtual ~HttpBody() = default;
    /// Told once, on any thread, also during the call: the next piece; an empty text at the end; nothing where it can't
    /// be made, so that the connection is closed.
    using Told = std::function<void(std::optional<std::string> piece)>;
    /// Makes the next piece, some ten thousand bytes. Called on the connection's event loop, when the one before was
    /// told.
    virtual void next(Told told) = 0;
    /// About how many bytes of memory it holds; counted as bytes that wait to be sent.
    virtual std::size_t memory() const = 0;
};

/// What a link to a page shows where it is posted, as plain text. Everybody who has the link sees it.
struct PagePreview {
    std::string title;
    std::string description;
    std::string picture;       ///< the path of a file of the page; one that is not there is replaced by the page's icon
    std::string_view locale{}; ///< of the text, as Open Graph writes it (`en_US`); empty: more than one language
    bool is_listed = true;     ///< whether search engines may list the page
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
};

/// A JSON text, with 200.
inline HttpReply document(std::string body) {
    return {200, "application/json", std::move(body)};
}

/// `{"message": …}`
inline HttpReply failure(unsigned status, std::string_view message) {
    codec::JsonText body;
    body += '{';
    codec::FieldWriter(body).field("message", message);
    body += '}';
    return {status, "application/json", body.str()};
}

inline HttpReply not_found() {
    return failure(404, "There is nothing here.");
}

inline HttpReply busy() {
    return failure(503, "The server can't do this now: try again later.");
}

/// 429. \param wait until the client may ask again
inline HttpReply too_many(std::string_view message, std::chrono::milliseconds wait) {
    auto reply = failure(429, message);
    reply.retry_after = wait;
    return reply;
}

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

/// The value of a parameter in a query; nothing if it is not there. Codes and ids are letters and digits: nothing in
/// them is encoded. It is read as HAProxy's `url_param` reads it, which sends a room's connections to its server: the
/// first one counts, and `;` and `?` end a parameter, too.
inline std::optional<std::string> parameter(std::string_view query, std::string_view name) {
    while (!query.empty()) {
        auto const part = query.substr(0, query.find_first_of("&;?"));
        query.remove_prefix(std::min(query.size(), part.size() + 1));
        auto const equals = part.find('=');
        if (part.substr(0, equals) == name && equals != std::string_view::npos)
            return std::string(part.substr(equals + 1));
    }
    return std::nullopt;
}

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
