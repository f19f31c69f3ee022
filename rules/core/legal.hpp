// Templates describe legal actions. A template is an action with literal fields, but its list `cards` may be replaced
// by a choice of cards. `optional` names fields that the player may add.
#pragma once

#include "rules/core/cards.hpp"
#include "rules/core/inplace_vector.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace tefuda {

/// "Any `min` to `max` cards of `from`", in any order. `from` is a multiset.
struct CardChoice {
    int min = 0;
    int max = 0;
    Cards from;
    /// Cards that the list must contain in addition to those chosen from `from`.
    Cards with;
    /// If not empty: the chosen list, sorted from high to low in Twenty-Two's order (A high), must be at least as high
    /// as this one, position by position. Then `min` == `max` and `beats.size()` is the length of the whole list.
    Ranks beats;

    friend bool operator==(CardChoice const&, CardChoice const&) = default;
};

/// \tparam Action a game's variant of actions. If `cards` is set, the alternative held by `action` has a member
/// `Cards cards`, which is empty and stands for the choice.
template <class Action>
struct Template {
    Action action;
    std::optional<CardChoice> cards = std::nullopt;
    InplaceVector<std::string_view, 2> optional = {};

    friend bool operator==(Template const&, Template const&) = default;
};

template <class Action>
using Templates = std::vector<Template<Action>>;

} // namespace tefuda
