#include "doubt.hpp"

namespace tefuda {

namespace doubt {

namespace {

SeenCards seen(Cards const& cards, bool is_known) {
    return is_known ? SeenCards::face_up(cards) : SeenCards::face_down(cards.size());
}

PerSeat<SeenCards> seen(PerSeat<Cards> const& cards, Observer observer) {
    PerSeat<SeenCards> all;
    for (auto const seat : all_seats(cards.seats())) all.push_back(seen(cards[seat], observer.is(seat)));
    return all;
}

Table table_of(State const& state, Observer observer) {
    Nullable<SeenClaim> claim;
    if (auto const& real = state.claim)
        claim = SeenClaim{real->seat, real->rank, seen(real->cards, observer.is(real->seat))};
    return {state.rank, claim, seen(state.pile, observer), state.open, static_cast<int>(state.stock.size())};
}

PerSeat<Nullable<Points>> scores_of(State const& state) {
    PerSeat<Nullable<Points>> scores;
    for (auto const points : state.points) scores.push_back(points);
    return scores;
}

} // namespace

} // namespace doubt

Doubt::View Doubt::view(State const& state, Observer observer) {
    Nullable<Result<doubt::Reason>> result;
    if (over(state)) result = doubt::result_of(state);
    return {state.phase,
            to_act(state),
            doubt::seen(state.hands, observer),
            doubt::scores_of(state),
            doubt::table_of(state, observer),
            result};
}

doubt::SeenEvent Doubt::event_for(Event const& event, Observer observer) {
    using namespace doubt;
    return by_type(
        event, [&](Dealt const& dealt) -> SeenEvent { return SeenDealt{seen(dealt.hands, observer), dealt.first}; },
        [&](Played const& played) -> SeenEvent {
            return SeenPlayed{played.seat, played.rank, seen(played.cards, observer.is(played.seat))};
        },
        [](Accepted const& accepted) -> SeenEvent { return accepted; },
        [](Doubted const& doubted) -> SeenEvent { return doubted; },
        [](Ended const& ended) -> SeenEvent { return ended; });
}

} // namespace tefuda
