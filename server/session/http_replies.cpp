#include "server/session/http_replies.hpp"

#include "protocol/codec/encode.hpp"

#include <spdlog/spdlog.h>

#include <utility>

namespace tefuda::server {

HttpReply document(std::string body) {
    return {200, "application/json", std::move(body)};
}

HttpReply failure(unsigned status, std::string_view message) {
    codec::JsonText body;
    body += '{';
    codec::FieldWriter(body).field("message", message);
    body += '}';
    return {status, "application/json", body.str()};
}

HttpReply too_many(std::string_view message, std::chrono::milliseconds wait) {
    auto reply = failure(429, message);
    reply.retry_after = wait;
    return reply;
}

HttpReply no_room() {
    return failure(404, "There is no room with this code.");
}

HttpReply unreadable(std::string const& room, std::string const& reason) {
    spdlog::error("Room {} can't be read: {}", room, reason);
    return failure(503, "The server can't read this now: try again later.");
}

HttpReply not_found() {
    return failure(404, "There is nothing here.");
}

} // namespace tefuda::server
