#include "server/documents.hpp"

#include "protocol/async_api.hpp"
#include "protocol/codec/encode.hpp"
#include "server/config.hpp"

#include <charconv>

namespace tefuda::server {

namespace {

HttpReply failure(unsigned status, std::string_view message) {
    std::string body = "{";
    codec::FieldWriter(body).field("message", message);
    return {status, "application/json", body + "}"};
}

HttpReply document(std::string body) {
    return {200, "application/json", std::move(body)};
}

HttpReply not_found() {
    return failure(404, "There is nothing here.");
}

/// A number without a sign or leading zeros; nothing for anything else.
std::optional<int> to_number(std::string_view text) {
    int number = 0;
    auto const [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc() || end != text.data() + text.size() || text.front() == '-' || text.front() == '0')
        return std::nullopt;
    return number;
}

HttpReply replay_reply(Room const& room, int number) {
    if (room.is_being_played(number)) return failure(409, "This match is still being played.");
    auto const* record = room.finished_match(number);
    if (!record) return failure(404, "There was no such match in this room.");
    return document(replay_of(*record));
}

} // namespace

Documents::Documents(Lobby& lobby)
    : lobby_(lobby), games_(games_document()), async_api_(async_api_document(version())) {}

void Documents::get(std::string_view target, std::function<void(HttpReply)> reply) {
    constexpr std::string_view rooms = "/api/rooms";
    auto const path = target.substr(0, target.find('?'));
    if (path == "/healthz") return reply({200, "text/plain", "ok\n"});
    if (path == "/readyz")
        return reply(ready_ ? HttpReply{200, "text/plain", "ready\n"} : failure(503, "The server is shutting down."));
    if (path == "/api/games") return reply(document(games_));
    if (path == "/asyncapi.json") return reply(document(async_api_));
    if (path == rooms) return reply(document(lobby_.list()));
    if (path.starts_with("/api/rooms/")) return get_room(path.substr(rooms.size() + 1), std::move(reply));
    reply(not_found());
}

/// `{room}` or `{room}/matches/{n}`.
void Documents::get_room(std::string_view rest, std::function<void(HttpReply)> reply) {
    auto const slash = rest.find('/');
    auto const room = lobby_.find(std::string(rest.substr(0, slash)));
    if (!room) return reply(failure(404, "There is no room with this code."));
    if (slash == std::string_view::npos) {
        room->read([reply = std::move(reply)](Room const& it) { reply(document(codec::to_json(it.summary()))); });
        return;
    }
    constexpr std::string_view matches = "/matches/";
    rest.remove_prefix(slash);
    auto const number = rest.starts_with(matches) ? to_number(rest.substr(matches.size())) : std::nullopt;
    if (!number) return reply(not_found());
    room->read([reply = std::move(reply), number = *number](Room const& it) { reply(replay_reply(it, number)); });
}

} // namespace tefuda::server
