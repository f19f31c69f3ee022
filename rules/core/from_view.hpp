// Building a state from what one seat sees, for a search that has only the server's messages.
#pragma once

#include "rules/core/engine.hpp"

#include <span>

namespace tefuda {

/// What a seat sees now, and what it saw before.
template <class E>
struct Seen {
    Seat seat;
    typename E::View const& now;
    /// Views of the same seat and match, oldest first; may be incomplete or empty. They tell what the seat can only
    /// remember.
    std::span<typename E::View const> earlier;
    /// The seat's templates now.
    Templates<typename E::Action> const& legal;
};

/// How a state is built from a seat's view: a specialisation in rules/<game>/from_view.hpp, with
///
/// `build(options, seen, chance)`: a random state with exactly this view for the seat. Hidden cards may be in any
/// order: the caller redeals them. What the view does not show and nobody can compute from it (for example the number
/// of turns so far) has a likely value. std::nullopt, or a state with another view, for a view that no match has. \pre
/// the match is not over; the options are settled for this number of seats
template <class E>
struct FromView;

template <class E>
concept HasFromView =
    Redealable<E> && requires(typename E::Options const& options, Seen<E> const& seen, Chance& chance) {
        { FromView<E>::build(options, seen, chance) } -> std::same_as<std::optional<typename E::State>>;
    };

/// The cards of a pack that are not seen anywhere, in random order.
class Unseen {
public:
    Unseen(Cards pack, Chance& chance) : cards_(pack) { chance.shuffle(cards_); }

    /// Removes cards that are seen. Afterwards `failed` if the pack has not so many of them.
    void remove(auto const& cards) {
        for (auto const card : cards) remove(card);
    }
    void remove(Card card) {
        if (contains(cards_, card))
            tefuda::remove(cards_, card);
        else
            failed_ = true;
    }

    /// Takes this number of cards, or all that there are; `failed` if there are not so many.
    Cards take(int how_many) {
        failed_ = failed_ || how_many < 0 || static_cast<std::size_t>(how_many) > cards_.size();
        Cards taken;
        while (static_cast<int>(taken.size()) < how_many && !cards_.empty()) {
            taken.push_back(cards_.back());
            cards_.erase(cards_.end() - 1);
        }
        return taken;
    }

    /// The same, in canonical order.
    Cards take_hand(int how_many) { return sorted(take(how_many)); }

    /// Takes a card that is among `wanted`; nothing if there is none.
    std::optional<Card> take_one(auto const& allows) {
        for (auto const card : cards_)
            if (allows(card)) {
                tefuda::remove(cards_, card);
                return card;
            }
        return std::nullopt;
    }

    std::size_t left() const { return cards_.size(); }
    bool failed() const { return failed_; }

private:
    Cards cards_;
    bool failed_ = false;
};

/// The cards of a hand: those that are seen, and others for those that are not.
inline Cards filled(SeenCards const& seen, Unseen& unseen) {
    auto cards = seen.known;
    for (auto const card : unseen.take(seen.hidden)) cards.push_back(card);
    return sorted(cards);
}

} // namespace tefuda
