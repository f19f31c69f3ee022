#include "rules/selfish/opening.hpp"

#include <algorithm>

namespace tefuda::selfish {

namespace {

/// All seats, clockwise from the first player: the order of turns and of the sudden death.
Seats in_turn_order(State const& state) {
    Seats seats;
    for (int step = 0; step < state.seats(); ++step) seats.push_back(state.first.left(state.seats(), step));
    return seats;
}

void end(State& state, std::optional<Seat> winner, Reason reason, std::vector<Event>& events) {
    Result<Reason> result{{}, PerSeat<std::uint8_t>(state.seats(), winner ? 2 : 1), {}, reason};
    if (winner) {
        result.winners.push_back(*winner);
        result.ranks[*winner] = 1;
    }
    for (auto const& hand : *state.opened) result.scores.push_back(hand.score);
    state.phase = Phase::over;
    state.result = result;
    events.emplace_back(Ended{std::move(result)});
}

/// Shuffles all cards into a new pack (RULES.md R4).
void gather(State& state, Chance& chance, std::vector<Event>& events) {
    state.stock = sorted(all_cards(state));
    state.sudden_death->drawn.clear();
    for (auto& hand : state.hands) hand.clear();
    chance.shuffle(state.stock);
    events.emplace_back(Gathered{static_cast<int>(state.stock.size())});
}

void begin_round(State& state, Seats contenders, Chance& chance, std::vector<Event>& events) {
    if (!state.sudden_death) state.sudden_death.emplace();
    auto& sudden_death = *state.sudden_death;
    if (state.stock.size() < contenders.size()) gather(state, chance, events);
    sudden_death.contenders = contenders;
    sudden_death.rounds.emplace_back();
    state.phase = Phase::sudden_death;
    state.to_act = contenders.front();
    events.emplace_back(RoundBegun{std::move(contenders)});
}

/// The seats with the greatest `value`, in the order of `seats`.
template <class Value>
Seats greatest(Seats const& seats, Value const& value) {
    Seats best;
    for (auto const seat : seats) {
        if (!best.empty() && value(seat) > value(best.front())) best.clear();
        if (best.empty() || value(seat) == value(best.front())) best.push_back(seat);
    }
    return best;
}

} // namespace

void open_hands(State& state, Chance& chance, std::vector<Event>& events) {
    PerSeat<OpenedHand> opened;
    for (auto const& hand : state.hands) opened.push_back(evaluate(hand, state.options.scoring));
    state.opened = opened;
    events.emplace_back(Opened{opened});

    Seats selfish;
    Seats not_burst;
    for (auto const seat : in_turn_order(state)) {
        if (opened[seat].hand == HandKind::selfish) selfish.push_back(seat);
        if (opened[seat].hand != HandKind::burst) not_burst.push_back(seat);
    }
    if (not_burst.empty()) return end(state, std::nullopt, Reason::all_burst, events);

    // Two Selfish never have the same number: there are only four cards of each number and at most two jokers.
    if (state.options.selfish_tie == SelfishTie::higher)
        selfish = greatest(selfish, [&](Seat seat) { return selfish_number(opened[seat]); });
    auto const& best = selfish.empty() ? greatest(not_burst, [&](Seat seat) { return opened[seat].score; }) : selfish;
    if (best.size() > 1) return begin_round(state, best, chance, events);
    end(state, best.front(), selfish.empty() ? Reason::total : Reason::selfish, events);
}

void draw_face_up(State& state, Chance& chance, std::vector<Event>& events) {
    auto const seat = state.to_act;
    auto const card = draw_top(state.stock);
    auto& sudden_death = *state.sudden_death;
    auto const& contenders = sudden_death.contenders;
    auto& round = sudden_death.rounds.back();
    sudden_death.drawn.push_back(card);
    round.push_back({seat, card});
    events.emplace_back(TurnedUp{seat, card});
    if (round.size() < contenders.size()) {
        state.to_act = contenders[round.size()];
        return;
    }

    // The cards of a round are in the order of the contenders.
    auto const best = greatest(contenders, [&](Seat contender) {
        auto const place = std::find(contenders.begin(), contenders.end(), contender) - contenders.begin();
        return number_of(round[static_cast<std::size_t>(place)].card);
    });
    if (best.size() > 1) return begin_round(state, best, chance, events);
    end(state, best.front(), Reason::sudden_death, events);
}

} // namespace tefuda::selfish
