#include "server/session/http_replies.hpp"

#include "protocol/codec/encode.hpp"
#include "protocol/server_message.hpp"
#include "server/metrics/limit_log.hpp"

#include <spdlog/spdlog.h>

#include <memory>
#include <utility>

namespace tefuda::server {

HttpReply document(std::string body) {
    return {200, "application/json", std::move(body)};
}

namespace {

struct BadName {
    std::string message;
    ErrorDetails details;
};
BOOST_DESCRIBE_STRUCT(BadName, (), (message, details))

} // namespace

HttpReply failure(unsigned status, std::string_view message) {
    codec::JsonText body;
    body += '{';
    codec::FieldWriter(body).field("message", message);
    body += '}';
    return {status, "application/json", body.str()};
}

HttpReply refused_name(NameFault fault) {
    return {400, "application/json",
            codec::to_json(BadName{std::string(sentence_of(fault)), ErrorDetails{.reason = fault}})};
}

HttpReply too_many(std::string_view message, std::chrono::milliseconds wait) {
    auto reply = failure(429, message);
    reply.retry_after = wait;
    return reply;
}

namespace {

struct Until {
    Nullable<std::string> until;
};
BOOST_DESCRIBE_STRUCT(Until, (), (until))

struct Banned {
    std::string message;
    Until details;
};
BOOST_DESCRIBE_STRUCT(Banned, (), (message, details))

} // namespace

std::optional<HttpReply> refusal_of(Sanctions const& sanctions, std::optional<std::string> const& player,
                                    std::string const& address) {
    auto const met = sanctions.find(SanctionKind::ban, player, address);
    if (!met) return std::nullopt;
    note_refused(RefusedFor::banned);
    return HttpReply{403, "application/json", codec::to_json(Banned{met->because, {met->until}})};
}

HttpReply no_room() {
    return failure(404, "There is no room with this code.");
}

HttpReply not_open_yet(std::string const& player, HttpReply const& own) {
    auto reply = failure(403, "This is a player's board of the day: others see it once it is open.");
    if (!own.page) reply.own = std::make_shared<HttpReply::Own const>(HttpReply::Own{player, own.body});
    return reply;
}

HttpReply unreadable(std::string const& room, std::string const& reason) {
    spdlog::error("Room {} can't be read: {}", room, reason);
    return failure(503, "The server can't read this now: try again later.");
}

HttpReply not_found() {
    return failure(404, "There is nothing here.");
}

} // namespace tefuda::server
