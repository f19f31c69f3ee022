#include "rules/twentytwo/state.hpp"

#include "rules/twentytwo/ranking.hpp"

#include <algorithm>

namespace tefuda::twentytwo {

namespace {

void add(Cards& cards, auto const& more) {
    cards.insert(cards.end(), more.begin(), more.end());
}

} // namespace

Cards all_cards(State const& state) {
    auto cards = state.stock;
    for (auto const* piles : {&state.hands, &state.set_aside, &state.lying})
        for (auto const& pile : *piles) add(cards, pile);
    for (auto const& record : state.plays) add(cards, record.cards);
    // Only at the end: during the match the cards shown last have already been dealt again or lie before the losers.
    if (state.phase == Phase::over)
        for (auto const& card : state.last_show->cards)
            if (card) cards.push_back(*card);
    return cards;
}

Cards whole_pack(Options const& options) {
    if (options.variant == Variant::twenty_six) return fresh_pack(2, 4);
    return fresh_pack(options.decks.value_or(AnyOf<1, 2>{}).value);
}

int seats_of(State const& state) {
    return state.totals.seats();
}

bool still_in(State const& state, Seat seat) {
    return !state.eliminated_in_deal[seat];
}

Seats seats_in(State const& state) {
    Seats seats;
    for (auto const seat : all_seats(seats_of(state)))
        if (still_in(state, seat)) seats.push_back(seat);
    return seats;
}

Seat next_in(State const& state, Seat seat) {
    do seat = seat.left(seats_of(state));
    while (!still_in(state, seat));
    return seat;
}

std::size_t plays_in_trick(State const& state) {
    return state.plays.size() % seats_in(state).size();
}

std::optional<Ranks> bar_at(State const& state, std::size_t end) {
    auto const lead = end - end % seats_in(state).size();
    if (lead == end) return std::nullopt;
    auto bar = lead;
    // With `free` each play that follows is at least as high as all earlier plays, so the last one is the bar.
    if (state.options.follow == Follow::free)
        for (auto at = lead + 1; at < end; ++at)
            if (state.plays[at].follows || state.options.reading == Reading::letter) bar = at;
    auto const& ranks = state.plays[bar].ranks;
    return Ranks(ranks.begin(), ranks.end());
}

} // namespace tefuda::twentytwo
