#include "server/room/room_evening.hpp"

#include "server/metrics/utc.hpp"
#include "server/room/match_result.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

namespace tefuda::server {

namespace {

std::string time_of(std::int64_t moment) {
    auto const time = std::chrono::sys_time<std::chrono::microseconds>(std::chrono::microseconds(moment));
    return iso_time(std::chrono::floor<std::chrono::milliseconds>(time));
}

bool is_taken(SeatState const& seat) {
    return seat.kind != SeatKind::empty;
}

/// The seats that are taken, in order.
std::vector<SheetSeat> sheet_seats_of(RoomState const& state) {
    std::vector<SheetSeat> seats;
    for (auto const& seat : state.seats)
        if (is_taken(seat))
            seats.push_back({.line = seat.line,
                             .name = seat.name,
                             .player = written<std::optional<SeatPlayer>>(seat.player),
                             .kind = seat.is_program() ? PlayerKind::bot : PlayerKind::human,
                             .level = seat.kind == SeatKind::bot ? std::optional(seat.level) : std::nullopt});
    return seats;
}

void set_lines(RoomState& state, std::vector<SheetSeat> const& seats) {
    auto next = seats.begin();
    for (auto& seat : state.seats)
        if (is_taken(seat)) seat.line = next++->line;
}

Evening evening_of(RoomState const& state) {
    return state.evening ? *state.evening : Evening{.since = static_cast<double>(state.setting.created)};
}

EveningLine shown(RoomState const& state, SheetLine const& line) {
    Nullable<Seat> at;
    for (auto const seat : all_seats(state.seats.seats()))
        if (!at && state.seats[seat].line == line.id) at = Nullable<Seat>(seat);
    auto const id = line.player ? line.player->id : std::string();
    auto const is_known = line.player && !gone_players().contains(id);
    return {.seat = at,
            .name = line.player ? shown_name(line.name, id) : line.name,
            .player = is_known ? std::optional(id) : std::nullopt,
            .kind = line.kind,
            .points = line.halves / 2.0,
            .played = line.played,
            .won = line.won,
            .bot_share = line.seats > 0 ? line.bot_shares / line.seats : 0};
}

bool is_begun(RoomState const& state) {
    return state.evening && state.evening->matches > 0;
}

} // namespace

bool has_evening(RoomState const& state) {
    return !state.setting.board && !state.setting.first_from;
}

void update_evening(RoomState& state) {
    if (!state.evening || state.playing()) return;
    auto evening = *state.evening;
    auto seats = sheet_seats_of(state);
    assign_lines(evening, seats);
    set_lines(state, seats);
    if (evening != *state.evening) state.evening = std::make_shared<Evening const>(std::move(evening));
}

void add_to_evening(RoomState& state, RoomMatch const& match, std::int64_t ended) {
    auto evening = evening_of(state);
    auto seats = sheet_seats_of(state);
    add_match(
        evening,
        {.match = match.record().number, .game = std::string(match.record().setup.game->id()), .ended = time_of(ended)},
        seats, scores_of(state, match));
    set_lines(state, seats);
    state.evening = std::make_shared<Evening const>(std::move(evening));
}

void forget_in_evening(RoomState& state, std::string const& id) {
    if (!has_evening(state)) return;
    auto evening = evening_of(state);
    forget_player(evening, id);
    // Its seats have one line, also where that begins when the match ends.
    std::optional<int> line;
    for (auto& seat : state.seats) {
        if (!seat.player || seat.player->id != id) continue;
        if (!line) line = seat.line ? *seat.line : evening.next_line++;
        seat.line = line;
    }
    if (evening != evening_of(state)) state.evening = std::make_shared<Evening const>(std::move(evening));
}

void begin_evening(RoomState& state, std::int64_t since) {
    state.evening = std::make_shared<Evening const>(Evening{.since = static_cast<double>(since)});
    for (auto& seat : state.seats) seat.line.reset();
}

std::optional<EveningInfo> evening_info_of(RoomState const& state) {
    constexpr int most_gone = 16;
    if (!is_begun(state)) return std::nullopt;
    EveningInfo info{state.evening->matches, {}};
    auto gone = 0;
    for (auto const* line : ranking_of(*state.evening)) {
        auto one = shown(state, *line);
        if (one.seat || gone++ < most_gone) info.lines.push_back(std::move(one));
    }
    return info;
}

std::optional<EveningSheet> evening_sheet_of(RoomState const& state) {
    if (!is_begun(state)) return std::nullopt;
    EveningSheet sheet{state.setting.code, time_of(static_cast<std::int64_t>(state.evening->since)), {}, {}};
    auto const ranking = ranking_of(*state.evening);
    for (auto const* line : ranking) sheet.lines.push_back(shown(state, *line));
    // The newest first, as results are.
    for (auto match = state.evening->newest.rbegin(); match != state.evening->newest.rend(); ++match) {
        auto& one = sheet.matches.emplace_back(EveningMatch{
            .match = match->match, .game = match->game, .ended = match->ended, .points = {}, .replay = {}});
        one.replay = Nullable<std::string>("/api/rooms/" + sheet.room + "/matches/" + std::to_string(match->match));
        for (auto const* line : ranking) {
            auto const halves = halves_in(*match, line->id);
            one.points.push_back(halves ? Nullable<double>(*halves / 2.0) : Nullable<double>());
        }
    }
    return sheet;
}

} // namespace tefuda::server
