// Legal actions as templates. A template is an action whose fields are literal, except that in place of its list
// `cards` there may be a choice; `optional` names fields that may be added.
#pragma once

#include "rules/core/cards.hpp"
#include "rules/core/inplace_vector.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace tefuda {

/// "Any `min` to `max` of `from`" (a multiset), in any order.
struct CardChoice {
    int min = 0;
    int max = 0;
    Cards from;
    /// The list is all of these and so many of `from`.
    Cards with;
    /// Not empty (then as many as `min` == `max`): only choices that, sorted from high to low in Twenty-Two's order
    /// (A high), are at least as high place by place.
    Ranks beats;

    friend bool operator==(CardChoice const&, CardChoice const&) = default;
};

/// \tparam Action a game's variant of actions. Where `cards` is set, the alternative held has a member
/// `Cards cards`, left empty, which stands for the choice.
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
