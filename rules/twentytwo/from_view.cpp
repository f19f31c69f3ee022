#include "rules/twentytwo/from_view.hpp"

#include "rules/twentytwo/ranking.hpp"

namespace tefuda {

using namespace twentytwo;

namespace {

PlayRecord record_of(TrickPlay const& play) {
    PlayRecord record{play.seat, play.follows, play.cards, {}, {}};
    Ranks ranks;
    for (auto const card : play.cards)
        if (auto const rank = card.rank()) ranks.push_back(*rank);
    auto const jokers = play.cards.size() - ranks.size();
    if (play.as) record.as = *play.as;
    for (auto const rank : record.as) ranks.push_back(rank);
    // Jokers alone are Aces.
    if (jokers == play.cards.size()) ranks.assign(jokers, Rank::ace);
    sort_high(ranks);
    record.ranks = {ranks.begin(), ranks.end()};
    return record;
}

Points limit_of(Options const& options) {
    return Points(options.variant == Variant::twenty_six ? 26 : 22);
}

/// The deal in which a seat was eliminated: the one before the first that it was not dealt to, as far as the views
/// tell.
int eliminated_in(Seen<TwentyTwo> const& seen, Seat seat, Points limit) {
    auto const& table = seen.now.table;
    for (auto const& view : seen.earlier)
        if (view.scores.seats() > seat.number() && view.scores[seat].value_or(Points()) >= limit)
            return view.table.deal - 1;
    auto const in_last_deal =
        table.last_show && table.last_show->cards.seats() > seat.number() && table.last_show->cards[seat].has_value();
    return std::max(1, table.deal - (in_last_deal ? 1 : 2));
}

} // namespace

std::optional<State> FromView<TwentyTwo>::build(Options const& options, Seen<TwentyTwo> const& seen, Chance& chance) {
    auto const& [phase, to_act, hands, scores, table, result] = seen.now;
    auto const seats = hands.seats();
    if (to_act.empty() || scores.seats() != seats || table.lying.seats() != seats || table.exchanged.seats() != seats)
        return std::nullopt;
    State state;
    state.options = options;
    state.phase = phase;
    state.totals = PerSeat<Points>(seats);
    state.eliminated_in_deal = PerSeat<Nullable<int>>(seats);
    state.deal = table.deal;
    state.dealer = table.dealer;
    state.hand_size = table.hand_size;
    state.turn = to_act.front();
    state.hands = state.set_aside = PerSeat<Cards>(seats);
    state.exchanged = table.exchanged;
    state.lying = table.lying;
    state.last_show = table.last_show;
    state.draws = {table.draws.begin(), table.draws.end()};

    Unseen unseen(whole_pack(options), chance);
    auto const add = [&](Trick const& trick) {
        for (auto const& play : trick) {
            unseen.remove(play.cards);
            state.plays.push_back(record_of(play));
        }
    };
    for (auto const& trick : table.tricks) add(trick);
    add(table.trick);
    for (auto const& pile : table.lying) unseen.remove(pile);
    for (auto const& hand : hands) unseen.remove(hand.known);
    if (table.set_aside) state.set_aside[seen.seat] = *table.set_aside;
    unseen.remove(state.set_aside[seen.seat]);
    for (auto const seat : all_seats(seats)) {
        state.totals[seat] = scores[seat].value_or(Points());
        if (state.totals[seat] >= limit_of(options))
            state.eliminated_in_deal[seat] = eliminated_in(seen, seat, limit_of(options));
        state.hands[seat] = filled(hands[seat], unseen);
        if (seat != seen.seat) state.set_aside[seat] = unseen.take_hand(table.exchanged[seat].value_or(0));
    }
    state.stock = unseen.take(static_cast<int>(unseen.left()));
    if (unseen.failed() || seats_in(state).empty()) return std::nullopt;
    return state;
}

} // namespace tefuda
