#include "rules/sugekari21/deal.hpp"

#include <cstdint>

namespace tefuda::sugekari21 {

namespace {

/// Deals thirteen cards to each seat, one at a time, starting with the leader. \returns the rest of the pack
Cards deal_hands(State& state, Cards pack) {
    auto top = pack.begin();
    for (int round = 0; round < hand_size; ++round)
        for (int step = 0; step < state.seats; ++step)
            state.hands[state.leader.left(state.seats, step)].push_back(*top++);
    pack.erase(pack.begin(), top);
    return pack;
}

/// Resets what belongs to a single deal, at the start of a game or of a second bout.
void clear_hands(State& state, Seat leader) {
    state.leader = leader;
    state.turn = leader;
    state.hands = PerSeat<Cards>(state.seats);
    state.round.clear();
    state.total = 0;
    state.passes = 0;
    state.played = PerSeat<Cards>(state.seats);
    state.drawn = PerSeat<Cards>(state.seats);
    state.gifts = PerSeat<std::optional<Cards>>(state.seats);
    state.cannot_lead = PerSeat<bool>(state.seats, false);
}

void finish_deal(State& state, Events& events) {
    for (auto& hand : state.hands) sort_canonical(hand);
    if (!state.discarding.empty())
        state.phase = Phase::discard;
    else
        state.phase = state.options.exchange == Exchange::none ? Phase::play : Phase::give;
    events.push_back(
        Dealt{state.game, state.bout, state.leader, state.phase, state.hands, static_cast<int>(state.stock.size())});
}

void begin_second_bout(State& state, Seat leader, Chance& chance, Events& events) {
    state.laid_aside = state.hands;
    state.laid_aside_cannot_lead = state.cannot_lead;
    clear_hands(state, leader);
    state.bout = 2;
    chance.shuffle(state.stock);
    state.stock = deal_hands(state, state.stock);
    finish_deal(state, events);
}

PerSide<Points> totals(State const& state) {
    PerSide<Points> sums{};
    for (auto const& game : state.results)
        for (std::size_t side = 0; side < sides; ++side) sums[side] += game[side];
    return sums;
}

/// The outcome of a match.
struct Verdict {
    std::optional<std::size_t> side; ///< the winning side; std::nullopt for a draw
    Reason reason;
};

/// The side with the greater value; std::nullopt if both are equal.
template <class T>
std::optional<std::size_t> greater(PerSide<T> const& values) {
    if (values[0] == values[1]) return std::nullopt;
    return values[0] > values[1] ? 0 : 1;
}

Verdict verdict(State const& state, PlayEnd end) {
    if (auto const side = greater(totals(state))) return {side, Reason::cards};
    if (state.options.games.value == 1) return {side_of(state.first_bout.value_or(end.seat)), Reason::went_out};
    if (auto const side = greater(state.outs)) return {side, Reason::outs};
    return {std::nullopt, Reason::cards};
}

void end_match(State& state, PlayEnd end, Events& events) {
    auto const sums = totals(state);
    auto const [winning, reason] = verdict(state, end);
    Result<Reason> result{{}, {}, {}, reason};
    if (state.seats == 4) result.team.emplace();
    for (auto const seat : all_seats(state.seats)) {
        auto const side = side_of(seat);
        auto const wins = !winning || *winning == side;
        if (wins) result.winners.push_back(seat);
        result.ranks.push_back(wins ? 1 : 1 + state.seats / 2);
        result.scores.push_back(sums[side]);
        if (result.team) result.team->push_back(static_cast<std::uint8_t>(side));
    }
    state.phase = Phase::over;
    state.result = std::move(result);
    events.push_back(MatchEnded{*state.result});
}

/// The side that gets the two extra cards: the one with the smaller result or, if both are equal, the one that did not
/// go out.
std::size_t trailing_side(PerSide<Points> const& results, PlayEnd end) {
    auto const ahead = greater(results);
    return 1 - ahead.value_or(side_of(end.seat));
}

} // namespace

void begin_game(State& state, int game, Seat leader, std::optional<std::size_t> trailing, Chance& chance,
                Events& events) {
    state.game = game;
    state.bout = 1;
    state.first_bout.reset();
    clear_hands(state, leader);
    state.captured = {};
    state.forfeited.clear();
    state.discarding.clear();
    state.discards = PerSeat<std::optional<Card>>(state.seats);
    state.laid_aside = PerSeat<Cards>(state.seats);
    state.laid_aside_cannot_lead = PerSeat<bool>(state.seats, false);

    auto pack = fresh_pack(1, trailing ? 2 : 0);
    chance.shuffle(pack);
    state.stock = deal_hands(state, pack);
    if (trailing) {
        for (int step = 0; step < state.seats; ++step) {
            auto const seat = leader.left(state.seats, step);
            if (side_of(seat) == *trailing) state.hands[seat].push_back(draw_top(state.stock));
        }
        for (auto const seat : all_seats(state.seats))
            if (side_of(seat) == *trailing) state.discarding.push_back(seat);
    }
    finish_deal(state, events);
}

void end_bout(State& state, PlayEnd end, Chance& chance, Events& events) {
    auto const first_of_two = has_second_bout(state) && state.bout == 1;
    // Going out counts only in the first of two bouts, because only that breaks a tie.
    if (end.went_out && state.bout == 1) ++state.outs[side_of(end.seat)];
    if (first_of_two) {
        state.first_bout = end.seat;
        events.push_back(BoutEnded{state.bout, state.outs});
        begin_second_bout(state, end.seat.left(state.seats), chance, events);
        return;
    }
    PerSide<Points> const results{points_of(state.captured[0]), points_of(state.captured[1])};
    state.results.push_back(results);
    events.push_back(GameEnded{state.game, results, state.outs});
    if (state.game == state.options.games.value) {
        end_match(state, end, events);
        return;
    }
    auto const trailing = state.options.jokers ? std::optional(trailing_side(results, end)) : std::nullopt;
    begin_game(state, state.game + 1, end.seat.left(state.seats), trailing, chance, events);
}

} // namespace tefuda::sugekari21
