// Which cards may be chosen next, so that a choice can still be completed.
#pragma once

#include "rules/core/legal.hpp"

#include <array>

namespace tefuda::python {

/// How many of each card.
using CardCounts = std::array<std::uint8_t, Card::kinds>;

CardCounts counts_of(Cards const& cards);

/// The ranks among the cards, high to low: those that a joker may copy.
Ranks ranks_to_copy(CardCounts const& chosen, RankOrder const& order);

/// How many of the cards are jokers.
int jokers_in(CardCounts const& chosen);

/// A template's choice of cards. Cards are chosen one by one, those of `with` among them.
class CardsToChoose {
public:
    /// \param needs_company whether jokers may be chosen only beside another card (the template names `as`)
    CardsToChoose(CardChoice const& choice, bool needs_company);

    /// Marks each card (Card::order) that may be chosen next: with it, and perhaps more, the list is one that the
    /// choice allows. Marks none if the cards so far can't be completed. \returns as `allows`
    bool mark_next(CardCounts const& chosen, std::uint8_t* marks) const;
    RankOrder const& order() const { return order_; }

    /// Whether the choice allows exactly these cards.
    bool allows(CardCounts const& chosen) const;
    /// Whether it allows these cards with jokers that copy these ranks, and where they are fewer than the jokers, some
    /// more that are no higher. \pre the ranks are those of other chosen cards, high to low
    bool allows(CardCounts const& chosen, Ranks const& copied) const;

private:
    struct Progress {
        bool fits;   ///< all chosen cards are among those that may be
        int extra;   ///< chosen cards that are not of `with`
        int missing; ///< cards of `with` that are not chosen yet
    };
    Progress progress(CardCounts const& chosen) const;
    bool is_allowed(Progress const& now, CardCounts const& chosen) const;
    bool can_be_completed(CardCounts const& chosen) const;
    bool is_good_list(CardCounts const& list) const;
    bool beats(CardCounts const& list, int default_copy, Ranks const& copied) const;

    int min_;
    int max_;
    CardCounts from_;
    CardCounts with_;
    InplaceVector<std::uint8_t, Card::kinds> kinds_; ///< the cards of which `from_` or `with_` has any
    Ranks beats_;                                    ///< high to low
    RankOrder order_;
    bool needs_company_;
};

} // namespace tefuda::python
