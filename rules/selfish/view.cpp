#include "rules/selfish/selfish.hpp"

#include <algorithm>

namespace tefuda {

namespace selfish {

namespace {

PerSeat<Nullable<Points>> scores_of(State const& state) {
    PerSeat<Nullable<Points>> scores(state.seats());
    if (several_games(state)) {
        auto const wins = games_won(state);
        for (auto const seat : all_seats(state.seats())) scores[seat] = wins[seat];
    } else if (state.opened)
        for (auto const seat : all_seats(state.seats())) scores[seat] = (*state.opened)[seat].score;
    return scores;
}

// R4's gathering empties the hands after they were opened; what they were stays in the table's record.
PerSeat<SeenCards> seen_hands(State const& state, Observer observer) {
    PerSeat<SeenCards> seen(state.seats());
    for (auto const seat : all_seats(state.seats())) {
        auto const& hand = state.hands[seat];
        seen[seat] = state.opened || observer.is(seat) ? SeenCards::face_up(Cards(hand.begin(), hand.end()))
                                                       : SeenCards::face_down(hand.size());
    }
    return seen;
}

} // namespace

} // namespace selfish

Selfish::View Selfish::view(State const& state, Observer observer) {
    using namespace selfish;
    Table table{state.turn,
                state.first,
                state.stopped_by,
                state.claims,
                static_cast<int>(state.stock.size()),
                state.opened,
                state.sudden_death ? state.sudden_death->rounds : std::vector<Round>(),
                {},
                {},
                state.previous};
    if (several_games(state)) {
        // Between the last game and the end of the match, in a sudden death, it is still the last game.
        table.game = std::min(static_cast<int>(state.results.size()) + 1, state.options.games.value);
        if (over(state)) table.game = static_cast<int>(state.results.size());
        table.results = state.results;
    }
    return {state.phase, to_act(state), seen_hands(state, observer), scores_of(state), std::move(table), state.result};
}

selfish::SeenEvent Selfish::event_for(Event const& event, Observer observer) {
    using namespace selfish;
    return by_type(
        event, [](Begun const& begun) -> SeenEvent { return begun; },
        [](TurnBegun const& begun) -> SeenEvent { return begun; },
        [&](Drawn const& drawn) -> SeenEvent {
            return observer.is(drawn.seat) ? SeenDrawn{drawn.seat, drawn.card} : SeenDrawn{drawn.seat, {}};
        },
        [](Stopped const& stopped) -> SeenEvent { return stopped; },
        [](Continued const& continued) -> SeenEvent { return continued; },
        [](ClaimsBegun const& begun) -> SeenEvent { return begun; },
        [](Claimed const& claimed) -> SeenEvent { return claimed; },
        [](Opened const& opened) -> SeenEvent { return opened; },
        [](Gathered const& gathered) -> SeenEvent { return gathered; },
        [](RoundBegun const& begun) -> SeenEvent { return begun; },
        [](TurnedUp const& turned_up) -> SeenEvent { return turned_up; },
        [](GameEnded const& ended) -> SeenEvent { return ended; },
        [](Ended const& ended) -> SeenEvent { return ended; });
}

} // namespace tefuda
