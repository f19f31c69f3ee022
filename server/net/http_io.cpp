#include "server/net/http_io.hpp"

#include "server/metrics/utc.hpp"
#include "server/net/request_policy.hpp"
#include "server/runtime/clock.hpp"

#include <boost/asio/write.hpp>
#include <boost/beast/http/chunk_encode.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include <algorithm>
#include <chrono>

namespace tefuda::server {

namespace http = boost::beast::http;

namespace {

/// How much of a body is sent at once.
constexpr std::size_t piece = 64 * 1024;
/// A body of fewer bytes is not charged.
constexpr std::size_t charged_bytes = 4 * 1024;

/// RFC 9110, section 5.6.7.
std::string date() {
    return utc_text(this_moment().second(), "%a, %d %b %Y %H:%M:%S GMT");
}

Awaitable<error_code> write_body(Stream& stream, HttpAnswer const& answer,
                                 std::function<void(std::size_t)> const& charge) {
    using Body = http::span_body<char const>;
    http::response<Body> response(answer.head.base());
    response.body() = {answer.body->data(), answer.body->size()};
    http::response_serializer<Body> serializer(response);
    serializer.limit(piece);
    auto const is_charged = answer.owns_body && answer.body->size() > charged_bytes;
    auto waiting = answer.body->size();
    error_code error;
    while (!error && !serializer.is_done()) {
        if (is_charged) charge(waiting);
        auto const sent = co_await http::async_write_some(stream, serializer, into(error));
        waiting -= std::min(waiting, sent);
    }
    co_return error;
}

Awaitable<error_code> write_stream(Stream& stream, HttpBody& body, bool chunked, ServiceCall& call,
                                   std::shared_ptr<void> const& owner, std::function<void(std::size_t)> const& charge) {
    ServiceCall::Call<HttpReply> const make_piece = [&body](std::function<void(HttpReply)> const& reply) {
        body.next([reply](std::optional<std::string> text) {
            reply(text ? HttpReply{.body = std::move(*text)} : HttpReply{.status = 500});
        });
    };
    error_code error;
    while (!error) {
        auto const made = co_await call.ask(make_piece, owner);
        auto const& text = made.body;
        if (made.status != 200) co_return make_error_code(http::error::partial_message);
        if (text.empty()) break;
        charge(body.memory() + text.size());
        if (chunked)
            co_await asio::async_write(stream, http::make_chunk(asio::buffer(text)), into(error));
        else
            co_await asio::async_write(stream, asio::buffer(text), into(error));
        // Less than before: the client has taken a piece.
        charge(body.memory());
    }
    if (!error && chunked) co_await asio::async_write(stream, http::make_chunk_last(), into(error));
    co_return error;
}

} // namespace

HttpAnswer answer_of(HttpReply reply) {
    if (reply.status >= 400 && reply.body.empty() && !reply.stream) {
        std::string_view const reason = http::obsolete_reason(http::int_to_status(reply.status));
        return answer_of(failure(reply.status, reply.status == 404 ? "There is no such page." : reason));
    }
    HttpAnswer answer{.stream = std::move(reply.stream), .owns_body = true};
    // 204 has neither a body nor its length (RFC 9110, section 8.6).
    if (!answer.stream && reply.status != 204) answer.body = std::make_shared<std::string const>(std::move(reply.body));
    answer.head.result(reply.status);
    answer.head.set(http::field::content_type, reply.content_type);
    answer.head.set(http::field::cache_control, "no-store");
    answer.head.set("X-Content-Type-Options", "nosniff");
    for (auto const& [name, value] : reply.fields) answer.head.insert(name, value);
    // In whole seconds (RFC 9110, section 10.2.3).
    if (reply.retry_after)
        answer.head.set(http::field::retry_after,
                        std::to_string(std::chrono::ceil<std::chrono::seconds>(*reply.retry_after).count()));
    return answer;
}

HttpAnswer answer_of(WebFiles::Reply const& file) {
    HttpAnswer answer{.body = file.body};
    answer.head.result(file.status);
    answer.head.set(http::field::etag, file.etag);
    answer.head.set(http::field::cache_control, file.cache_control);
    if (!file.vary.empty()) answer.head.set(http::field::vary, file.vary);
    if (file.body) answer.head.set(http::field::content_type, file.content_type);
    if (file.body && !file.content_encoding.empty())
        answer.head.set(http::field::content_encoding, file.content_encoding);
    for (auto const& [name, value] : web_security_fields) answer.head.set(name, value);
    return answer;
}

Awaitable<error_code> read_body(Stream& stream, boost::beast::flat_buffer& buffer, HeadParser& parser,
                                HttpRequest& request, std::size_t most) {
    error_code error;
    auto const length = parser.content_length();
    request.has_long_body = length && *length > most;
    if (request.has_long_body) co_return error;
    if (RequestPolicy::waits_for_status(parser.get()) && buffer.size() == 0) {
        constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
        co_await asio::async_write(stream, asio::buffer(go_on), into(error));
        if (error) co_return error;
    }
    http::request_parser<http::string_body> whole(std::move(parser));
    whole.body_limit(most);
    co_await http::async_read(stream, buffer, whole, into(error));
    request.has_long_body = error == http::error::body_limit;
    if (request.has_long_body) co_return error_code();
    if (!error) request.body = std::move(whole.get().body());
    co_return error;
}

Awaitable<error_code> write_answer(Stream& stream, HttpAnswer answer, AnswerForm form, ServiceCall& call,
                                   std::shared_ptr<void> owner, std::function<void(std::size_t)> charge) {
    auto& head = answer.head;
    head.set(http::field::date, date());
    head.set(http::field::connection, form.keep_alive ? "keep-alive" : "close");
    if (answer.body) head.content_length(answer.body->size());
    if (answer.stream && form.chunked) head.chunked(true);
    error_code error;
    if (answer.body && form.with_body) {
        error = co_await write_body(stream, answer, charge);
    } else {
        http::response_serializer<http::empty_body> serializer(head);
        co_await http::async_write_header(stream, serializer, into(error));
        if (!error && answer.stream && form.with_body)
            error = co_await write_stream(stream, *answer.stream, form.chunked, call, owner, charge);
    }
    charge(0);
    co_return error;
}

} // namespace tefuda::server
