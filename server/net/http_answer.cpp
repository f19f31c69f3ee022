#include "server/net/http_answer.hpp"

#include <chrono>
#include <utility>

namespace tefuda::server {

namespace http = boost::beast::http;

HttpAnswer answer_of(HttpReply reply) {
    if (reply.status >= 400 && reply.body.empty() && !reply.stream) {
        std::string_view const reason = http::obsolete_reason(http::int_to_status(reply.status));
        return refusal(reply.status, reply.status == 404 ? "There is no such page." : reason);
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

HttpAnswer refusal(unsigned status, std::string_view message) {
    return answer_of(failure(status, message));
}

} // namespace tefuda::server
