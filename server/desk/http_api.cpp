#include "server/desk/http_api.hpp"

#include "protocol/async_api.hpp"
#include "protocol/codec/encode.hpp"
#include "server/desk/page_preview.hpp"
#include "server/match/rules_text.hpp"
#include "server/metrics/limit_log.hpp"
#include "server/metrics/metrics.hpp"
#include "server/room/board_rules.hpp"
#include "server/room/room_info.hpp"
#include "server/room/stored_form.hpp"
#include "server/runtime/clock.hpp"
#include "server/session/http_replies.hpp"
#include "server/session/query.hpp"

#include <algorithm>
#include <utility>

namespace tefuda::server {

namespace {

/// `{game}/rules` or `{game}/rules?language=ja`. A game without Japanese rules has the English ones in their place.
HttpReply rules_reply(std::string_view rest, std::string_view query) {
    auto const slash = std::min(rest.find('/'), rest.size());
    auto const game = rest.substr(0, slash);
    auto const language = parameter(query, "language").value_or("en");
    if (rest.substr(slash) != "/rules" || (language != "en" && language != "ja")) return not_found();
    auto text = language == "ja" ? rules_text(game, RulesLanguage::japanese) : std::string_view();
    if (text.empty()) text = rules_text(game, RulesLanguage::english);
    if (text.empty()) return failure(404, "There is no such game here.");
    return {200, "text/markdown; charset=utf-8", std::string(text)};
}

} // namespace

HttpApi::HttpApi(RoomRegistry& rooms, StoreReader* store, Executor& executor, AddressRate& guesses,
                 Rate requests_an_address, BotPool& bots, ServerName name, Readiness const& readiness,
                 MatchApi::HideGone hide_gone)
    : rooms_(rooms), finished_(rooms, store, executor),
      matches_(finished_, guesses, bots, rooms.open_boards(), std::move(hide_gone)), store_(store), executor_(executor),
      guesses_(guesses), requests_(requests_an_address), readiness_(readiness), name_(std::move(name)),
      games_(games_document(describe_games())), async_api_(async_api_document(name_.version, describe_games())) {}

HttpReply HttpApi::ready_reply() const {
    if (auto const obstacle = readiness_.obstacle()) return failure(503, *obstacle);
    return {200, "text/plain", "ready\n"};
}

HttpReply HttpApi::metrics_reply() const {
    constexpr auto ok = 200;
    return {ok, "text/plain; version=0.0.4; charset=utf-8", metrics_text(name_, !readiness_.obstacle())};
}

void HttpApi::get(std::string_view target, std::string const& address, Reply reply) {
    constexpr std::string_view rooms = "/api/rooms";
    auto const path = target.substr(0, target.find('?'));
    auto const query = target.substr(std::min(target.size(), path.size() + 1));
    if (path == "/healthz") return reply({200, "text/plain", "ok\n"});
    if (path == "/readyz") return reply(ready_reply());
    if (path.starts_with("/room/") || path.starts_with("/replay/")) return get_page(path, address, reply);
    if (path == "/metrics") return reply(metrics_reply());
    // Rooms are still being recovered: a list would be incomplete.
    if (readiness_.is_starting()) return reply(ready_reply());
    auto const now = steady_now();
    if (auto const wait = requests_.take(address, now)) {
        note_limit(Limit::requests, address);
        return reply(too_many("Too many requests: wait a little.", *wait));
    }
    if (path == "/api/games") return reply(document(games_));
    if (path.starts_with("/api/games/")) return reply(rules_reply(path.substr(11), query));
    if (path == "/asyncapi.json") return reply(document(async_api_));
    if (path == rooms) return reply(document(rooms_.list({parameter(query, "after"), parameter(query, "game")}).rooms));
    if (path.starts_with("/api/rooms/"))
        return get_room(path.substr(rooms.size() + 1), query, address, std::move(reply));
    reply(not_found());
}

/// `{room}`, or a match of it.
void HttpApi::get_room(std::string_view rest, std::string_view query, std::string const& address, Reply reply) {
    auto const slash = rest.find('/');
    std::string const code(rest.substr(0, slash));
    // Before anybody looks: else the answers would tell which of many guesses are right.
    if (auto const wait = guesses_.take(address, steady_now())) {
        note_limit(Limit::guesses, address);
        return reply(too_many("Too many room codes: wait a little.", *wait));
    }
    auto const found = rooms_.look_up(code);
    if (!found.room && !found.is_asleep) return reply(no_room());
    if (found.room) guesses_.give_back(address);
    if (slash == std::string_view::npos) {
        auto const reply_with = [](RoomSummary const& summary) { return document(codec::to_json(summary)); };
        return found.room ? get_summary(*found.room, reply_with, reply)
                          : get_stored_summary(code, address, reply_with, reply);
    }

    constexpr std::string_view matches = "/matches/";
    rest.remove_prefix(slash);
    auto const request =
        rest.starts_with(matches) ? read_match_request(rest.substr(matches.size()), query) : std::nullopt;
    if (!request) return reply(not_found());
    matches_.get({code, *request, address}, !found.room, reply);
}

/// The page at `/room/{room}` or `/replay/{room}/{n}`. A link that leads nowhere gets the page too, which says so.
void HttpApi::get_page(std::string_view path, std::string const& address, Reply const& reply) {
    auto const is_replay = path.starts_with("/replay/");
    path.remove_prefix(path.find('/', 1) + 1);
    std::string const code(path.substr(0, path.find('/')));
    auto const page = [](PagePreview preview) {
        HttpReply with;
        with.page = std::move(preview);
        return with;
    };
    auto const now = steady_now();
    // Whoever asks too often gets the page as well, and it says nothing.
    if (readiness_.is_starting() || requests_.take(address, now) || guesses_.take(address, now))
        return reply(page(preview_of_nothing()));
    auto const [room, is_asleep] = rooms_.look_up(code);
    if (!room && !is_asleep) return reply(page(preview_of_nothing()));
    if (room) guesses_.give_back(address);
    auto const reply_with = [is_replay, page](RoomSummary const& summary) {
        return page(is_replay ? preview_of_replay(summary) : preview_of_room(summary));
    };
    auto const reply_page = [reply, page](HttpReply answer) {
        reply(answer.page ? std::move(answer) : page(preview_of_nothing()));
    };
    if (room) return get_summary(*room, reply_with, reply_page);
    get_stored_summary(code, address, reply_with, reply_page);
}

HttpReply HttpApi::unless_hidden(RoomState const& state, HttpReply shown) const {
    if (!is_hidden(state, rooms_.open_boards())) return shown;
    return not_open_yet(state.setting.board->player, shown);
}

void HttpApi::get_summary(RoomActor& room, ReplyWith const& reply_with, Reply const& reply) const {
    room.read(
        [this, reply, reply_with](Room const& it) { reply(unless_hidden(it.state(), reply_with(it.summary()))); });
}

/// Of a room that is in the store alone: reading doesn't wake it.
void HttpApi::get_stored_summary(std::string const& code, std::string const& address, ReplyWith const& reply_with,
                                 Reply const& reply) {
    auto answer = [this, code, address, reply_with, reply](ReadResult<std::optional<StoredRoom>> const& result) {
        if (auto const* failure = std::get_if<ReadFailure>(&result)) return reply(unreadable(code, failure->reason));
        auto const& stored = std::get<std::optional<StoredRoom>>(result);
        if (!stored || stored->room.closed == true) return reply(no_room());
        guesses_.give_back(address);
        auto const state = state_of(code, stored->room);
        if (auto const* damage = std::get_if<Illegal>(&state)) return reply(unreadable(code, damage->reason));
        auto const& found = std::get<RoomState>(state);
        // It may run on another server, which alone knows who is connected.
        auto const summary = store_->is_shared() ? summary_of_other(found, 0) : summary_of_stored(found);
        reply(unless_hidden(found, reply_with(summary)));
    };
    store_->read_room(code, executor_, std::move(answer));
}

} // namespace tefuda::server
