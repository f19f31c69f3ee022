#include "server/journal/stored_form.hpp"

#include "protocol/codec/decode.hpp"

namespace tefuda::server {

namespace {

struct StoredSeat {
    SeatKind kind = SeatKind::empty;
    std::string name;
    std::string entropy;
    std::optional<std::string> token_hash;
    bool bot_plays = false;
    BotLevel level = BotLevel::easy;
    bool wants_rematch = false;
    UpdateMode updates = UpdateMode::full;
    double updates_since = 0;
};
BOOST_DESCRIBE_STRUCT(StoredSeat, (),
                      (kind, name, entropy, token_hash, bot_plays, level, wants_rematch, updates, updates_since))

struct StoredState {
    std::string game;
    codec::RawObject options;
    bool is_public = false;
    std::optional<ClockSetting> clock;
    std::vector<Cards> fixed_shuffles;
    std::vector<StoredSeat> seats;
    std::optional<Seat> host;
    RoomStatus status = RoomStatus::waiting;
    int match = 1;
    std::string server_seed;
    std::vector<double> decisions;
};
BOOST_DESCRIBE_STRUCT(StoredState, (),
                      (game, options, is_public, clock, fixed_shuffles, seats, host, status, match, server_seed,
                       decisions))

struct StoredSetup {
    std::string game;
    codec::RawObject options;
    std::vector<std::string> names;
    std::vector<std::string> entropies;
    std::string server_seed;
    std::vector<Cards> fixed_shuffles;
    std::vector<double> decisions_before;
};
BOOST_DESCRIBE_STRUCT(StoredSetup, (), (game, options, names, entropies, server_seed, fixed_shuffles, decisions_before))

Illegal damaged(std::string const& what) {
    return {"its " + what + " can't be read"};
}

template <class T>
std::optional<T> read(std::string const& text) {
    return codec::Decoder().read_text<T>(text);
}

std::vector<double> numbers_of(SeatList<std::int64_t> const& numbers) {
    return {numbers.begin(), numbers.end()};
}

/// Counts are small and whole; what is not, is none.
std::optional<std::int64_t> count_of(double number) {
    constexpr double most = 1e15;
    if (!(number >= 0 && number <= most)) return std::nullopt;
    return static_cast<std::int64_t>(number);
}

std::optional<SeatList<std::int64_t>> per_seat(std::vector<double> const& numbers, std::size_t seats) {
    if (numbers.size() != seats) return std::nullopt;
    SeatList<std::int64_t> all;
    for (auto const number : numbers) {
        auto const count = count_of(number);
        if (!count) return std::nullopt;
        all.push_back(*count);
    }
    return all;
}

/// Whether a game can be played with these options by so many.
bool playable(Game const* game, std::string const& options, std::size_t seats) {
    return game && seats <= max_seats &&
           std::holds_alternative<std::string_view>(game->settle(options, static_cast<int>(seats)));
}

StoredSeat stored_seat(SeatState const& seat) {
    return {seat.kind,
            seat.name,
            seat.entropy,
            seat.token_hash ? std::optional(to_hex(*seat.token_hash)) : std::nullopt,
            seat.bot_plays,
            seat.level,
            seat.wants_rematch,
            seat.updates,
            static_cast<double>(seat.updates_since)};
}

std::optional<SeatState> seat_of(StoredSeat const& stored) {
    auto const hash = stored.token_hash ? bytes32_from_hex(*stored.token_hash) : std::nullopt;
    auto const since = count_of(stored.updates_since);
    if (stored.token_hash.has_value() != hash.has_value() || !since) return std::nullopt;
    return SeatState{stored.name,  stored.entropy,       hash,           stored.kind, stored.bot_plays,
                     stored.level, stored.wants_rematch, stored.updates, *since};
}

} // namespace

std::string stored_form(RoomState const& room) {
    StoredState stored{.game = std::string(room.setting.game->id()),
                       .options = {std::string(room.setting.options)},
                       .is_public = room.setting.is_public,
                       .clock = room.setting.clock,
                       .fixed_shuffles = room.setting.fixed_shuffles,
                       .seats = {},
                       .host = room.host,
                       .status = room.status,
                       .match = room.match,
                       .server_seed = to_hex(room.server_seed),
                       .decisions = numbers_of(room.decisions)};
    for (auto const& seat : room.seats) stored.seats.push_back(stored_seat(seat));
    return codec::to_json(stored);
}

std::string stored_form(MatchRecord const& match) {
    auto const& setup = match.setup;
    return codec::to_json(StoredSetup{.game = std::string(setup.game->id()),
                                      .options = {std::string(setup.options)},
                                      .names = setup.names.list(),
                                      .entropies = setup.entropies.list(),
                                      .server_seed = to_hex(setup.server_seed),
                                      .fixed_shuffles = setup.fixed_shuffles,
                                      .decisions_before = numbers_of(match.decisions_before)});
}

std::string stored_form(SeatList<std::chrono::milliseconds> const& banks) {
    if (banks.seats() == 0) return {};
    std::vector<double> counts;
    for (auto const bank : banks) counts.push_back(static_cast<double>(bank.count()));
    return codec::to_json(counts);
}

std::variant<MatchRecord, Illegal> record_of(std::string const& room, StoredMatch const& match) {
    auto const setup = read<StoredSetup>(match.setup);
    if (!setup) return damaged("match");
    auto const* game = find_game(setup->game);
    auto const seats = setup->entropies.size();
    auto const seed = bytes32_from_hex(setup->server_seed);
    auto const decisions = per_seat(setup->decisions_before, seats);
    if (!playable(game, setup->options.text, seats) || setup->names.size() != seats || !seed || !decisions)
        return damaged("match");
    for (auto const& action : match.actions)
        if (static_cast<std::size_t>(action.seat.number()) >= seats) return damaged("match");
    return MatchRecord{
        room,
        match.number,
        {game, keep_options(setup->options.text), setup->names, setup->entropies, *seed, setup->fixed_shuffles},
        *decisions,
        match.actions};
}

std::variant<RoomState, Illegal> room_of(StoredRoom const& room) {
    auto const stored = read<StoredState>(room.state);
    if (!stored) return damaged("state");
    auto const* game = find_game(stored->game);
    auto const seats = stored->seats.size();
    auto const seed = bytes32_from_hex(stored->server_seed);
    auto const decisions = per_seat(stored->decisions, seats);
    auto const has_host = !stored->host || static_cast<std::size_t>(stored->host->number()) < seats;
    if (!playable(game, stored->options.text, seats) || !seed || !decisions || !has_host) return damaged("state");

    RoomState state;
    state.setting = {room.code,
                     game,
                     keep_options(stored->options.text),
                     static_cast<int>(seats),
                     stored->is_public,
                     stored->clock,
                     stored->fixed_shuffles};
    for (auto const& one : stored->seats) {
        auto const seat = seat_of(one);
        if (!seat) return damaged("seats");
        state.seats.push_back(*seat);
    }
    state.host = stored->host;
    state.status = stored->status;
    state.match = stored->match;
    state.server_seed = *seed;
    state.decisions = *decisions;
    if (room.last_match) {
        auto record = record_of(room.code, *room.last_match);
        if (auto* illegal = std::get_if<Illegal>(&record)) return *illegal;
        state.matches.push_back(std::get<MatchRecord>(std::move(record)));
        if (!room.last_match->banks.empty()) {
            auto const counts = read<std::vector<double>>(room.last_match->banks);
            auto const banks = counts ? per_seat(*counts, seats) : std::nullopt;
            if (!banks) return damaged("clocks");
            for (auto const bank : *banks) state.banks.push_back(std::chrono::milliseconds(bank));
        }
    }
    auto const on = state.status == RoomStatus::playing;
    auto const expected = on ? state.match : state.match - 1;
    auto const waiting = state.status == RoomStatus::waiting;
    if (waiting != state.matches.empty() || (!waiting && state.matches.back().number != expected))
        return damaged("matches");
    if (on && state.matches.back().setup.seats() != state.setting.seats) return damaged("matches");
    return state;
}

} // namespace tefuda::server
