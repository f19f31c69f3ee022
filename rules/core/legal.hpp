// Templates describe legal actions. A template is an action with literal fields, but its list `cards` (or `items`, for
// anything that is no card) may be replaced by a choice. `optional` names fields that the player may add.
#pragma once

#include "rules/core/cards.hpp"
#include "rules/core/inplace_vector.hpp"
#include "rules/core/rank_order.hpp"

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace tefuda {

/// "Any `min` to `max` cards of `from`", in any order. `from` is a multiset.
struct CardChoice {
    int min = 0;
    int max = 0;
    Cards from;
    /// Cards that the list must contain in addition to those chosen from `from`.
    Cards with;
    /// If not empty: the chosen list, sorted from high to low, must be at least as high as this one, position by
    /// position. Then `min` == `max` and `beats.size()` is the length of the whole list.
    Ranks beats;
    /// The order in which `beats` compares.
    RankOrder order = ace_high;

    friend bool operator==(CardChoice const&, CardChoice const&) = default;
};

/// "Any `min` to `max` of `from`", in any order: dice, tiles, whatever the list holds. `from` is a multiset.
template <class List>
struct ItemChoice {
    int min = 0;
    int max = 0;
    List from;

    friend bool operator==(ItemChoice const&, ItemChoice const&) = default;
};

/// Stands for the choice of items in a game whose actions have none.
struct NoItems {
    explicit constexpr operator bool() const { return false; }
    friend bool operator==(NoItems const&, NoItems const&) = default;
};

/// An action with a list of items that are no cards; all such actions of a game have lists of one type.
template <class A>
concept HasItems = requires(A action) { action.items; };

namespace detail {

template <class Action>
struct ItemChoiceOf {
    using type = NoItems;
};
template <HasItems A, class... Others>
struct ItemChoiceOf<std::variant<A, Others...>> {
    using type = std::optional<ItemChoice<decltype(A::items)>>;
};
template <class A, class... Others>
    requires(!HasItems<A>)
struct ItemChoiceOf<std::variant<A, Others...>> : ItemChoiceOf<std::variant<Others...>> {};
template <>
struct ItemChoiceOf<std::variant<>> {
    using type = NoItems;
};

} // namespace detail

/// \tparam Action a game's variant of actions. If `cards` is set, the alternative held by `action` has a member
/// `Cards cards`, which is empty and stands for the choice; if `items` is set, a list `items`. `optional` names empty
/// optional members of that alternative: flags (`std::optional<bool>`), whose only value is true, or `as`
/// (`std::optional<Ranks>`), which has a rank for each joker of the list, that of another card in it.
template <class Action>
struct Template {
    Action action;
    std::optional<CardChoice> cards = std::nullopt;
    InplaceVector<std::string_view, 2> optional = {};
    [[no_unique_address]] typename detail::ItemChoiceOf<Action>::type items = {};

    friend bool operator==(Template const&, Template const&) = default;
};

template <class Action>
using Templates = std::vector<Template<Action>>;

/// The choice of items of a template for an action of type A. \pre there is one
template <HasItems A, class Action>
auto const& items_of(Template<Action> const& choice) {
    return *choice.items;
}

} // namespace tefuda
