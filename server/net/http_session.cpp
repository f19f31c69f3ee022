#include "server/net/http_session.hpp"

#include "server/metrics/limit_log.hpp"
#include "server/net/http_answer.hpp"
#include "server/net/metrics_access.hpp"
#include "server/net/peer.hpp"
#include "server/net/upgrade.hpp"
#include "server/net/websocket_session.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/chunk_encode.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <spdlog/spdlog.h>

#include <array>
#include <atomic>
#include <exception>
#include <optional>
#include <utility>

namespace tefuda::server {

namespace beast = boost::beast;
namespace http = boost::beast::http;

namespace {

/// Resumes the waiting coroutine with a reply, on its executor. The reply may come from any thread; only the first one
/// counts. If none comes, the coroutine is resumed with 500.
template <class Handler>
class ReplyOnce {
public:
    ReplyOnce(Handler handler, Executor& executor)
        : handler_(std::make_shared<Handler>(std::move(handler))), executor_(executor) {}
    ReplyOnce(ReplyOnce const&) = delete;
    ReplyOnce& operator=(ReplyOnce const&) = delete;
    ~ReplyOnce() { reply_with_status(500); }

    void reply(HttpReply reply) {
        if (replied_.exchange(true)) return;
        executor_.post([handler = handler_, reply = std::move(reply)] { std::move (*handler)(reply); });
    }

    void reply_with_status(unsigned status) {
        HttpReply nothing;
        nothing.status = status;
        reply(std::move(nothing));
    }

private:
    /// Shared because a task must be copyable.
    std::shared_ptr<Handler> const handler_;
    Executor& executor_;
    std::atomic<bool> replied_ = false;
};

/// What web pages of any origin may read: it is the same for everybody who asks, and needs no cookie.
bool is_for_any_page(std::string_view target) {
    auto const path = target.substr(0, target.find('?'));
    return path == "/asyncapi.json" || path == "/api" || path.starts_with("/api/");
}

constexpr std::string_view any_page_fields =
    "Access-Control-Allow-Origin: *\r\nAccess-Control-Expose-Headers: Retry-After\r\n";

/// How much of a body is sent at once.
constexpr std::size_t piece = 64 * 1024;
/// A body of fewer bytes is not charged to the send budget.
constexpr std::size_t counted_bytes = 4 * 1024;

class HttpSession final : public Connection, public std::enable_shared_from_this<HttpSession> {
public:
    HttpSession(Executor& executor, Stream stream, std::shared_ptr<ServerContext> context)
        : executor_(executor), stream_(std::move(stream)), context_(std::move(context)) {}

    void start();
    void stop() override;
    void drop() override;

private:
    using Parser = http::request_parser<http::empty_body>;

    Awaitable<> run();
    Awaitable<bool> answer(Parser& parser);
    Awaitable<> refuse_unread(error_code error);
    HttpAnswer refuse_upgrade(RequestHead const& request);
    Awaitable<HttpReply> ask_service(std::string_view target, std::string address);
    Awaitable<bool> write(HttpAnswer answer, bool keep_alive, bool with_body = true, bool chunked = true);
    Awaitable<error_code> write_body(std::string_view body, bool is_own);
    Awaitable<error_code> write_stream(HttpBody& stream, bool chunked);
    void account_for(std::size_t unsent) { account_->set(unsent, executor_.now()); }
    void open_account(std::string const& address);
    Awaitable<> linger();
    static bool has_body(Parser const& parser);
    bool becomes_websocket(Parser& parser);
    bool may_read_metrics(Parser::value_type const& request);
    void set_deadline(std::chrono::milliseconds time);
    bool behind_proxy() const { return context_->options.trust_forwarded; }
    std::string address_of(RequestHead const& request) const {
        return behind_proxy() ? forwarded_address(request, peer_) : counted_address(peer_);
    }
    UpgradeCheck check(RequestHead const& request);
    std::string origin_of(RequestHead const& request) const;

    Executor& executor_;
    Stream stream_;
    std::shared_ptr<ServerContext> const context_;
    std::unique_ptr<Timer> deadline_;
    Connections::Entry entry_;
    std::optional<SendBudget::Account> account_;
    asio::ip::address peer_;
    beast::flat_buffer buffer_{64 * 1024};
    /// Waits for a request of which nothing has come yet.
    bool idle_ = false;
    bool stopping_ = false;
};

void HttpSession::start() {
    error_code error;
    peer_ = stream_.socket().remote_endpoint(error).address();
    // Behind a proxy every connection has the proxy's address; the request will tell the client's.
    auto entry = context_->connections.add(weak_from_this(), behind_proxy() ? std::string() : counted_address(peer_),
                                           peer_.is_loopback());
    if (error || !entry) {
        stream_.abort();
        return;
    }
    entry_ = std::move(*entry);
    open_account(counted_address(peer_));
    asio::co_spawn(stream_.get_executor(), run(), [self = shared_from_this()](std::exception_ptr failure) {
        self->deadline_ = nullptr;
        self->stream_.abort();
        self->entry_ = {};
        try {
            if (failure) std::rethrow_exception(failure);
        } catch (std::exception const& problem) {
            spdlog::error("An HTTP connection failed: {}", problem.what());
        }
    });
}

void HttpSession::stop() {
    executor_.post([self = shared_from_this()] {
        self->stopping_ = true;
        if (self->idle_) self->stream_.abort();
    });
}

void HttpSession::drop() {
    executor_.post([self = shared_from_this()] { self->stream_.abort(); });
}

void HttpSession::open_account(std::string const& address) {
    account_.emplace(context_->send_budget, address, [weak = weak_from_this(), address] {
        auto const self = weak.lock();
        if (!self) return;
        // Too much waits to be sent, and this client has taken nothing for the longest time.
        note_limit(Limit::unsent_bytes, address);
        self->drop();
    });
}

void HttpSession::set_deadline(std::chrono::milliseconds time) {
    deadline_ = executor_.schedule(executor_.now() + time, [this] { stream_.abort(); });
}

Awaitable<> HttpSession::run() {
    error_code error;
    set_deadline(context_->options.handshake);
    co_await stream_.open(error);
    while (!error && !stopping_) {
        Parser parser;
        parser.header_limit(static_cast<std::uint32_t>(context_->options.header_bytes));
        // A body is never read: a request that has one is refused.
        parser.body_limit(boost::none);
        set_deadline(context_->options.request);
        idle_ = buffer_.size() == 0;
        co_await http::async_read_header(stream_, buffer_, parser, into(error));
        idle_ = false;
        if (error) {
            co_await refuse_unread(error);
            co_return;
        }
        if (becomes_websocket(parser)) co_return;
        set_deadline(context_->options.reply);
        auto const goes_on = co_await answer(parser);
        if (!goes_on) co_return;
    }
}

/// Also true for a transfer coding that Beast does not know: the length of the body can't be told then.
bool HttpSession::has_body(Parser const& parser) {
    return !parser.is_done() || parser.get().count(http::field::transfer_encoding) > 0;
}

bool HttpSession::becomes_websocket(Parser& parser) {
    auto const& request = parser.get();
    auto const target = request.target();
    if (target.substr(0, target.find('?')) != "/ws" || has_body(parser) || buffer_.size() > 0) return false;
    if (request.count(http::field::host) != 1 || check(request).status != 101) return false;
    auto address = address_of(request);
    auto const is_own = peer_.is_loopback() && !is_forwarded(request);
    if (behind_proxy() && !context_->connections.count_address(entry_, address, is_own)) return false;
    deadline_ = nullptr;
    account_.reset();
    start_websocket_session(executor_, std::move(stream_), parser.release(), context_, std::move(entry_),
                            std::move(address));
    return true;
}

/// Whether this request may become a WebSocket.
UpgradeCheck HttpSession::check(RequestHead const& request) {
    auto const wrong = check_upgrade(request);
    if (wrong.status != 101) return wrong;
    if (!is_allowed_host(context_->options.allowed_hosts, host_named_by(request, behind_proxy())))
        return {403, "This is not a name of this server."};
    Origins const origins{context_->options.allowed_origins, context_->options.trust_forwarded,
                          context_->options.tls.has_value()};
    if (!origins.allow(request)) return {403, "Pages of this origin may not connect."};
    return wrong;
}

/// Where the client sees the server, as it says itself; empty where it says something strange.
std::string HttpSession::origin_of(RequestHead const& request) const {
    auto const field = [&](auto name) {
        auto const value = request[name];
        return std::string_view(value.data(), value.size());
    };
    auto host = field(http::field::host);
    std::string_view scheme = context_->options.tls ? "https" : "http";
    if (behind_proxy()) {
        if (auto const forwarded = field("X-Forwarded-Host"); !forwarded.empty()) host = forwarded;
        if (field("X-Forwarded-Proto") == "https") scheme = "https";
    }
    constexpr std::string_view signs = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]";
    if (host.empty() || host.find_first_not_of(signs) != std::string_view::npos) return {};
    return std::string(scheme).append("://").append(host);
}

bool HttpSession::may_read_metrics(Parser::value_type const& request) {
    auto const field = [&](http::field name) {
        auto const value = request[name];
        return std::string_view(value.data(), value.size());
    };
    return server::may_read_metrics(
        context_->options.metrics, context_->options.metrics_token,
        {peer_, is_forwarded(request), field(http::field::host), field(http::field::authorization)});
}

/// \returns whether another request may follow
Awaitable<bool> HttpSession::answer(Parser& parser) {
    auto const& request = parser.get();
    auto const method = request.method();
    auto const target = std::string_view(request.target().data(), request.target().size());
    auto const keep_alive = request.keep_alive() && !has_body(parser) && !stopping_;
    auto const with_body = method != http::verb::head;
    if (behind_proxy()) open_account(address_of(request));
    HttpAnswer answer;
    if (method != http::verb::get && method != http::verb::head)
        answer = refusal(405, "Only GET and HEAD are allowed.", "Allow: GET, HEAD\r\n");
    else if (has_body(parser))
        answer = refusal(400, "A request has no body here.");
    else if (request.count(http::field::host) != 1 && request.version() == 11)
        answer = refusal(400, "A request has one Host field.");
    else if (!target.starts_with('/'))
        answer = refusal(400, "The target of a request begins with a slash.");
    else if (target.substr(0, target.find('?')) == "/ws") {
        answer = refuse_upgrade(request);
    } else if (target.substr(0, target.find('?')) == "/metrics" && !may_read_metrics(request)) {
        answer = refusal(403, "The metrics are for whoever runs the server.");
    } else if (auto const file = context_->files.find(
                   {target, request[http::field::accept_encoding], request[http::field::if_none_match]})) {
        answer = answer_of(*file);
    } else {
        auto reply = co_await ask_service(target, address_of(request));
        if (reply.page)
            answer = answer_of(context_->files.page(*reply.page, target, origin_of(request)));
        else
            answer = answer_of(std::move(reply));
        if (is_for_any_page(target)) answer.fields += any_page_fields;
    }
    // HTTP/1.0 has no chunks: the end of the connection is the body's.
    auto const chunked = request.version() == 11;
    auto const goes_on = keep_alive && (!answer.stream || chunked);
    auto const written = co_await write(std::move(answer), goes_on, with_body, chunked);
    if (written && !goes_on) co_await linger();
    co_return written&& goes_on;
}

/// The request could not be read. A client that has gone gets nothing; one that sent something else than HTTP/1.1 gets
/// an error.
Awaitable<> HttpSession::refuse_unread(error_code error) {
    if (error == http::error::end_of_stream || error == http::error::partial_message ||
        error.category() != make_error_code(http::error::end_of_stream).category())
        co_return;
    set_deadline(context_->options.reply);
    auto answer = error == http::error::header_limit || error == http::error::buffer_overflow
                      ? refusal(431, "The request has too many or too long fields.")
                      : refusal(400, "This is not a request of HTTP/1.1.");
    auto const written = co_await write(std::move(answer), false);
    if (written) co_await linger();
}

HttpAnswer HttpSession::refuse_upgrade(RequestHead const& request) {
    auto const wrong = check(request);
    if (wrong.status == 403) return refusal(403, wrong.message);
    if (wrong.status != 101)
        return refusal(wrong.status, wrong.message, "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n");
    if (buffer_.size() > 0) return refusal(400, "Nothing may follow the handshake before its answer.");
    return refusal(503, "There are too many connections from this address.");
}

Awaitable<HttpReply> HttpSession::ask_service(std::string_view target, std::string address) {
    return asio::async_initiate<asio::use_awaitable_t<IoExecutor> const, void(HttpReply)>(
        [this, target, address = std::move(address)](auto handler) {
            using Once = ReplyOnce<decltype(handler)>;
            auto const once = std::make_shared<Once>(std::move(handler), executor_);
            try {
                context_->service.get(target, address, [once](HttpReply reply) { once->reply(std::move(reply)); });
            } catch (std::exception const& problem) {
                spdlog::error("GET {} failed: {}", target, problem.what());
                once->reply_with_status(500);
            }
        },
        use_awaitable);
}

Awaitable<bool> HttpSession::write(HttpAnswer answer, bool keep_alive, bool with_body, bool chunked) {
    if (context_->certificate) answer.fields += "Strict-Transport-Security: max-age=31536000\r\n";
    auto const head = head_of(answer, keep_alive, chunked);
    auto const body = with_body && answer.body ? std::string_view(*answer.body) : std::string_view();
    // With the head goes as much as is sent at once.
    auto const first = body.substr(0, piece);
    std::array<asio::const_buffer, 2> const bytes{asio::buffer(head), asio::buffer(first)};
    if (answer.owns_body && body.size() > counted_bytes) account_for(body.size());
    error_code error;
    co_await asio::async_write(stream_, bytes, into(error));
    if (!error && body.size() > piece) error = co_await write_body(body.substr(piece), answer.owns_body);
    if (!error && with_body && answer.stream) error = co_await write_stream(*answer.stream, chunked);
    account_for(0);
    co_return !error;
}

Awaitable<error_code> HttpSession::write_body(std::string_view body, bool is_own) {
    error_code error;
    while (!error && !body.empty()) {
        if (is_own) account_for(body.size());
        body.remove_prefix(co_await asio::async_write(stream_, asio::buffer(body.substr(0, piece)), into(error)));
    }
    co_return error;
}

Awaitable<error_code> HttpSession::write_stream(HttpBody& stream, bool chunked) {
    error_code error;
    for (auto next = stream.next(); !error && !next.empty(); next = stream.next()) {
        account_for(stream.memory() + next.size());
        if (chunked)
            co_await asio::async_write(stream_, http::make_chunk(asio::buffer(next)), into(error));
        else
            co_await asio::async_write(stream_, asio::buffer(next), into(error));
        // Less than before: the client has taken a piece.
        account_for(stream.memory());
    }
    if (!error && chunked) co_await asio::async_write(stream_, http::make_chunk_last(), into(error));
    co_return error;
}

Awaitable<> HttpSession::linger() {
    set_deadline(context_->options.linger);
    return stream_.end_writing_and_drain();
}

} // namespace

void start_http_session(Executor& executor, Stream stream, std::shared_ptr<ServerContext> context) {
    std::make_shared<HttpSession>(executor, std::move(stream), std::move(context))->start();
}

} // namespace tefuda::server
