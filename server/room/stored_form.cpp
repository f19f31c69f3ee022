#include "server/room/stored_form.hpp"

#include "server/room/match_clock.hpp"
#include "server/room/stored_seat.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tefuda::server {

namespace {

Illegal damaged(std::string const& part) {
    return {"its " + part + " can't be read"};
}

std::vector<double> numbers_of(SeatList<std::int64_t> const& numbers) {
    return {numbers.begin(), numbers.end()};
}

/// Nothing where they are not whole numbers of seats.
std::optional<SeatList<std::int64_t>> whole_numbers(std::vector<double> const& numbers) {
    constexpr double most = 1e15;
    if (numbers.size() > max_seats) return std::nullopt;
    SeatList<std::int64_t> all;
    for (auto const number : numbers) {
        if (!(number >= 0 && number <= most)) return std::nullopt;
        all.push_back(static_cast<std::int64_t>(number));
    }
    return all;
}

/// Nothing where there is not one whole number for each seat.
std::optional<SeatList<std::int64_t>> per_seat(std::vector<double> const& numbers, std::size_t seats) {
    return numbers.size() == seats ? whole_numbers(numbers) : std::nullopt;
}

std::optional<NotedBanks> banks_of(SavedBanks const& saved, std::size_t seats) {
    auto const left = per_seat(saved.left, seats);
    constexpr double most = 1e9;
    if (!left || !std::ranges::all_of(*left, is_bank) || !(saved.match >= 1 && saved.match <= most) || !(saved.actions >= 0 && saved.actions <= most))
        return std::nullopt;
    return NotedBanks{
        static_cast<int>(saved.match), static_cast<std::size_t>(saved.actions), {left->begin(), left->end()}};
}

bool is_day(double number) {
    constexpr double most = 1e7;
    return number >= 1 && number <= most;
}

bool is_playable(Game const* game, std::string const& options, std::size_t seats) {
    return game && seats <= max_seats &&
           std::holds_alternative<std::string_view>(game->settle(options, static_cast<int>(seats)));
}

std::optional<SavedContinuation> stored_form(std::shared_ptr<Continuation const> const& from) {
    if (!from) return std::nullopt;
    SavedContinuation saved{from->room(), from->match(), from->entropies(), {}};
    for (auto const& action : from->actions())
        saved.actions.push_back({action.seat,
                                 {action.action},
                                 static_cast<double>(action.ms),
                                 action.by_bot ? std::optional(true) : std::nullopt});
    return saved;
}

/// Null where it can't be right.
std::shared_ptr<Continuation const> continuation_of(SavedContinuation saved, std::size_t seats) {
    constexpr double longest = 1e15;
    MatchActions actions;
    if (saved.entropies.size() != seats || saved.match < 1) return nullptr;
    for (auto const& [seat, action, ms, by_bot] : saved.actions) {
        if (static_cast<std::size_t>(seat.number()) >= seats) return nullptr;
        if (!(ms >= static_cast<double>(actions.last_ms()) && ms <= longest)) return nullptr;
        actions.add({seat, action.text, static_cast<std::int64_t>(ms), by_bot.value_or(false)});
    }
    return std::make_shared<Continuation const>(std::move(saved.room), saved.match, std::move(saved.entropies),
                                                std::move(actions));
}

} // namespace

SavedRoom stored_form(RoomState const& room) {
    SavedRoom saved{.game = std::string(room.setting.game->id()),
                    .options = {std::string(room.setting.options)},
                    .is_public = room.setting.is_public,
                    .clock = room.setting.clock,
                    .fixed_shuffles = room.setting.fixed_shuffles,
                    .seats = {},
                    .host = room.host,
                    .status = room.status,
                    .match = room.match,
                    .server_seed = to_hex(room.server_seed),
                    .decisions = numbers_of(room.decisions),
                    .created = static_cast<double>(room.setting.created),
                    .hints = room.setting.hints ? std::optional(true) : std::nullopt,
                    .banks = {},
                    .fixed = room.setting.is_fixed ? std::optional(true) : std::nullopt,
                    .closed = room.is_closed ? std::optional(true) : std::nullopt,
                    .no_chat = room.setting.no_chat ? std::optional(true) : std::nullopt,
                    .no_spectators = room.setting.no_spectators ? std::optional(true) : std::nullopt,
                    .from = stored_form(room.setting.from),
                    .first_from = room.setting.first_from};
    if (auto const& board = room.setting.board)
        saved.board = {static_cast<double>(board->day), board->player, board->is_human};
    if (!room.awaited.empty()) saved.awaited = room.awaited;
    if (!room.call.empty()) saved.call = room.call;
    if (room.evening) saved.evening = *room.evening;
    if (auto const& banks = room.banks)
        saved.banks = {static_cast<double>(banks->match),
                       static_cast<double>(banks->actions),
                       {banks->left.begin(), banks->left.end()}};
    for (auto const seat : all_seats(room.seats.seats())) saved.seats.push_back(stored_seat(room, seat));
    return saved;
}

SavedSetup stored_form(MatchRecord const& match) {
    auto const& setup = match.setup;
    return {.game = std::string(setup.game->id()),
            .options = {std::string(setup.options)},
            .names = setup.names,
            .entropies = setup.entropies,
            .server_seed = to_hex(setup.server_seed),
            .fixed_shuffles = setup.fixed_shuffles,
            .decisions_before = numbers_of(match.decisions_before),
            .players = setup.written_players(),
            .board = setup.board ? std::optional<double>(*setup.board) : std::nullopt,
            .from = stored_form(setup.from),
            .bots = setup.bots};
}

std::variant<MatchRecord, Illegal> match_of(std::string const& room, StoredMatch match) {
    auto& setup = match.setup;
    auto const* game = find_game(setup.game);
    auto const seats = setup.entropies.size();
    auto const seed = bytes32_from_hex(setup.server_seed);
    auto const decisions = per_seat(setup.decisions_before, seats);
    if (!is_playable(game, setup.options.text, seats) || setup.names.size() != seats || !seed || !decisions)
        return Illegal{"its setup can't be read"};
    std::vector<SeatOwner> players;
    if (setup.players)
        std::ranges::transform(*setup.players, std::back_inserter(players), owner_of<Nullable<SeatPlayer>>);
    if (!players.empty() && players.size() != seats) return Illegal{"its setup can't be read"};
    constexpr std::int64_t longest_ms = 1'000'000'000'000;
    for (auto const& action : match.actions) {
        if (static_cast<std::size_t>(action.seat.number()) >= seats) return Illegal{"its setup can't be read"};
        if (action.ms > longest_ms) return Illegal{"its times can't be read"};
    }
    if (setup.board && !is_day(*setup.board)) return Illegal{"its setup can't be read"};
    auto const from = setup.from ? continuation_of(std::move(*setup.from), seats) : nullptr;
    if (setup.from && !from) return Illegal{"its setup can't be read"};
    if (setup.bots && setup.bots->size() != seats) return Illegal{"its setup can't be read"};
    return MatchRecord{room,
                       match.number,
                       {game, intern_options(setup.options.text), std::move(setup.names), std::move(setup.entropies),
                        *seed, std::move(setup.fixed_shuffles), std::move(players),
                        setup.board ? std::optional(static_cast<int>(*setup.board)) : std::nullopt, from,
                        setup.bots.value_or(std::vector<Nullable<BotLevel>>())},
                       *decisions,
                       std::move(match.actions)};
}

std::variant<RoomState, Illegal> state_of(std::string const& code, SavedRoom const& room) {
    auto const* game = find_game(room.game);
    auto const seats = room.seats.size();
    auto const seed = bytes32_from_hex(room.server_seed);
    // Seats that were closed have theirs behind the others'.
    auto const decisions = room.decisions.size() >= seats ? whole_numbers(room.decisions) : std::nullopt;
    auto const has_good_host = !room.host || static_cast<std::size_t>(room.host->number()) < seats;
    if (!is_playable(game, room.options.text, seats) || !seed || !decisions || !has_good_host) return damaged("state");
    RoomState state;
    constexpr double latest = 1e17;
    constexpr int most_matches = 1'000'000'000;
    if (room.match < 1 || room.match > most_matches) return damaged("state");
    if (room.clock && !is_in_range(*room.clock)) return damaged("clock");
    if (room.created && !(*room.created >= 0 && *room.created <= latest)) return damaged("state");
    state.setting = {.code = code,
                     .game = game,
                     .options = intern_options(room.options.text),
                     .seats = static_cast<int>(seats),
                     .is_public = room.is_public,
                     .hints = room.hints.value_or(false),
                     .no_chat = room.no_chat.value_or(false),
                     .no_spectators = room.no_spectators.value_or(false),
                     .clock = room.clock,
                     .fixed_shuffles = room.fixed_shuffles};
    state.setting.is_fixed = room.fixed.value_or(!room.fixed_shuffles.empty());
    state.setting.created = static_cast<std::int64_t>(room.created.value_or(0));
    if (auto const& board = room.board) {
        if (!is_day(board->day)) return damaged("board");
        state.setting.board = std::make_shared<BoardSetting const>(
            BoardSetting{static_cast<int>(board->day), board->player, board->is_human, nullptr});
    }
    if (room.from && !(state.setting.from = continuation_of(*room.from, seats))) return damaged("beginning");
    state.setting.first_from = room.first_from;
    for (std::size_t number = 0; number < seats; ++number) {
        auto seat = seat_in(room, Seat(static_cast<int>(number)));
        if (!seat) return damaged("seats");
        state.seats.push_back(std::move(*seat));
    }
    state.awaited = room.awaited.value_or(std::vector<Seat>());
    for (auto const seat : state.awaited)
        if (static_cast<std::size_t>(seat.number()) >= seats) return damaged("state");
    if (room.evening) {
        if (!is_sound(*room.evening)) return damaged("evening");
        state.evening = std::make_shared<Evening const>(*room.evening);
    }
    state.is_closed = room.closed.value_or(false);
    state.call = room.call.value_or("");
    state.host = room.host;
    state.status = room.status;
    state.match = room.match;
    state.server_seed = *seed;
    state.decisions = *decisions;
    if (room.banks) {
        state.banks = banks_of(*room.banks, seats);
        if (!state.banks) return damaged("clocks");
    }
    return state;
}

namespace {

/// \returns what is wrong with it; else the record has it
std::optional<std::string> add_match(RoomRecord& record, StoredMatch stored) {
    auto const& state = record.state;
    auto const playing = state.playing();
    auto const seats = state.seats.seats();
    auto banks = stored.banks;
    auto const has_clocks =
        banks.empty() || (banks.size() == static_cast<std::size_t>(seats) && std::ranges::all_of(banks, is_bank));
    if (playing && !has_clocks) return "its clocks can't be read";
    auto match = match_of(state.setting.code, std::move(stored));
    if (auto* illegal = std::get_if<Illegal>(&match)) return std::move(illegal->reason);
    auto& it = std::get<MatchRecord>(match);
    if (it.number != (playing ? state.match : state.match - 1)) return "it is not the room's newest one";
    if (playing && it.setup.seats() != seats) return "its seats are not the room's";
    for (auto const& seat : state.seats)
        if (seat.match_seat && seat.match_seat->number() >= it.setup.seats()) return "its seats are not the room's";
    record.last_match = std::move(it);
    record.banks = std::move(banks);
    return std::nullopt;
}

} // namespace

std::string match_damage(std::string const& room, int match, std::string const& reason) {
    return "Match " + std::to_string(match) + " of room " + room + " is damaged: " + reason + ".";
}

std::variant<RoomRecord, Illegal> room_of(StoredRoom room) {
    auto state = state_of(room.code, room.room);
    if (auto* illegal = std::get_if<Illegal>(&state)) return std::move(*illegal);
    RoomRecord record{std::get<RoomState>(std::move(state)), {}, {}, {}};
    auto& last = room.last_match;
    // Its last match may have had no end.
    if (record.state.is_closed) return record;
    if (record.state.status == RoomStatus::waiting) {
        // A match that was given up may be there still.
        if (last && last->number >= record.state.match) return damaged("matches");
        return record;
    }
    if (room.damage) {
        record.damage = std::move(room.damage->sentence);
    } else if (!last) {
        record.damage = match_damage(room.code, record.state.match, "it is missing");
    } else {
        auto const number = last->number;
        if (auto const reason = add_match(record, std::move(*last)))
            record.damage = match_damage(room.code, number, *reason);
    }
    return record;
}

} // namespace tefuda::server
