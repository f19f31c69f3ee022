#include "rules/fortyone/from_view.hpp"

#include "rules/fortyone/deal.hpp"

#include <algorithm>

namespace tefuda {

using namespace fortyone;

namespace {

Hand hand_of(Cards const& cards) {
    return {cards.begin(), cards.end()};
}

/// The cards that the seat had left when this deal ended, if one of its earlier views shows them.
std::optional<Cards> remembered(Seen<FortyOne> const& seen, int deal, int left) {
    for (auto const& view : seen.earlier)
        if (view.table.deal == deal && view.hands.seats() == seats &&
            static_cast<int>(view.hands[seen.seat].known.size()) == left)
            return view.hands[seen.seat].known;
    return std::nullopt;
}

template <class Deal>
void remove_seen(Unseen& unseen, Deal const& deal) {
    for (auto const& turn : deal.sequence)
        if (auto const* const played = std::get_if<PlayedCard>(&turn)) unseen.remove(played->card);
}

} // namespace

std::optional<State> FromView<FortyOne>::build(Options const&, Seen<FortyOne> const& seen, Chance& chance) {
    auto const& [phase, to_act, hands, scores, table, result] = seen.now;
    if (to_act.empty() || !table.starter || hands.seats() != seats || scores.seats() != seats) return std::nullopt;
    State state{Deal{table.dealer, *table.starter, table.sequence},
                RunningTotal(table.starter->rank().value_or(Rank::ace)),
                to_act.front(),
                Both<Hand>(seats),
                PerSeat<Points>(seats),
                {},
                {}};
    Unseen unseen(fresh_pack(), chance);
    unseen.remove(*table.starter);
    remove_seen(unseen, table);
    for (auto const seat : all_seats(seats)) unseen.remove(hands[seat].known);
    for (auto const& turn : table.sequence)
        if (auto const* const played = std::get_if<PlayedCard>(&turn))
            state.total.add(played->card.rank().value_or(Rank::ace));

    for (auto const& deal : table.finished) {
        unseen.remove(deal.starter);
        remove_seen(unseen, deal);
        state.finished.push_back(LaidAway{{deal.dealer, deal.starter, deal.sequence}, Both<Hand>(seats)});
        if (deal.left.seats() != seats) return std::nullopt;
        auto const left = deal.left[seen.seat];
        auto const own = remembered(seen, static_cast<int>(state.finished.size()), left);
        if (!own) continue;
        unseen.remove(*own);
        state.finished.back().left[seen.seat] = hand_of(*own);
    }
    // What the seat has forgotten of its own cards can't have been playable when it passed.
    for (std::size_t number = 0; number < state.finished.size(); ++number) {
        auto& laid_away = state.finished[number];
        auto const possible = possible_ranks(laid_away.deal, seen.seat);
        auto& left = laid_away.left[seen.seat];
        while (static_cast<int>(left.size()) < table.finished[number].left[seen.seat]) {
            auto const card = unseen.take_one([&](Card one) { return allows(possible, one); });
            if (!card) return std::nullopt;
            left.push_back(*card);
        }
        std::sort(left.begin(), left.end());
    }
    for (auto const seat : all_seats(seats)) {
        state.chips[seat] = scores[seat].value_or(Points());
        state.hands[seat] = hand_of(filled(hands[seat], unseen));
        if (seat == seen.seat) continue;
        for (std::size_t number = 0; number < state.finished.size(); ++number)
            state.finished[number].left[seat] = hand_of(unseen.take_hand(table.finished[number].left[seat]));
    }
    state.stock = unseen.take(static_cast<int>(unseen.left()));
    if (unseen.failed()) return std::nullopt;
    return state;
}

} // namespace tefuda
