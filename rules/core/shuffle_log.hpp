// Where the cards of a shuffle came from. Who deals could give a shuffle any outcome by choosing the order of the cards
// before it; a replay can be checked only if this order is certain.
#pragma once

#include "rules/core/cards.hpp"

#include <boost/describe/class.hpp>

#include <optional>
#include <vector>

namespace tefuda {

/// The list that was shuffled; exactly one of the forms.
struct Shuffled {
    std::optional<int> pack;    ///< a whole pack: its index in the game's list of packs
    std::optional<bool> sorted; ///< true: the cards in canonical order
    std::optional<int> rest_of; ///< the cards of an earlier shuffle (its index), from the place `from` on, in its order
    std::optional<int> from;
    std::optional<int> places; ///< no cards: the places 0 … n−1 of a list of n other things
    friend bool operator==(Shuffled const&, Shuffled const&) = default;
};
BOOST_DESCRIBE_STRUCT(Shuffled, (), (pack, sorted, rest_of, from, places))

/// The shuffles of a match so far.
class ShuffleLog {
public:
    /// \param packs the game's packs (rules/core/engine.hpp, `fresh_cards`)
    explicit ShuffleLog(std::vector<Cards> packs) : packs_(std::move(packs)) {}

    std::vector<Cards> const& packs() const { return packs_; }

    /// \returns what the cards were before the shuffle; std::nullopt if nothing makes their order certain
    std::optional<Shuffled> add(Cards const& before, Cards after);
    Shuffled add_places(int n);

private:
    std::vector<Cards> packs_;
    std::vector<Cards> outcomes_; ///< empty for a shuffle of other things
};

} // namespace tefuda
