#include "server/session/http_api.hpp"

#include "protocol/async_api.hpp"
#include "protocol/codec/encode.hpp"
#include "server/match/match_updates.hpp"
#include "server/match/rules_text.hpp"
#include "server/metrics/limit_log.hpp"
#include "server/metrics/metrics.hpp"
#include "server/room/room_info.hpp"
#include "server/room/stored_form.hpp"
#include "server/session/page_preview.hpp"
#include "server/session/query.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace tefuda::server {

namespace {

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

HttpReply document(std::string body) {
    return {200, "application/json", std::move(body)};
}

HttpReply no_room() {
    return failure(404, "There is no room with this code.");
}

HttpReply unreadable(std::string const& code, std::string const& reason) {
    spdlog::error("Room {} can't be read: {}", code, reason);
    return failure(503, "The server can't read this now: try again later.");
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

using MatchRequest = HttpApi::MatchRequest;

/// `{"updates": [...]}`
class UpdatesBody final : public HttpBody {
public:
    UpdatesBody(MatchRecord record, Observer observer) : updates_(std::move(record), observer) {}

    std::string next() override {
        constexpr std::size_t enough = 32 * 1024;
        std::string piece;
        while (!ended_ && piece.size() < enough) {
            auto const update = updates_.next();
            if (update)
                piece.append(std::exchange(separator_, ",")).append(*update);
            else
                piece.append("]}");
            ended_ = !update;
        }
        return piece;
    }

    std::size_t memory() const override { return updates_.memory(); }

private:
    MatchUpdates updates_;
    std::string_view separator_ = "{\"updates\":[";
    bool ended_ = false;
};

HttpReply no_match() {
    return failure(404, "There was no such match in this room.");
}

HttpReply being_played() {
    return failure(409, "This match is still being played.");
}

/// `{n}`, `{n}/updates`, `{n}/updates?seat={k}` or `{n}/analysis`.
std::optional<MatchRequest> read_match_request(std::string_view path, std::string_view query) {
    using enum MatchRequest::What;
    auto const slash = path.find('/');
    auto const number = to_number(path.substr(0, slash));
    if (!number || *number == 0) return std::nullopt;
    if (slash == std::string_view::npos) return MatchRequest{*number};
    if (path.substr(slash) == "/analysis") return MatchRequest{*number, analysis};
    if (path.substr(slash) != "/updates") return std::nullopt;
    if (query.empty()) return MatchRequest{*number, updates};
    constexpr std::string_view seat = "seat=";
    auto const which = query.starts_with(seat) ? to_number(query.substr(seat.size())) : std::nullopt;
    if (!which) return std::nullopt;
    return MatchRequest{*number, updates, which};
}

} // namespace

HttpApi::HttpApi(RoomRegistry& rooms, StoreReader* store, Executor& executor, AddressRate& guesses,
                 Rate requests_an_address, BotPool& bots, ServerName name, std::function<bool()> can_store)
    : rooms_(rooms), analyses_(bots), store_(store), executor_(executor), guesses_(guesses),
      requests_(requests_an_address), can_store_(std::move(can_store)), name_(std::move(name)),
      games_(games_document(describe_games())), async_api_(async_api_document(name_.version, describe_games())) {}

HttpReply HttpApi::ready_reply() const {
    switch (readiness_) {
    case Readiness::starting:
        return failure(503, "The server is starting.");
    case Readiness::stopping:
        return failure(503, "The server is shutting down.");
    case Readiness::no_database:
        return failure(503, "The database is away.");
    case Readiness::ready:
        break;
    }
    if (!can_store_()) return failure(503, "The server can store nothing now.");
    return {200, "text/plain", "ready\n"};
}

void HttpApi::get(std::string_view target, std::string const& address, Reply reply) {
    constexpr std::string_view rooms = "/api/rooms";
    auto const path = target.substr(0, target.find('?'));
    auto const query = target.substr(std::min(target.size(), path.size() + 1));
    if (path == "/healthz") return reply({200, "text/plain", "ok\n"});
    if (path == "/readyz") return reply(ready_reply());
    if (path.starts_with("/room/") || path.starts_with("/replay/")) return get_page(path, address, reply);
    if (path == "/metrics") return reply({200, "text/plain; version=0.0.4; charset=utf-8", metrics_text(name_)});
    // Rooms are still being recovered: a list would be incomplete.
    if (readiness_ == Readiness::starting) return reply(ready_reply());
    auto const now = Executor::Clock::now();
    if (auto const wait = requests_.wait(address, now)) {
        note_limit(Limit::requests, address);
        return reply(too_many("Too many requests: wait a little.", *wait));
    }
    requests_.count(address, now);
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
    auto const [room, is_asleep] = rooms_.look_up(code);
    if (!room && !is_asleep) return refuse_guess(address, reply);
    if (slash == std::string_view::npos) {
        auto const reply_with = [](RoomSummary const& summary) { return document(codec::to_json(summary)); };
        return room ? get_summary(*room, reply_with, reply) : get_stored_summary(code, address, reply_with, reply);
    }

    constexpr std::string_view matches = "/matches/";
    rest.remove_prefix(slash);
    auto request = rest.starts_with(matches) ? read_match_request(rest.substr(matches.size()), query) : std::nullopt;
    if (!request) return reply(not_found());
    request->address = address;
    if (request->what == MatchRequest::What::analysis)
        if (auto const known = analyses_.find(code, request->number)) return reply(*known);
    if (!room) return get_stored_match(code, *request, reply);
    room->read([this, reply, code, request = *request](Room const& it) {
        if (it.is_being_played(request.number)) return reply(being_played());
        if (auto const* record = it.finished_match(request.number)) return reply(match_reply(*record, request));
        get_stored_match(code, request, reply);
    });
}

/// There is no room with the code that somebody at this address has tried.
void HttpApi::refuse_guess(std::string const& address, Reply const& reply) {
    auto const now = Executor::Clock::now();
    if (auto const wait = guesses_.wait(address, now)) {
        note_limit(Limit::guesses, address);
        return reply(too_many("Too many wrong room codes: wait a little.", *wait));
    }
    guesses_.count(address, now);
    reply(no_room());
}

HttpReply HttpApi::match_reply(MatchRecord const& record, MatchRequest const& request) {
    switch (request.what) {
    case MatchRequest::What::replay:
        break;
    case MatchRequest::What::updates: {
        if (request.seat && (*request.seat < 0 || *request.seat >= record.setup.seats()))
            return failure(404, "There was no such seat in this match.");
        auto const observer = request.seat ? Observer(Seat(*request.seat)) : Observer::spectator();
        HttpReply reply;
        reply.stream = std::make_shared<UpdatesBody>(record, observer);
        return reply;
    }
    case MatchRequest::What::analysis:
        return analyses_.get(record, request.address);
    }
    return document(replay_of(record));
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
    auto const now = Executor::Clock::now();
    // Whoever asks too often gets the page as well, and it says nothing.
    if (readiness_ == Readiness::starting || requests_.wait(address, now)) return reply(page(preview_of_nothing()));
    requests_.count(address, now);
    auto const [room, is_asleep] = rooms_.look_up(code);
    if (!room && !is_asleep) {
        guesses_.count(address, now);
        return reply(page(preview_of_nothing()));
    }
    auto const reply_with = [is_replay, page](RoomSummary const& summary) {
        return page(is_replay ? preview_of_replay(summary) : preview_of_room(summary));
    };
    if (room) return get_summary(*room, reply_with, reply);
    get_stored_summary(code, address, reply_with, [reply, page](HttpReply answer) {
        reply(answer.page ? std::move(answer) : page(preview_of_nothing()));
    });
}

void HttpApi::get_summary(RoomActor& room, ReplyWith const& reply_with, Reply const& reply) {
    room.read([reply, reply_with](Room const& it) { reply(reply_with(it.summary())); });
}

/// Of a room that is in the store alone: reading doesn't wake it.
void HttpApi::get_stored_summary(std::string const& code, std::string const& address, ReplyWith const& reply_with,
                                 Reply const& reply) {
    auto answer = [this, code, address, reply_with, reply](ReadResult<std::optional<StoredRoom>> const& result) {
        if (auto const* failure = std::get_if<ReadFailure>(&result)) return reply(unreadable(code, failure->reason));
        auto const& stored = std::get<std::optional<StoredRoom>>(result);
        if (!stored) return refuse_guess(address, reply);
        auto const state = state_of(code, stored->room);
        if (auto const* damage = std::get_if<Illegal>(&state)) return reply(unreadable(code, damage->reason));
        reply(reply_with(summary_of(std::get<RoomState>(state), 0)));
    };
    store_->read_room(code, executor_, std::move(answer));
}

void HttpApi::get_stored_match(std::string const& code, MatchRequest const& request, Reply const& reply) {
    if (!store_) return reply(no_match());
    auto answer = [this, code, request, reply](ReadResult<std::optional<StoredMatch>> result) {
        if (auto const* failure = std::get_if<ReadFailure>(&result)) return reply(unreadable(code, failure->reason));
        auto& stored = std::get<std::optional<StoredMatch>>(result);
        if (!stored) return refuse_match(code, request.number, reply);
        auto const record = match_of(code, std::move(*stored));
        if (auto const* damage = std::get_if<Illegal>(&record)) return reply(unreadable(code, damage->reason));
        reply(match_reply(std::get<MatchRecord>(record), request));
    };
    store_->read_match(code, request.number, executor_, std::move(answer));
}

/// The store has no match that has ended with this number; one that sleeps is still being played.
void HttpApi::refuse_match(std::string const& code, int number, Reply const& reply) {
    store_->read_room(code, executor_, [code, number, reply](ReadResult<std::optional<StoredRoom>> const& result) {
        if (auto const* failure = std::get_if<ReadFailure>(&result)) return reply(unreadable(code, failure->reason));
        auto const& stored = std::get<std::optional<StoredRoom>>(result);
        auto const is_on = stored && stored->room.status == RoomStatus::playing && stored->room.match == number;
        reply(is_on ? being_played() : no_match());
    });
}

} // namespace tefuda::server
