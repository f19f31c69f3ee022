#include "rules/sugekari21/sugekari21.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace tefuda {

using namespace sugekari21;

namespace {

/// What everybody knows about a hidden card: it may be any card, must be a J, Q or K, or cannot be one.
enum class Demand { any, face, no_face };

/// A list from which the hidden cards have been removed, to be filled again.
struct Place {
    Cards* cards;       ///< points into the state
    std::size_t hidden; ///< number of cards to fill in
    Demand demand;      ///< for each of them
};

bool meets(Card card, Demand demand) {
    auto const face = card.rank() && is_face(*card.rank());
    return demand == Demand::any || face == (demand == Demand::face);
}

class Redeal {
public:
    Redeal(State const& state, Observer observer) : state_(state), observer_(observer) {
        for (auto const seat : all_seats(state_.seats)) {
            take_hand(seat);
            if (observer_.is(seat)) continue;
            take(state_.laid_aside[seat], state_.laid_aside_cannot_lead[seat] ? Demand::face : Demand::any);
            if (!exchanged(state) && state_.gifts[seat]) take(*state_.gifts[seat], Demand::any);
            if (state_.discards[seat]) pool_.push_back(*state_.discards[seat]);
        }
        take(state_.stock, Demand::any);
    }

    State deal(Chance& chance) {
        sort_canonical(pool_);
        chance.shuffle(pool_);
        // The most restricted places are filled first, each with the first card that fits. This makes all allowed deals
        // equally likely.
        for (auto const demand : {Demand::face, Demand::no_face, Demand::any})
            for (auto const& place : places_)
                if (place.demand == demand) fill(place);
        for (auto const seat : all_seats(state_.seats)) {
            sort_canonical(state_.hands[seat]);
            sort_canonical(state_.laid_aside[seat]);
            if (state_.gifts[seat]) sort_canonical(*state_.gifts[seat]);
            if (state_.discards[seat] && !observer_.is(seat)) state_.discards[seat] = draw_top(pool_);
        }
        if (exchanged(state_)) choose_gifts(chance);
        return std::move(state_);
    }

private:
    void take(Cards& cards, Demand demand) {
        places_.push_back({&cards, cards.size(), demand});
        pool_.insert(pool_.end(), cards.begin(), cards.end());
        cards.clear();
    }

    void take_hand(Seat seat) {
        auto const known = known_cards(state_, observer_, seat);
        auto& hand = state_.hands[seat];
        auto const demand = demand_of(seat);
        remove_all(hand, known);
        take(hand, demand);
        hand = known;
    }

    /// A player whose only card is a J, Q or K cannot lead, and everybody learns this (RULES.md R3). If the player is
    /// to lead, the only card is none of these.
    Demand demand_of(Seat seat) const {
        if (state_.hands[seat].size() != 1) return Demand::any;
        if (state_.cannot_lead[seat]) return Demand::face;
        auto const leads = state_.phase == Phase::play && state_.round.empty() && state_.turn == seat;
        return leads ? Demand::no_face : Demand::any;
    }

    void fill(Place const& place) {
        for (std::size_t i = 0; i < place.hidden; ++i) {
            auto const card = std::find_if(pool_.begin(), pool_.end(), [&](Card c) { return meets(c, place.demand); });
            if (card == pool_.end()) throw std::logic_error("no card meets what everybody knows of a hand");
            place.cards->push_back(*card);
            pool_.erase(card);
        }
    }

    /// For gifts that the observer neither made nor received: any three of the cards that the receiver has held since,
    /// but for those that it drew.
    void choose_gifts(Chance& chance) {
        for (auto const giver : all_seats(state_.seats)) {
            auto const receiver = receiver_of(state_, giver);
            if (observer_.is(giver) || observer_.is(receiver)) continue;
            auto held = state_.hands[receiver];
            held.insert(held.end(), state_.played[receiver].begin(), state_.played[receiver].end());
            for (auto const card : state_.drawn[receiver]) remove(held, card);
            chance.shuffle(held);
            state_.gifts[giver] = sorted(Cards(held.begin(), held.begin() + gift_size));
        }
    }

    State state_;
    Observer observer_;
    std::vector<Place> places_;
    Cards pool_;
};

} // namespace

State Sugekari21::redeal(State const& state, Observer observer, Chance& chance) {
    return Redeal(state, observer).deal(chance);
}

} // namespace tefuda
