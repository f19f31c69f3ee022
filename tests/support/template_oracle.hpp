// What a template allows, read from protocol/PROTOCOL.md and nothing else: an oracle to hold engines against, and the
// way a player without any knowledge of the rules fills a template in.
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

/// Twenty-Two's rank order: A high, then K … 2.
inline int height(Rank rank) {
    return rank == Rank::ace ? 14 : number_of(rank);
}

/// The heights of a list of cards, high to low, its jokers standing for `as`, or, without that, for the highest rank
/// beside them (for an A where there is none).
inline std::vector<int> heights(Cards const& cards, std::optional<Ranks> const& as) {
    std::vector<int> ordinary;
    int jokers = 0;
    for (auto const card : cards) {
        if (card.is_joker()) {
            ++jokers;
        } else {
            ordinary.push_back(height(*card.rank()));
        }
    }
    auto const highest = ordinary.empty() ? 14 : *std::max_element(ordinary.begin(), ordinary.end());
    if (as) {
        for (auto const rank : *as) ordinary.push_back(height(rank));
    } else {
        ordinary.insert(ordinary.end(), static_cast<std::size_t>(jokers), highest);
    }
    std::sort(ordinary.rbegin(), ordinary.rend());
    return ordinary;
}

/// Whether `as` fits a list: one rank for each joker, each the rank of another card in it.
inline bool as_fits(Cards const& cards, Ranks const& as) {
    auto const jokers = count(cards, Card::joker());
    return jokers > 0 && static_cast<std::size_t>(jokers) < cards.size() && static_cast<int>(as.size()) == jokers &&
           std::all_of(as.begin(), as.end(), [&](Rank rank) {
               return std::any_of(cards.begin(), cards.end(), [&](Card card) { return card.has(rank); });
           });
}

inline bool beats(Cards const& cards, std::optional<Ranks> const& as, Ranks const& bar) {
    auto const have = heights(cards, as);
    std::vector<int> need;
    for (auto const rank : bar) need.push_back(height(rank));
    std::sort(need.rbegin(), need.rend());
    return have.size() == need.size() && std::equal(have.begin(), have.end(), need.begin(), std::greater_equal<>());
}

/// Whether a list of cards (with its `as`, if any) is one that the choice allows.
/// \param as_optional whether the template names `as`
inline bool choice_allows(CardChoice const& choice, Cards cards, std::optional<Ranks> const& as, bool as_optional) {
    if (as && (!as_optional || !as_fits(cards, *as))) return false;
    auto const jokers = static_cast<std::size_t>(count(cards, Card::joker()));
    if (as_optional && jokers > 0 && jokers == cards.size()) return false;
    if (!choice.beats.empty() && !beats(cards, as, choice.beats)) return false;
    if (!contains_all(cards, choice.with)) return false;
    remove_all(cards, choice.with);
    auto const chosen = static_cast<int>(cards.size());
    return choice.min <= chosen && chosen <= choice.max && contains_all(choice.from, cards);
}

template <class T>
bool names(Template<T> const& choice_of, std::string_view field) {
    return std::find(choice_of.optional.begin(), choice_of.optional.end(), field) != choice_of.optional.end();
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
concept HasLastOne = requires(A action) {
    action.last_one.emplace(true);
};

template <class A>
std::optional<Ranks> as_of(A const& action) {
    if constexpr (HasAs<A>)
        return action.as;
    else
        return std::nullopt;
}

/// Whether a template allows an action.
template <class Action>
bool allows(Template<Action> const& choice_of, Action const& action) {
    if (choice_of.action.index() != action.index()) return false;
    return std::visit(
        [&]<class A>(A const& given) {
            auto const& literal = std::get<A>(choice_of.action);
            bool allowed = true;
            boost::mp11::mp_for_each<codec::Members<A>>([&](auto member) {
                using M = std::remove_cvref_t<decltype(literal.*member.pointer)>;
                auto const& want = literal.*member.pointer;
                auto const& have = given.*member.pointer;
                constexpr auto name = codec::field_name(decltype(member)());
                if constexpr (std::same_as<M, Cards>) {
                    allowed = allowed && (choice_of.cards ? choice_allows(*choice_of.cards, have, as_of(given),
                                                                          names(choice_of, "as"))
                                                          : same_cards(want, have));
                } else if constexpr (codec::Optional<M>) {
                    if (have && !want) {
                        allowed = allowed && names(choice_of, name);
                        // A flag that may be added is only ever true.
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

/// Fills a choice at random; the cards drawn need not meet its conditions (draw again).
inline Cards draw_choice(CardChoice const& choice, Random& random) {
    auto from = choice.from;
    std::shuffle(from.begin(), from.end(), random);
    auto const most = std::min(choice.max, static_cast<int>(from.size()));
    Cards cards(from.begin(), from.begin() + choice.min + below(random, most - choice.min + 1));
    cards.insert(cards.end(), choice.with.begin(), choice.with.end());
    std::shuffle(cards.begin(), cards.end(), random);
    return cards;
}

/// The highest cards that a choice offers, a card of a rank before its jokers: what meets `beats` if anything does.
inline Cards draw_highest(CardChoice const& choice) {
    auto cards = choice.from;
    std::sort(cards.begin(), cards.end(), [](Card one, Card other) {
        return height(one.rank().value_or(Rank::ace)) > height(other.rank().value_or(Rank::ace));
    });
    auto const first = std::find_if(cards.begin(), cards.end(), [](Card card) { return !card.is_joker(); });
    if (first != cards.end()) std::rotate(cards.begin(), first, first + 1);
    auto const behind = cards.empty() ? cards.begin() : cards.begin() + 1;
    std::stable_partition(behind, cards.end(), [](Card card) { return card.is_joker(); });
    cards.resize(static_cast<std::size_t>(choice.min), Card::joker());
    cards.insert(cards.end(), choice.with.begin(), choice.with.end());
    return cards;
}

/// One action that a template allows, at random.
template <class Action>
std::optional<Action> fill_in(Template<Action> const& choice_of, Random& random) {
    constexpr int most_tries = 200;
    for (int tries = 0; tries < most_tries; ++tries) {
        auto const last = tries == most_tries - 1;
        auto action = choice_of.action;
        std::visit(
            [&]<class A>(A& fields) {
                if constexpr (HasCards<A>) {
                    if (choice_of.cards)
                        fields.cards = last ? draw_highest(*choice_of.cards) : draw_choice(*choice_of.cards, random);
                }
                if constexpr (HasAs<A>) {
                    auto const jokers = count(fields.cards, Card::joker());
                    if (!last && names(choice_of, "as") && jokers > 0 &&
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
                if constexpr (HasLastOne<A>) {
                    using Flag = typename decltype(fields.last_one)::value_type;
                    if (names(choice_of, "last_one") && chance_of(random, 0.6)) fields.last_one = Flag(true);
                }
            },
            action);
        if (allows(choice_of, action)) return action;
    }
    return std::nullopt;
}

} // namespace tefuda::test
