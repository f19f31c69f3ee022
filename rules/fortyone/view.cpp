#include "rules/fortyone/fortyone.hpp"

namespace tefuda {

namespace fortyone {

namespace {

Cards cards_of(Hand const& hand) {
    return Cards(hand.begin(), hand.end());
}

PerSeat<SeenCards> seen_hands(Both<Hand> const& hands, Observer observer) {
    PerSeat<SeenCards> seen(seats);
    for (auto const seat : all_seats(seats))
        seen[seat] =
            observer.is(seat) ? SeenCards::face_up(cards_of(hands[seat])) : SeenCards::face_down(hands[seat].size());
    return seen;
}

FinishedDeal finished_form(LaidAway const& laid_away) {
    PerSeat<int> left(seats);
    for (auto const seat : all_seats(seats)) left[seat] = static_cast<int>(laid_away.left[seat].size());
    return {laid_away.deal.dealer, laid_away.deal.starter, laid_away.deal.sequence, left};
}

Table table_of(State const& state) {
    Table table{deals, state.turn, {}, {}, {}, {}};
    for (auto const& laid_away : state.finished) table.finished.push_back(finished_form(laid_away));
    if (!state.deal) {
        table.dealer = state.finished.back().deal.dealer;
        return table;
    }
    table.deal = static_cast<int>(state.finished.size()) + 1;
    table.dealer = state.deal->dealer;
    table.starter = state.deal->starter;
    table.sequence = state.deal->sequence;
    table.total = state.total.total();
    return table;
}

} // namespace

} // namespace fortyone

FortyOne::View FortyOne::view(State const& state, Observer observer) {
    PerSeat<Nullable<Points>> scores;
    for (auto const chips : state.chips) scores.push_back(Nullable<Points>(chips));
    View view{fortyone::Phase::play, to_act(state), hands(state, observer), scores, fortyone::table_of(state), {}};
    if (over(state)) {
        view.phase = fortyone::Phase::over;
        view.result = fortyone::result_of(state);
    }
    return view;
}

PerSeat<SeenCards> FortyOne::hands(State const& state, Observer observer) {
    return fortyone::seen_hands(state.hands, observer);
}

fortyone::SeenEvent FortyOne::event_for(Event const& event, Observer observer) {
    using namespace fortyone;
    return std::visit(Overloaded{
                          [&](Dealt const& dealt) -> SeenEvent {
                              return SeenDealt{dealt.deal, dealt.dealer, seen_hands(dealt.hands, observer),
                                               dealt.starter, dealt.total};
                          },
                          [](Played const& played) -> SeenEvent { return played; },
                          [](Valued const& valued) -> SeenEvent { return valued; },
                          [](Passed const& passed) -> SeenEvent { return passed; },
                          [](Scored const& scored) -> SeenEvent { return scored; },
                          [](DealEnded const& ended) -> SeenEvent { return ended; },
                          [](Ended const& ended) -> SeenEvent { return ended; },
                      },
                      event);
}

} // namespace tefuda
