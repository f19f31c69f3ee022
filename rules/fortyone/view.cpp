#include "rules/fortyone/fortyone.hpp"

namespace tefuda {

namespace fortyone {

namespace {

PerSeat<SeenCards> seen_hands(Both<Hand> const& hands, Observer observer) {
    PerSeat<SeenCards> seen;
    for (auto const seat : all_seats(seats))
        seen.push_back(observer.is(seat) ? SeenCards::face_up(hands[seat]) : SeenCards::face_down(hands[seat].size()));
    return seen;
}

FinishedDeal finished_form(LaidAway const& laid_away) {
    PerSeat<int> left;
    for (auto const& hand : laid_away.left) left.push_back(static_cast<int>(hand.size()));
    return {laid_away.deal.dealer, laid_away.deal.starter, laid_away.deal.sequence, left};
}

using FinishedDeals = decltype(Table::finished);

FinishedDeals finished_deals(State const& state) {
    FinishedDeals finished;
    for (auto const& deal : state.finished) finished.push_back(finished_form(deal));
    return finished;
}

Table table_of(State const& state) {
    if (!state.deal) return {deals, state.finished.back().deal.dealer, {}, {}, {}, finished_deals(state)};
    auto const number = static_cast<int>(state.finished.size()) + 1;
    return {number,
            state.deal->dealer,
            state.deal->starter,
            state.deal->sequence,
            state.total.total(),
            finished_deals(state)};
}

PerSeat<Nullable<Points>> scores_of(State const& state) {
    PerSeat<Nullable<Points>> scores;
    for (auto const chips : state.chips) scores.push_back(chips);
    return scores;
}

Nullable<Result<Reason>> result_so_far(State const& state) {
    if (state.deal) return {};
    return result_of(state);
}

} // namespace

} // namespace fortyone

FortyOne::View FortyOne::view(State const& state, Observer observer) {
    return {over(state) ? fortyone::Phase::over : fortyone::Phase::play,
            to_act(state),
            fortyone::seen_hands(state.hands, observer),
            fortyone::scores_of(state),
            fortyone::table_of(state),
            fortyone::result_so_far(state)};
}

fortyone::SeenEvent FortyOne::event_for(Event const& event, Observer observer) {
    using namespace fortyone;
    return by_type(
        event,
        [&](Dealt const& dealt) -> SeenEvent {
            return SeenDealt{dealt.deal, dealt.dealer, seen_hands(dealt.hands, observer), dealt.starter, dealt.total};
        },
        [](Played const& played) -> SeenEvent { return played; },
        [](Valued const& valued) -> SeenEvent { return valued; },
        [](Passed const& passed) -> SeenEvent { return passed; },
        [](Scored const& scored) -> SeenEvent { return scored; },
        [](DealEnded const& ended) -> SeenEvent { return ended; },
        [](Ended const& ended) -> SeenEvent { return ended; });
}

} // namespace tefuda
