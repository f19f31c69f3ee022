#include "rules/selfish/opening.hpp"

#include "rules/selfish/game.hpp"

#include <algorithm>

namespace tefuda::selfish {

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
    if (not_burst.empty()) return end_game(state, std::nullopt, Reason::all_burst, chance, events);

    // Two Selfish never have the same number: there are only four cards of each number and at most two jokers.
    if (state.options.selfish_tie == SelfishTie::higher)
        selfish = greatest(selfish, [&](Seat seat) { return selfish_number(opened[seat]); });
    auto const& best = selfish.empty() ? greatest(not_burst, [&](Seat seat) { return opened[seat].score; }) : selfish;
    if (best.size() > 1) return begin_round(state, best, chance, events);
    end_game(state, best.front(), selfish.empty() ? Reason::total : Reason::selfish, chance, events);
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
    end_game(state, best.front(), Reason::sudden_death, chance, events);
}

} // namespace tefuda::selfish
