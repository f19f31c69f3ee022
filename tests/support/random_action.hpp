// Random actions, most of them illegal, as a hostile or confused client might send them.
#pragma once

#include "tests/support/template_oracle.hpp"

namespace tefuda::test {

/// What random actions are built from. Non-owning.
struct ActionPool {
    Cards const& hand; ///< the cards of the sender
    int seats;         ///< the number of seats at the table
};

template <class T>
T random_value(Random& random, ActionPool const& pool) {
    if constexpr (std::same_as<T, bool>) {
        return chance_of(random, 0.5);
    } else if constexpr (std::integral<T>) {
        return static_cast<T>(below(random, 4) - 1);
    } else if constexpr (std::same_as<T, Seat>) {
        return Seat(below(random, std::min(pool.seats + 1, max_seats)));
    } else if constexpr (std::same_as<T, Card>) {
        if (!pool.hand.empty() && chance_of(random, 0.8))
            return pool.hand[static_cast<std::size_t>(below(random, static_cast<int>(pool.hand.size())))];
        return *WireName<Card>::parse(
            WireName<Card>::all[static_cast<std::size_t>(below(random, static_cast<int>(Card::kinds)))]);
    } else if constexpr (Named<T>) {
        auto const& all = WireName<T>::all;
        return *WireName<T>::parse(all[static_cast<std::size_t>(below(random, static_cast<int>(all.size())))]);
    } else if constexpr (std::same_as<T, Cards>) {
        auto cards = pool.hand;
        std::shuffle(cards.begin(), cards.end(), random);
        auto const most = std::min(static_cast<int>(cards.size()), 5);
        cards.resize(static_cast<std::size_t>(below(random, most + 1)), Card::joker());
        if (cards.size() < 5 && chance_of(random, 0.1)) cards.push_back(random_value<Card>(random, pool));
        return cards;
    } else if constexpr (codec::Optional<T> || codec::NullableType<T>) {
        if (chance_of(random, 0.5)) return T();
        return T(random_value<typename T::value_type>(random, pool));
    } else {
        static_assert(codec::List<T>, "define a random value of this type");
        T list;
        for (auto n = below(random, 3); n > 0; --n) list.push_back(random_value<codec::ListItem<T>>(random, pool));
        return list;
    }
}

template <class A, class... Member>
A random_struct(Random& random, ActionPool const& pool, boost::mp11::mp_list<Member...>) {
    return A{random_value<std::remove_cvref_t<decltype(std::declval<A>().*Member::pointer)>>(random, pool)...};
}

/// All cards of a hand of up to eight. Of a larger hand the jokers and neighbours: in a suit, among the ranks, or any.
inline Cards some_of(Cards hand, Random& random) {
    constexpr std::size_t most = 8;
    if (hand.size() <= most) return hand;
    switch (below(random, 3)) {
    case 0:
        sort_canonical(hand);
        break;
    case 1:
        std::sort(hand.begin(), hand.end(), [](Card one, Card other) { return one.rank() < other.rank(); });
        break;
    default:
        std::shuffle(hand.begin(), hand.end(), random);
    }
    std::rotate(hand.begin(), hand.begin() + below(random, static_cast<int>(hand.size())), hand.end());
    std::stable_partition(hand.begin(), hand.end(), [](Card card) { return card.is_joker(); });
    hand.resize(most, Card::joker());
    return hand;
}

/// Calls f with every list of some of these cards, the empty one too; of twins it takes the first before the second.
/// \pre at most eight cards
template <class F>
void for_each_subset(Cards cards, F const& f) {
    sort_canonical(cards);
    for (unsigned chosen = 0; chosen < 1U << cards.size(); ++chosen) {
        Cards some;
        auto skips_a_twin = false;
        for (std::size_t place = 0; place < cards.size(); ++place) {
            auto const takes = (chosen >> place & 1U) != 0;
            auto const is_twin = place > 0 && cards[place] == cards[place - 1];
            skips_a_twin = skips_a_twin || (takes && is_twin && (chosen >> (place - 1) & 1U) == 0);
            if (takes) some.push_back(cards[place]);
        }
        if (!skips_a_twin) f(some);
    }
}

/// An action of a random type with random fields.
template <class Action>
Action random_action(Random& random, ActionPool const& pool) {
    std::optional<Action> action;
    auto const kind = below(random, static_cast<int>(std::variant_size_v<Action>));
    boost::mp11::mp_with_index<std::variant_size_v<Action>>(static_cast<std::size_t>(kind), [&](auto index) {
        using A = std::variant_alternative_t<index, Action>;
        action = random_struct<A>(random, pool, boost::mp11::mp_rename<codec::Members<A>, boost::mp11::mp_list>());
    });
    return *action;
}

} // namespace tefuda::test
