// Decides what a template allows, implemented only from protocol/PROTOCOL.md: an oracle for testing engines. Also fills
// in templates like a player without any knowledge of the rules.
#pragma once

#include "protocol/codec/described.hpp"

#include <algorithm>
#include <numeric>
#include <random>

namespace tefuda::test {

using Random = std::mt19937_64;

inline int below(Random& random, int n) {
    return static_cast<int>(random() % static_cast<std::uint64_t>(n));
}

inline bool chance_of(Random& random, double probability) {
    return std::uniform_real_distribution<>(0, 1)(random) < probability;
}

/// The heights of a list of cards, high to low. Jokers count as the ranks of `as`; without it as the highest other rank
/// in the list, and as the highest rank of all if there is no other or the template does not offer `as`.
inline std::vector<int> heights(Cards const& cards, std::optional<Ranks> const& as, RankOrder const& order,
                                bool as_optional = true) {
    std::vector<int> ordinary;
    int jokers = 0;
    for (auto const card : cards) {
        if (card.is_joker()) {
            ++jokers;
        } else {
            ordinary.push_back(order.height(*card.rank()));
        }
    }
    auto const highest = ordinary.empty() || !as_optional ? order.height(order.highest())
                                                          : *std::max_element(ordinary.begin(), ordinary.end());
    if (as) {
        for (auto const rank : *as) ordinary.push_back(order.height(rank));
    } else {
        ordinary.insert(ordinary.end(), static_cast<std::size_t>(jokers), highest);
    }
    std::sort(ordinary.rbegin(), ordinary.rend());
    return ordinary;
}

/// Whether `as` is valid for a list: one rank per joker, each the rank of another card in the list.
inline bool as_fits(Cards const& cards, Ranks const& as) {
    auto const jokers = count(cards, Card::joker());
    return jokers > 0 && static_cast<std::size_t>(jokers) < cards.size() && static_cast<int>(as.size()) == jokers &&
           std::all_of(
               as.begin(), as.end(),
               [&](Rank rank) {
                   return std::any_of(cards.begin(), cards.end(), [&](Card card) { return card.has(rank); });
               });
}

/// Whether the cards reach the choice's `beats` in every position, high to low.
inline bool beats(Cards const& cards, std::optional<Ranks> const& as, CardChoice const& choice, bool as_optional) {
    auto const have = heights(cards, as, choice.order, as_optional);
    std::vector<int> need;
    for (auto const rank : choice.beats) need.push_back(choice.order.height(rank));
    std::sort(need.rbegin(), need.rend());
    return have.size() == need.size() && std::equal(have.begin(), have.end(), need.begin(), std::greater_equal<>());
}

/// Whether the choice allows a list of cards with an optional `as`.
/// \param as_optional whether the template lists `as` as optional
inline bool choice_allows(CardChoice const& choice, Cards cards, std::optional<Ranks> const& as, bool as_optional) {
    if (as && (!as_optional || !as_fits(cards, *as))) return false;
    auto const jokers = static_cast<std::size_t>(count(cards, Card::joker()));
    if (as_optional && jokers > 0 && jokers == cards.size()) return false;
    if (!choice.beats.empty() && !beats(cards, as, choice, as_optional)) return false;
    if (!contains_all(cards, choice.with)) return false;
    remove_all(cards, choice.with);
    auto const chosen = static_cast<int>(cards.size());
    return choice.min <= chosen && chosen <= choice.max && contains_all(choice.from, cards);
}

template <class T>
bool has_optional(Template<T> const& legal_template, std::string_view field) {
    return std::find(legal_template.optional.begin(), legal_template.optional.end(), field) !=
           legal_template.optional.end();
}

template <class A>
concept HasAs = requires(A action) {
    { action.as } -> std::same_as<std::optional<Ranks>&>;
};

template <class A>
concept HasCards = requires(A action) {
    { action.cards } -> std::same_as<Cards&>;
};

template <class A>
std::optional<Ranks> as_of(A const& action) {
    if constexpr (HasAs<A>)
        return action.as;
    else
        return std::nullopt;
}

/// Whether both lists are equal as multisets.
template <class List>
bool same_items(List const& one, List const& other) {
    return std::is_permutation(one.begin(), one.end(), other.begin(), other.end());
}

template <class List>
bool items_allowed(ItemChoice<List> const& choice, List const& items) {
    auto left = choice.from;
    for (auto const& item : items) {
        auto const found = std::find(left.begin(), left.end(), item);
        if (found == left.end()) return false;
        left.erase(found);
    }
    auto const chosen = static_cast<int>(items.size());
    return choice.min <= chosen && chosen <= choice.max;
}

template <class Action, class Items>
bool items_fit(Template<Action> const& legal_template, Items const& want, Items const& have) {
    return legal_template.items ? items_allowed(*legal_template.items, have) : same_items(want, have);
}

/// Whether a template allows an action.
template <class Action>
bool allows(Template<Action> const& legal_template, Action const& action) {
    if (legal_template.action.index() != action.index()) return false;
    return std::visit(
        [&]<class A>(A const& given) {
            auto const& literal = std::get<A>(legal_template.action);
            bool allowed = true;
            boost::mp11::mp_for_each<codec::Members<A>>([&](auto member) {
                using M = std::remove_cvref_t<decltype(literal.*member.pointer)>;
                auto const& want = literal.*member.pointer;
                auto const& have = given.*member.pointer;
                constexpr auto name = codec::field_name(decltype(member)());
                if constexpr (std::same_as<M, Cards>) {
                    allowed =
                        allowed && (legal_template.cards ? choice_allows(*legal_template.cards, have, as_of(given),
                                                                         has_optional(legal_template, "as"))
                                                         : same_cards(want, have));
                } else if constexpr (HasItems<A> && name == "items") {
                    allowed = allowed && items_fit(legal_template, want, have);
                } else if constexpr (codec::Optional<M>) {
                    if (have && !want) {
                        allowed = allowed && has_optional(legal_template, name);
                        // An optional flag may be added only as true.
                        if constexpr (std::same_as<M, std::optional<bool>>) allowed = allowed && *have;
                    } else {
                        allowed = allowed && want == have;
                    }
                } else {
                    allowed = allowed && want == have;
                }
            });
            return allowed;
        },
        action);
}

/// A random list for a choice. It may violate `beats`; then try again.
inline Cards choose_random(CardChoice const& choice, Random& random) {
    auto from = choice.from;
    std::shuffle(from.begin(), from.end(), random);
    auto const most = std::min(choice.max, static_cast<int>(from.size()));
    Cards cards(from.begin(), from.begin() + choice.min + below(random, most - choice.min + 1));
    cards.insert(cards.end(), choice.with.begin(), choice.with.end());
    std::shuffle(cards.begin(), cards.end(), random);
    return cards;
}

/// The highest cards of a choice: first its highest ordinary card, then jokers, then the rest. Meets `beats` if any
/// list does.
inline Cards choose_highest(CardChoice const& choice) {
    auto cards = choice.from;
    std::sort(cards.begin(), cards.end(), [&](Card one, Card other) {
        auto const height = [&](Card card) {
            return choice.order.height(card.rank().value_or(choice.order.highest()));
        };
        return height(one) > height(other);
    });
    auto const first = std::find_if(cards.begin(), cards.end(), [](Card card) { return !card.is_joker(); });
    if (first != cards.end()) std::rotate(cards.begin(), first, first + 1);
    auto const behind = cards.empty() ? cards.begin() : cards.begin() + 1;
    std::stable_partition(behind, cards.end(), [](Card card) { return card.is_joker(); });
    cards.resize(static_cast<std::size_t>(choice.min), Card::joker());
    cards.insert(cards.end(), choice.with.begin(), choice.with.end());
    return cards;
}

/// A random action that the template allows; std::nullopt if none was found.
template <class Action>
std::optional<Action> fill_in(Template<Action> const& legal_template, Random& random) {
    constexpr int max_tries = 200;
    if (auto const& cards = legal_template.cards)
        if (cards->min > std::min(cards->max, static_cast<int>(cards->from.size()))) return std::nullopt;
    for (int tries = 0; tries < max_tries; ++tries) {
        auto const last = tries == max_tries - 1;
        auto action = legal_template.action;
        std::visit(
            [&]<class A>(A& fields) {
                if constexpr (HasCards<A>) {
                    if (legal_template.cards)
                        fields.cards =
                            last ? choose_highest(*legal_template.cards) : choose_random(*legal_template.cards, random);
                }
                if constexpr (HasItems<A>) {
                    if (legal_template.items) {
                        auto const& [least, most, from] = items_of<A>(legal_template);
                        auto items = from;
                        std::shuffle(items.begin(), items.end(), random);
                        items.erase(items.begin() + least + below(random, most - least + 1), items.end());
                        fields.items = items;
                    }
                }
                if constexpr (HasAs<A>) {
                    auto const jokers = count(fields.cards, Card::joker());
                    if (!last && has_optional(legal_template, "as") && jokers > 0 &&
                        jokers < static_cast<int>(fields.cards.size()) && chance_of(random, 0.5)) {
                        Ranks as;
                        while (static_cast<int>(as.size()) < jokers) {
                            auto const card = fields.cards[static_cast<std::size_t>(
                                below(random, static_cast<int>(fields.cards.size())))];
                            if (!card.is_joker()) as.push_back(*card.rank());
                        }
                        fields.as = as;
                    }
                }
                boost::mp11::mp_for_each<codec::Members<A>>([&](auto member) {
                    using M = std::remove_cvref_t<decltype(fields.*member.pointer)>;
                    if constexpr (std::same_as<M, std::optional<bool>>)
                        if (has_optional(legal_template, codec::field_name(member)) && chance_of(random, 0.6))
                            fields.*member.pointer = true;
                });
            },
            action);
        if (allows(legal_template, action)) return action;
    }
    return std::nullopt;
}

} // namespace tefuda::test
