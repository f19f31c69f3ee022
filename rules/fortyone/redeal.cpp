#include "rules/fortyone/deal.hpp"
#include "rules/fortyone/fortyone.hpp"

#include <algorithm>
#include <vector>

namespace tefuda {

namespace fortyone {

// A player who passed held no playable card. The cards that are hidden now were already in the hand at that time.
RankSet possible_ranks(Deal const& deal, Seat seat) {
    RankSet possible;
    possible.set();
    RunningTotal total(rank_of(deal.starter));
    for (auto const& turn : deal.sequence) {
        if (auto const* played = std::get_if<PlayedCard>(&turn)) {
            total.add(rank_of(played->card));
        } else if (std::get<PassedTurn>(turn).seat == seat) {
            for (auto const rank : all_ranks)
                if (total.accepts(rank)) possible.reset(static_cast<std::size_t>(number_of(rank)));
        }
    }
    return possible;
}

bool allows(RankSet const& possible, Card card) {
    return possible.test(static_cast<std::size_t>(number_of(rank_of(card))));
}

namespace {

constexpr int max_tries = 100;

/// A hand that the observer does not know.
struct Hidden {
    Hand* hand;                 ///< points into the state
    RankSet possible;           ///< the ranks that are consistent with the player's passes
    std::size_t candidates = 0; ///< number of unknown cards with a possible rank
};

std::vector<Hidden> hidden_hands(State& state, Observer observer) {
    std::vector<Hidden> hidden;
    for (auto const seat : all_seats(seats)) {
        if (observer.is(seat)) continue;
        if (state.deal) hidden.push_back({&state.hands[seat], possible_ranks(*state.deal, seat)});
        for (auto& laid_away : state.finished)
            hidden.push_back({&laid_away.left[seat], possible_ranks(laid_away.deal, seat)});
    }
    return hidden;
}

// Fills the hands from the one with the fewest candidates to the one with the most. If the candidates of each hand are
// a subset of the next one's (nearly always, because passes rule out low cards), all deals are equally likely and none
// fails.
bool deal_out(std::vector<Hidden> const& hidden, Cards& pool, Chance& chance) {
    for (auto const& place : hidden) {
        Cards candidates;
        for (auto const card : pool)
            if (allows(place.possible, card)) candidates.push_back(card);
        if (candidates.size() < place.hand->size()) return false;
        chance.shuffle(candidates);
        for (std::size_t i = 0; i < place.hand->size(); ++i) {
            (*place.hand)[i] = candidates[i];
            remove(pool, candidates[i]);
        }
        std::sort(place.hand->begin(), place.hand->end());
    }
    return true;
}

/// std::nullopt if some hand cannot be filled.
std::optional<State> try_redeal(State const& state, Observer observer, Chance& chance, bool respect_passes) {
    auto other = state;
    auto hidden = hidden_hands(other, observer);
    auto pool = other.stock;
    for (auto& place : hidden) {
        pool.insert(pool.end(), place.hand->begin(), place.hand->end());
        if (!respect_passes) place.possible.set();
    }
    sort_canonical(pool);
    for (auto& place : hidden)
        place.candidates = static_cast<std::size_t>(
            std::count_if(pool.begin(), pool.end(), [&](Card card) { return allows(place.possible, card); }));
    std::stable_sort(hidden.begin(), hidden.end(),
                     [](auto const& one, auto const& next) { return one.candidates < next.candidates; });
    if (!deal_out(hidden, pool, chance)) return std::nullopt;
    chance.shuffle(pool);
    other.stock = pool;
    return other;
}

} // namespace

} // namespace fortyone

fortyone::State FortyOne::redeal(State const& state, Observer observer, Chance& chance) {
    for (int tries = 0; tries < fortyone::max_tries; ++tries)
        if (auto other = fortyone::try_redeal(state, observer, chance, true)) return *other;
    return state;
}

fortyone::State FortyOne::imagine(State const& state, Seat seat, Chance& chance) {
    for (int tries = 0; tries < fortyone::max_tries; ++tries)
        if (auto other = fortyone::try_redeal(state, seat, chance, true)) return *other;
    return fortyone::try_redeal(state, seat, chance, false).value();
}

} // namespace tefuda
