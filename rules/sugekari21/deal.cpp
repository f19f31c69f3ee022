#include "rules/sugekari21/deal.hpp"

namespace tefuda::sugekari21 {

namespace {

/// Thirteen to each, one at a time from the leader on; the rest of the pack is returned.
Cards deal_hands(State& state, Cards pack) {
    auto top = pack.begin();
    for (int round = 0; round < hand_size; ++round)
        for (int step = 0; step < state.seats; ++step)
            state.hands[state.leader.left(state.seats, step)].push_back(*top++);
    pack.erase(pack.begin(), top);
    return pack;
}

/// What a new deal forgets, of a game and of a bout alike.
void clear_hands(State& state, Seat leader) {
    state.leader = leader;
    state.turn = leader;
    state.hands = PerSeat<Cards>(state.seats);
    state.round.clear();
    state.total = 0;
    state.passes = 0;
    state.played = PerSeat<Cards>(state.seats);
    state.shown = PerSeat<Cards>(state.seats);
    state.stuck = PerSeat<bool>(state.seats, false);
}

void finish_deal(State& state, Events& events) {
    for (auto& hand : state.hands) sort_canonical(hand);
    if (!state.discarding.empty())
        state.phase = Phase::discard;
    else
        state.phase = state.options.exchange == Exchange::none ? Phase::play : Phase::give;
    events.push_back(
        Deal{state.game, state.bout, state.leader, state.phase, state.hands, static_cast<int>(state.stock.size())});
}

void begin_second_bout(State& state, Seat leader, Chance& chance, Events& events) {
    state.laid_aside = state.hands;
    state.laid_aside_stuck = state.stuck;
    clear_hands(state, leader);
    state.bout = 2;
    chance.shuffle(state.stock);
    state.stock = deal_hands(state, std::move(state.stock));
    finish_deal(state, events);
}

PerSide<Points> totals(State const& state) {
    PerSide<Points> sums{};
    for (auto const& game : state.results)
        for (std::size_t side = 0; side < sides; ++side) sums[side] += game[side];
    return sums;
}

/// Who has the better of a match, and why; nothing for a draw.
struct Verdict {
    std::optional<std::size_t> side;
    Reason reason;
};

template <class T>
std::optional<std::size_t> greater(PerSide<T> const& values) {
    if (values[0] == values[1]) return std::nullopt;
    return values[0] > values[1] ? 0 : 1;
}

Verdict verdict(State const& state, Stop stop) {
    if (auto const side = greater(totals(state))) return {side, Reason::cards};
    if (state.options.games.value == 1) return {side_of(state.first_bout.value_or(stop.seat)), Reason::went_out};
    if (auto const side = greater(state.outs)) return {side, Reason::outs};
    return {std::nullopt, Reason::cards};
}

void end_match(State& state, Stop stop, Events& events) {
    auto const sums = totals(state);
    auto const [winning, reason] = verdict(state, stop);
    Result<Reason> result{{}, {}, {}, reason};
    for (auto const seat : all_seats(state.seats)) {
        auto const side = side_of(seat);
        auto const wins = !winning || *winning == side;
        if (wins) result.winners.push_back(seat);
        result.ranks.push_back(wins ? 1 : 1 + state.seats / 2);
        result.scores.push_back(sums[side]);
    }
    state.phase = Phase::over;
    state.result = std::move(result);
    events.push_back(MatchEnded{*state.result});
}

/// The side that gets the two cards over: with the smaller result, of two equal ones the one that did not go out.
std::size_t trailing_side(PerSide<Points> const& results, Stop stop) {
    auto const ahead = greater(results);
    return 1 - ahead.value_or(side_of(stop.seat));
}

} // namespace

void begin_game(State& state, int game, Seat leader, std::optional<std::size_t> trailing, Chance& chance,
                Events& events) {
    state.game = game;
    clear_hands(state, leader);
    state.captured = {};
    state.forfeited.clear();
    state.discarding.clear();
    state.discards = PerSeat<std::optional<Card>>(state.seats);
    state.gifts = PerSeat<std::optional<Cards>>(state.seats);
    state.laid_aside = PerSeat<Cards>(state.seats);
    state.laid_aside_stuck = PerSeat<bool>(state.seats, false);

    auto pack = fresh_pack(1, trailing ? 2 : 0);
    chance.shuffle(pack);
    state.stock = deal_hands(state, std::move(pack));
    if (trailing) {
        for (int step = 0; step < state.seats; ++step) {
            auto const seat = leader.left(state.seats, step);
            if (side_of(seat) == *trailing) state.hands[seat].push_back(take_top(state.stock));
        }
        for (auto const seat : all_seats(state.seats))
            if (side_of(seat) == *trailing) state.discarding.push_back(seat);
    }
    finish_deal(state, events);
}

void end_bout(State& state, Stop stop, Chance& chance, Events& events) {
    auto const first_of_two = has_second_bout(state) && state.bout == 1;
    // Of two bouts only the first counts as gone out: it is what breaks a tie.
    if (stop.went_out && state.bout == 1) ++state.outs[side_of(stop.seat)];
    if (first_of_two) {
        state.first_bout = stop.seat;
        events.push_back(BoutEnded{state.bout, state.outs});
        begin_second_bout(state, stop.seat.left(state.seats), chance, events);
        return;
    }
    PerSide<Points> const results{worth(state.captured[0]), worth(state.captured[1])};
    state.results.push_back(results);
    events.push_back(GameEnded{state.game, results, state.outs});
    if (state.game == state.options.games.value) {
        end_match(state, stop, events);
        return;
    }
    auto const trailing = state.options.jokers ? std::optional(trailing_side(results, stop)) : std::nullopt;
    begin_game(state, state.game + 1, stop.seat.left(state.seats), trailing, chance, events);
}

} // namespace tefuda::sugekari21
