#include "server/desk/documents.hpp"

#include "protocol/async_api.hpp"
#include "protocol/codec/encode.hpp"
#include "server/desk/open_api.hpp"
#include "server/desk/page_preview.hpp"
#include "server/match/match.hpp"
#include "server/metrics/metrics.hpp"
#include "server/room/board_rules.hpp"
#include "server/room/room_evening.hpp"
#include "server/room/room_info.hpp"
#include "server/room/stored_form.hpp"

#include <algorithm>
#include <utility>

namespace tefuda::server {

namespace {

HttpReply page_with(PagePreview preview) {
    HttpReply page;
    page.page = std::move(preview);
    return page;
}

HttpReply no_room() {
    return failure(404, "There is no room with this code.");
}

HttpReply no_evening() {
    return failure(404, "No match has given points in this room.");
}

// Made once for all servers of a process, which are of one version: each takes as long as a whole match.

std::string const& games_text() {
    static auto const text = games_document(describe_games());
    return text;
}

std::string const& async_api_text(std::string const& version) {
    static auto const text = async_api_document(version, describe_games());
    return text;
}

std::string const& open_api_text(std::string const& version) {
    static auto const text = open_api_document(version, describe_games(), true);
    return text;
}

std::string const& open_api_of_nobody_text(std::string const& version) {
    static auto const text = open_api_document(version, describe_games(), false);
    return text;
}

} // namespace

Documents::Documents(RoomRegistry& rooms, FinishedMatches const& finished, StoreReader* store, Executor& executor,
                     AddressRate& guesses, AddressRate& requests, BotPool& bots, ServerName name,
                     Readiness const& readiness, std::unique_ptr<People> const& people)
    : rooms_(rooms), matches_(finished, guesses, bots, rooms.open_boards()), store_(store), executor_(executor),
      guesses_(guesses), requests_(requests), readiness_(readiness), people_(people), name_(std::move(name)),
      games_(games_text()), async_api_(async_api_text(name_.version)), open_api_(open_api_text(name_.version)),
      open_api_of_nobody_(open_api_of_nobody_text(name_.version)) {}

void Documents::health(CallPtr const& call) {
    call->reply({200, "text/plain", "ok\n"});
}

void Documents::ready(CallPtr const& call) {
    auto const obstacle = readiness_.obstacle();
    call->reply(obstacle ? failure(503, *obstacle) : HttpReply{200, "text/plain", "ready\n"});
}

void Documents::metrics(CallPtr const& call) {
    call->reply({200, "text/plain; version=0.0.4; charset=utf-8", metrics_text(name_, !readiness_.obstacle())});
}

void Documents::async_api(CallPtr const& call) {
    call->reply(document(async_api_));
}

void Documents::open_api(CallPtr const& call) {
    call->reply(document(people_ ? open_api_ : open_api_of_nobody_));
}

void Documents::games(CallPtr const& call) {
    call->reply(document(games_));
}

/// A game without Japanese rules has the English ones in their place.
void Documents::rules(CallPtr const& call) {
    auto const& game = call->parameter("game");
    auto const language = call->query("language").value_or("en");
    if (language != "en" && language != "ja") return call->reply(not_found());
    auto text = language == "ja" ? rules_text(game, RulesLanguage::japanese) : std::string_view();
    if (text.empty()) text = rules_text(game, RulesLanguage::english);
    if (text.empty()) return call->reply(failure(404, "There is no such game here."));
    call->reply({200, "text/markdown; charset=utf-8", std::string(text)});
}

void Documents::rooms(CallPtr const& call) {
    call->reply(document(rooms_.list({call->query("after"), call->query("game")}).rooms));
}

void Documents::room(CallPtr const& call) {
    auto const found = find(call);
    if (!found) return call->reply(found.error());
    auto const show = [](RoomSummary const& summary) { return document(codec::to_json(summary)); };
    *found ? get_summary(**found, show, call) : get_stored_summary(show, call);
}

void Documents::match(MatchApi::What what, CallPtr const& call) {
    auto const found = find(call);
    if (!found) return call->reply(found.error());
    matches_.get(what, !*found, call);
}

/// The room that a path names: null where it sleeps. Its code was counted as a guess.
boost::system::result<std::shared_ptr<RoomActor>, HttpReply> Documents::find(CallPtr const& call) {
    auto found = rooms_.look_up(call->parameter("room"));
    if (!found.room && !found.is_asleep) return no_room();
    if (found.room) guesses_.give_back(call->address());
    return std::move(found.room);
}

void Documents::start_page(CallPtr const& call) {
    call->reply(page_with(preview_of_start(call->request.language)));
}

void Documents::rules_page(CallPtr const& call) {
    auto const language = call->request.language;
    call->reply(page_with(preview_of_rules(call->parameter("game"), language).value_or(preview_of_start(language))));
}

void Documents::board_page(CallPtr const& call) {
    auto const language = call->request.language;
    auto board = preview_of_board(call->parameter("date"), call->parameter("game"), language);
    call->reply(page_with(std::move(board).value_or(preview_of_start(language))));
}

/// A link that leads nowhere gets the page too, which says so; so does whoever asks too often, and it says nothing.
void Documents::get_page(ShowPreview* preview, CallPtr const& call) {
    auto const language = call->request.language;
    auto const nothing = [call, language] {
        auto start = preview_of_start(language);
        start.is_listed = false;
        call->reply(page_with(std::move(start)));
    };
    auto const now = call->now.steady;
    auto const& address = call->address();
    if (readiness_.is_starting() || requests_.take(address, now) || guesses_.take(address, now)) return nothing();
    auto const found = find(call);
    if (!found) return nothing();
    auto const show = [preview, language](RoomSummary const& summary) { return page_with(preview(summary, language)); };
    auto const reply = [call, nothing](HttpReply page) { page.page ? call->reply(std::move(page)) : nothing(); };
    auto const shown = std::make_shared<Call const>(Call{call->request, reply, call->now, {}, call->path});
    *found ? get_summary(**found, show, shown) : get_stored_summary(show, shown);
}

/// A board of the day that is not open is its player's alone.
void Documents::show_unless_hidden(RoomState const& state, HttpReply shown, CallPtr const& call) const {
    if (!is_hidden(state, rooms_.open_boards())) return call->reply(std::move(shown));
    auto refused = failure(403, "This is a player's board of the day: others see it once it is open.");
    if (!people_ || shown.page || (!call->request.bearer && call->request.cookies.empty()))
        return call->reply(std::move(refused));
    people_->identify(call->request, call->now.steady,
                      [call, shown = std::move(shown), refused = std::move(refused),
                       player = state.setting.board->player](Identified const& who) {
                          call->reply(who && *who && (*who)->player.id == player ? shown : refused);
                      });
}

void Documents::get_summary(RoomActor& room, ReplyWith const& reply_with, CallPtr const& call) const {
    room.read(
        [this, call, reply_with](Room const& it) { show_unless_hidden(it.state(), reply_with(it.summary()), call); });
}

void Documents::get_stored_summary(ReplyWith const& reply_with, CallPtr const& call) {
    read_stored(call, [this, reply_with, call](RoomState const& state) {
        // It may run on another server, which alone knows who is connected.
        auto const summary = store_->is_shared() ? summary_of_other(state, {}) : summary_of_stored(state);
        show_unless_hidden(state, reply_with(summary), call);
    });
}

void Documents::read_stored(CallPtr const& call, std::function<void(RoomState const& state)> then) {
    auto const& code = call->parameter("room");
    auto answer = [this, code, then = std::move(then), call](ReadResult<std::optional<StoredRoom>> const& result) {
        if (auto const* failure = std::get_if<ReadFailure>(&result))
            return call->reply(unreadable(code, failure->reason));
        auto const& stored = std::get<std::optional<StoredRoom>>(result);
        if (!stored || stored->room.closed == true) return call->reply(no_room());
        guesses_.give_back(call->address());
        auto const state = state_of(code, stored->room);
        if (auto const* damage = std::get_if<Illegal>(&state)) return call->reply(unreadable(code, damage->reason));
        then(std::get<RoomState>(state));
    };
    store_->read_room(code, executor_, std::move(answer));
}

void Documents::evening(CallPtr const& call) {
    auto const found = find(call);
    if (!found) return call->reply(found.error());
    if (!*found)
        return read_stored(call, [this, call](RoomState const& state) {
            auto sheet = evening_sheet_of(state);
            sheet ? show_evening(std::move(*sheet), call) : call->reply(no_evening());
        });
    (*found)->read([this, call](Room const& room) {
        auto sheet = evening_sheet_of(room.state());
        if (!sheet) return call->reply(no_evening());
        if (store_) return show_evening(std::move(*sheet), call);
        for (auto& match : sheet->matches)
            if (!room.finished_match(match.match)) match.replay.reset();
        call->reply(document(codec::to_json(*sheet)));
    });
}

/// Some records may be deleted already.
void Documents::show_evening(EveningSheet sheet, CallPtr const& call) {
    auto const first = sheet.matches.back().match;
    auto answer = [call, sheet = std::move(sheet)](ReadResult<std::vector<int>> const& result) mutable {
        if (auto const* failure = std::get_if<ReadFailure>(&result))
            return call->reply(unreadable(sheet.room, failure->reason));
        auto const& kept = std::get<std::vector<int>>(result);
        for (auto& match : sheet.matches)
            if (!std::ranges::binary_search(kept, match.match)) match.replay.reset();
        call->reply(document(codec::to_json(sheet)));
    };
    store_->ended_matches(call->parameter("room"), first, executor_, std::move(answer));
}

} // namespace tefuda::server
