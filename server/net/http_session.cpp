#include "server/net/http_session.hpp"

#include "server/metrics/limit_log.hpp"
#include "server/net/http_io.hpp"
#include "server/net/peer.hpp"
#include "server/net/request_policy.hpp"
#include "server/net/websocket_session.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/beast/http/read.hpp>
#include <spdlog/spdlog.h>

#include <exception>
#include <optional>
#include <utility>

namespace tefuda::server {

namespace beast = boost::beast;
namespace http = boost::beast::http;

namespace {

bool is_for_websocket(RequestHead const& request) {
    auto const target = request.target();
    return target.substr(0, target.find('?')) == "/ws";
}

class HttpSession final : public Connection, public std::enable_shared_from_this<HttpSession> {
public:
    HttpSession(Executor& executor, Stream stream, std::shared_ptr<ServerContext> context)
        : executor_(executor), stream_(std::move(stream)), context_(std::move(context)),
          call_(executor_, stream_.get_executor()) {}

    void start() {
        error_code error;
        peer_ = stream_.socket().remote_endpoint(error).address();
        // Behind a proxy every connection has the proxy's address; the request will tell the client's.
        auto entry = context_->connections.add(
            weak_from_this(), behind_proxy() ? std::string() : counted_address(peer_), peer_.is_loopback());
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

    void stop() override {
        executor_.post([self = shared_from_this()] {
            self->stopping_ = true;
            if (self->idle_) self->stream_.abort();
        });
    }

    void drop() override {
        executor_.post([self = shared_from_this()] { self->stream_.abort(); });
    }

private:
    void open_account(std::string const& address) {
        account_.emplace(context_->send_budget, address, [weak = weak_from_this(), address] {
            auto const self = weak.lock();
            if (!self) return;
            // Too much waits to be sent, and this client has taken nothing for the longest time.
            count_limit(Limit::unsent_bytes, address);
            self->drop();
        });
    }

    void set_deadline(std::chrono::milliseconds time) {
        deadline_ = executor_.schedule(executor_.now() + time, [this] {
            stream_.abort();
            call_.cancel();
        });
    }

    Awaitable<> run() {
        error_code error;
        set_deadline(context_->options.handshake);
        co_await stream_.open(error);
        while (!error && !stopping_) {
            HeadParser parser;
            parser.header_limit(static_cast<std::uint32_t>(context_->options.header_bytes));
            // The service says how long one may be.
            parser.body_limit(boost::none);
            set_deadline(context_->options.request);
            idle_ = buffer_.size() == 0;
            co_await http::async_read_header(stream_, buffer_, parser, into(error));
            idle_ = false;
            if (error) {
                co_await refuse_unread(error);
                co_return;
            }
            policy().report_forwarded(parser.get());
            RequestPolicy::move_host_from_target(parser.get());
            auto refused = RequestPolicy::refuse_malformed(parser.get());
            if (refused) {
                if (behind_proxy()) open_account(policy().address_of(parser.get()));
                set_deadline(context_->options.reply);
                auto answer = answer_of(std::move(*refused));
                co_await send(std::move(answer), parser.get(), false);
                co_return;
            }
            auto const is_websocket = co_await becomes_websocket(parser);
            if (is_websocket) co_return;
            set_deadline(context_->options.reply);
            auto const goes_on = co_await answer(parser);
            if (!goes_on) co_return;
        }
    }

    /// Who opens a WebSocket, and whether it may.
    Awaitable<Identified> identify(RequestHead const& request) {
        auto asked = policy().read(request);
        // A page of another origin that may connect is nobody: browsers send the cookie unasked, and name the origin
        // here.
        if (asked.is_foreign || request.count(http::field::origin) == 0) asked.cookies.clear();
        set_deadline(context_->options.reply);
        // Named, as all that is passed to a co_await: GCC 12 destroys such temporaries twice.
        ServiceCall::Call<Identified> const call = [&](std::function<void(Identified)> to) {
            context_->service.identify(std::move(asked), std::move(to));
        };
        auto const self = shared_from_this();
        co_return co_await call_.ask<Identified>(call, self);
    }

    /// \returns true also where it has refused it and the connection ends
    Awaitable<bool> becomes_websocket(HeadParser& parser) {
        auto const& request = parser.get();
        if (!is_for_websocket(request) || has_body(parser) || buffer_.size() > 0) co_return false;
        if (request.count(http::field::host) != 1 || policy().check(request).status != 101) co_return false;
        auto who = co_await identify(request);
        if (stopping_ && who) who = HttpReply{.status = 503};
        if (!who) {
            if (behind_proxy()) open_account(policy().address_of(request));
            auto refused = answer_of(std::move(who).error());
            auto const written = co_await write(std::move(refused), {.keep_alive = false});
            if (written) co_await linger();
            co_return true;
        }
        auto address = policy().address_of(request);
        auto const is_own = policy().is_own(request);
        if (behind_proxy() && !context_->connections.count_address(entry_, address, is_own)) co_return false;
        deadline_ = nullptr;
        account_.reset();
        auto const head = parser.release();
        start_websocket_session(executor_, std::move(stream_), context_, std::move(entry_), std::move(address),
                                query_of(head), std::move(*who), head);
        co_return true;
    }

    Awaitable<bool> answer(HeadParser& parser) {
        // Whoever reads the body moves the parser.
        auto const head = parser.get();
        auto const may_go_on = head.keep_alive() && !stopping_;
        if (behind_proxy()) open_account(policy().address_of(head));
        if (is_for_websocket(head)) {
            auto refused = answer_of(policy().refuse_upgrade(head, has_body(parser), buffer_.size() > 0));
            co_return co_await send(std::move(refused), head, may_go_on && !has_body(parser));
        }
        auto request = policy().read(head);
        request.has_body = has_body(parser);
        auto admitted = context_->service.admit(request);
        if (!admitted) {
            auto refused = answer_of(std::move(admitted).error());
            co_return co_await send(std::move(refused), head, may_go_on && !has_body(parser));
        }
        if (!request.route)
            if (auto const file = context_->files.find(
                    {request.target, head[http::field::accept_encoding], head[http::field::if_none_match]})) {
                auto page = answer_of(*file);
                co_return co_await send(std::move(page), head, may_go_on);
            }
        if (has_body(parser)) {
            auto const error = co_await read_body(stream_, buffer_, parser, request, admitted->longest_body);
            if (error) {
                co_await refuse_unread(error);
                co_return false;
            }
        }
        auto const goes_on = may_go_on && !request.has_long_body;
        ServiceCall::Call<HttpReply> const call = [&](std::function<void(HttpReply)> to) {
            context_->service.handle(std::move(request), std::move(to));
        };
        auto const self = shared_from_this();
        auto reply = co_await call_.ask<HttpReply>(call, self);
        auto answer = reply.page ? page_with(*reply.page, head) : answer_of(std::move(reply));
        co_return co_await send(std::move(answer), head, goes_on);
    }

    HttpAnswer page_with(PagePreview const& preview, RequestHead const& request) const {
        auto const origin = policy().origin_of(request);
        return answer_of(context_->files.page(preview, {.target = request.target(),
                                                        .accept_encoding = request[http::field::accept_encoding],
                                                        .if_none_match = request[http::field::if_none_match],
                                                        .origin = origin}));
    }

    /// \returns whether another request may follow
    Awaitable<bool> send(HttpAnswer answer, RequestHead const& request, bool keep_alive) {
        auto const with_body = request.method() != http::verb::head;
        // HTTP/1.0 has no chunks: the end of the connection is the body's.
        auto const chunked = request.version() == 11;
        auto const goes_on = keep_alive && (!answer.stream || chunked);
        auto const written = co_await write(std::move(answer), {goes_on, with_body, chunked});
        if (written && !goes_on) co_await linger();
        auto const again = written && goes_on;
        co_return again;
    }

    /// The request could not be read. A client that has gone gets nothing; one that sent something else than HTTP/1.1
    /// gets an error.
    Awaitable<> refuse_unread(error_code error) {
        if (error == http::error::end_of_stream || error == http::error::partial_message ||
            error.category() != make_error_code(http::error::end_of_stream).category())
            co_return;
        set_deadline(context_->options.reply);
        auto const is_too_long = error == http::error::header_limit || error == http::error::buffer_overflow;
        auto answer = answer_of(is_too_long ? failure(431, "The request has too many or too long fields.")
                                            : failure(400, "This is not a request of HTTP/1.1."));
        auto const written = co_await write(std::move(answer), {.keep_alive = false});
        if (written) co_await linger();
    }

    Awaitable<bool> write(HttpAnswer answer, AnswerForm form) {
        if (context_->certificate) answer.head.set("Strict-Transport-Security", "max-age=31536000");
        auto const charge = [this](std::size_t bytes) { account_->set(bytes, executor_.now()); };
        auto const self = shared_from_this();
        auto const error = co_await write_answer(stream_, std::move(answer), form, call_, self, charge);
        co_return !error;
    }

    Awaitable<> linger() {
        set_deadline(context_->options.linger);
        return stream_.end_writing_and_drain();
    }

    static bool has_body(HeadParser const& parser) { return !parser.is_done(); }
    bool behind_proxy() const { return context_->options.trust_forwarded; }
    RequestPolicy policy() const { return {context_->options, peer_}; }

    Executor& executor_;
    Stream stream_;
    std::shared_ptr<ServerContext> const context_;
    std::unique_ptr<Timer> deadline_;
    Connections::Entry entry_;
    std::optional<SendBudget::Account> account_;
    asio::ip::address peer_;
    beast::flat_buffer buffer_{64 * 1024};
    ServiceCall call_;
    /// Waits for a request of which nothing has come yet.
    bool idle_ = false;
    bool stopping_ = false;
};

} // namespace

void start_http_session(Executor& executor, Stream stream, std::shared_ptr<ServerContext> context) {
    std::make_shared<HttpSession>(executor, std::move(stream), std::move(context))->start();
}

} // namespace tefuda::server
