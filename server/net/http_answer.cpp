#include "server/net/http_answer.hpp"

#include <array>
#include <ctime>
#include <utility>

namespace tefuda::server {

namespace {

std::string_view reason_phrase(unsigned status) {
    switch (status) {
    case 200:
        return "OK";
    case 202:
        return "Accepted";
    case 304:
        return "Not Modified";
    case 400:
        return "Bad Request";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 409:
        return "Conflict";
    case 426:
        return "Upgrade Required";
    case 429:
        return "Too Many Requests";
    case 431:
        return "Request Header Fields Too Large";
    case 500:
        return "Internal Server Error";
    case 503:
        return "Service Unavailable";
    // RFC 9112, section 4: the reason phrase may be empty.
    default:
        return "";
    }
}

std::string date() {
    auto const now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 40> text{};
    // The server never sets a locale, so the names are English.
    std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
    return text.data();
}

void add_field(std::string& fields, std::string_view name, std::string_view value) {
    fields.append(name).append(": ").append(value).append("\r\n");
}

} // namespace

HttpAnswer answer_of(HttpReply reply) {
    if (reply.status >= 400 && reply.body.empty() && !reply.stream)
        return refusal(reply.status, reply.status == 404 ? "There is no such page." : reason_phrase(reply.status));
    auto const retry_after = reply.retry_after;
    HttpAnswer answer{.status = reply.status, .stream = std::move(reply.stream), .owns_body = true};
    if (!answer.stream) answer.body = std::make_shared<std::string const>(std::move(reply.body));
    add_field(answer.fields, "Content-Type", reply.content_type);
    add_field(answer.fields, "Cache-Control", "no-store");
    add_field(answer.fields, "X-Content-Type-Options", "nosniff");
    // In whole seconds (RFC 9110, section 10.2.3).
    if (retry_after)
        add_field(answer.fields, "Retry-After",
                  std::to_string(std::chrono::ceil<std::chrono::seconds>(*retry_after).count()));
    return answer;
}

HttpAnswer answer_of(WebFiles::Reply const& file) {
    HttpAnswer answer{file.status, {}, file.body};
    add_field(answer.fields, "ETag", file.etag);
    add_field(answer.fields, "Cache-Control", file.cache_control);
    if (file.varies) add_field(answer.fields, "Vary", "Accept-Encoding");
    if (file.body) add_field(answer.fields, "Content-Type", file.content_type);
    if (file.body && !file.content_encoding.empty())
        add_field(answer.fields, "Content-Encoding", file.content_encoding);
    answer.fields += web_security_fields;
    return answer;
}

HttpAnswer refusal(unsigned status, std::string_view message, std::string fields) {
    HttpReply reply;
    reply.status = status;
    reply.body.append("{\"message\":\"").append(message).append("\"}");
    auto answer = answer_of(std::move(reply));
    answer.fields += fields;
    return answer;
}

std::string head_of(HttpAnswer const& answer, bool keep_alive, bool chunked) {
    std::string head = "HTTP/1.1 " + std::to_string(answer.status) + " ";
    head.append(reason_phrase(answer.status)).append("\r\n");
    add_field(head, "Date", date());
    add_field(head, "Connection", keep_alive ? "keep-alive" : "close");
    if (answer.body) add_field(head, "Content-Length", std::to_string(answer.body->size()));
    if (answer.stream && chunked) add_field(head, "Transfer-Encoding", "chunked");
    head += answer.fields;
    head += "\r\n";
    return head;
}

} // namespace tefuda::server
