#include "server/session/http_api.hpp"

#include "protocol/async_api.hpp"
#include "protocol/codec/encode.hpp"
#include "server/config.hpp"
#include "server/metrics/metrics.hpp"

#include <algorithm>
#include <charconv>

namespace tefuda::server {

namespace {

HttpReply failure(unsigned status, std::string_view message) {
    codec::JsonText body;
    body += '{';
    codec::FieldWriter(body).field("message", message);
    body += '}';
    return {status, "application/json", body.str()};
}

HttpReply ready_reply(HttpApi::Readiness readiness) {
    if (readiness == HttpApi::Readiness::ready) return {200, "text/plain", "ready\n"};
    auto const starting = readiness == HttpApi::Readiness::starting;
    return failure(503, starting ? "The server is starting." : "The server is shutting down.");
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
    auto const leading_zero = text.size() > 1 && text.front() == '0';
    if (problem != std::errc() || end != text.data() + text.size() || text.front() == '-' || leading_zero)
        return std::nullopt;
    return number;
}

/// What is asked of a finished match.
struct MatchRequest {
    int number;
    /// The updates of one observer instead of the replay.
    bool updates = false;
    std::optional<int> seat;
};

HttpReply match_reply(MatchRecord const* record, MatchRequest const& request) {
    if (!record) return failure(404, "There was no such match in this room.");
    if (!request.updates) return document(replay_of(*record));
    if (request.seat && (*request.seat < 0 || *request.seat >= record->setup.seats()))
        return failure(404, "There was no such seat in this match.");
    auto const observer = request.seat ? Observer(Seat(*request.seat)) : Observer::spectator();
    return document("{\"updates\":" + updates_of(*record, observer) + "}");
}

/// `{n}`, `{n}/updates` or `{n}/updates?seat={k}`.
std::optional<MatchRequest> read_match_request(std::string_view path, std::string_view query) {
    auto const slash = path.find('/');
    auto const number = to_number(path.substr(0, slash));
    if (!number || *number == 0) return std::nullopt;
    if (slash == std::string_view::npos) return MatchRequest{*number};
    if (path.substr(slash) != "/updates") return std::nullopt;
    if (query.empty()) return MatchRequest{*number, true};
    constexpr std::string_view seat = "seat=";
    auto const which = query.starts_with(seat) ? to_number(query.substr(seat.size())) : std::nullopt;
    if (!which) return std::nullopt;
    return MatchRequest{*number, true, which};
}

} // namespace

HttpApi::HttpApi(RoomRegistry& lobby, Guesses& guesses)
    : lobby_(lobby), guesses_(guesses), games_(games_document(describe_games())),
      async_api_(async_api_document(version(), describe_games())) {}

void HttpApi::get(std::string_view target, std::string const& address, std::function<void(HttpReply)> reply) {
    constexpr std::string_view rooms = "/api/rooms";
    auto const path = target.substr(0, target.find('?'));
    auto const query = target.substr(std::min(target.size(), path.size() + 1));
    if (path == "/healthz") return reply({200, "text/plain", "ok\n"});
    if (path == "/readyz") return reply(ready_reply(readiness_));
    if (path == "/metrics") return reply({200, "text/plain; version=0.0.4; charset=utf-8", metrics_text(version())});
    // The rooms are being brought back: none is to be missed.
    if (readiness_ == Readiness::starting) return reply(ready_reply(readiness_));
    if (path == "/api/games") return reply(document(games_));
    if (path == "/asyncapi.json") return reply(document(async_api_));
    if (path == rooms) return reply(document(lobby_.list()));
    if (path.starts_with("/api/rooms/"))
        return get_room(path.substr(rooms.size() + 1), query, address, std::move(reply));
    reply(not_found());
}

/// `{room}`, or a match of it.
void HttpApi::get_room(std::string_view rest, std::string_view query, std::string const& address,
                         std::function<void(HttpReply)> reply) {
    auto const now = Executor::Clock::now();
    if (guesses_.wait(address, now)) {
        metrics().limits_hit[Limit::guesses].add();
        return reply(failure(429, "Too many wrong room codes: wait a little."));
    }
    auto const slash = rest.find('/');
    auto const room = lobby_.find(std::string(rest.substr(0, slash)));
    if (!room) {
        guesses_.note_wrong(address, now);
        return reply(failure(404, "There is no room with this code."));
    }
    if (slash == std::string_view::npos) {
        room->read([reply = std::move(reply)](Room const& it) { reply(document(codec::to_json(it.summary()))); });
        return;
    }
    constexpr std::string_view matches = "/matches/";
    rest.remove_prefix(slash);
    auto const request =
        rest.starts_with(matches) ? read_match_request(rest.substr(matches.size()), query) : std::nullopt;
    if (!request) return reply(not_found());
    room->read([this, reply = std::move(reply), request = *request](Room const& it) {
        if (it.is_being_played(request.number)) return reply(failure(409, "This match is still being played."));
        if (auto const* record = it.finished_match(request.number)) return reply(match_reply(record, request));
        auto const stored = lobby_.find_stored_match(it.state().setting.code, request.number);
        reply(match_reply(stored ? &*stored : nullptr, request));
    });
}

} // namespace tefuda::server
