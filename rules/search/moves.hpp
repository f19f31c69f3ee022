// The actions that a search considers.
#pragma once

#include "rules/search/policy.hpp"

namespace tefuda::search {

/// Number of random samples taken from a template with a choice of several cards.
inline constexpr int sampled_choices = 6;

/// A list of moves without duplicates: actions with equal keys (rules/search/policy.hpp) count as the same move.
template <class E>
class Moves {
public:
    using Action = typename E::Action;

    struct Move {
        Action action;
        std::uint64_t action_key;
    };

    /// \returns false if a move with the same key is already in the list
    bool add(Action action) {
        auto const action_key = PolicyOf<E>::action_key(action);
        auto const alike = [&](Move const& move) { return move.action_key == action_key; };
        if (std::any_of(moves_.begin(), moves_.end(), alike)) return false;
        moves_.push_back({std::move(action), action_key});
        return true;
    }

    std::size_t size() const { return moves_.size(); }
    Move const& front() const { return moves_.front(); }
    Move const& operator[](std::size_t i) const { return moves_[i]; }

private:
    std::vector<Move> moves_;
};

/// As the template's action, with the given cards.
template <class Action>
Action with_cards(Template<Action> const& choice, Cards const& cards) {
    auto action = choice.action;
    std::visit(
        [&](auto& asked) {
            if constexpr (requires { asked.cards = cards; }) asked.cards = cards;
        },
        action);
    return action;
}

/// A random list of cards that meets the choice, but perhaps not its `beats`.
inline Cards random_cards(CardChoice const& choice, Random& random) {
    auto cards = choice.from;
    ImaginedChance(random).shuffle(cards);
    cards.resize(static_cast<std::size_t>(choice.min) +
                     below(random, static_cast<std::size_t>(choice.max - choice.min) + 1),
                 Card::joker());
    cards.insert(cards.end(), choice.with.begin(), choice.with.end());
    return cards;
}

/// As the template's action, with random items that the choice allows. \pre there is a choice of items
template <class Action>
Action with_items(Template<Action> const& choice, Random& random) {
    auto action = choice.action;
    std::visit(
        [&]<class A>(A& asked) {
            if constexpr (HasItems<A>) {
                auto const& [least, most, from] = items_of<A>(choice);
                asked.items = from;
                ImaginedChance(random).shuffle(asked.items);
                auto const spare = below(random, static_cast<std::size_t>(most - least) + 1);
                asked.items.erase(asked.items.begin() + least + static_cast<std::ptrdiff_t>(spare), asked.items.end());
            }
        },
        action);
    return action;
}

/// Adds moves from the templates, without what is optional: all of them for a choice of a single card, otherwise random
/// samples, which may be illegal.
template <class E>
void add_template_moves(Moves<E>& moves, typename E::State const& state, Seat seat, Random& random) {
    for (auto const& choice : E::legal(state, seat)) {
        if (choice.items) {
            for (int i = 0; i < sampled_choices; ++i) moves.add(with_items(choice, random));
        } else if (!choice.cards) {
            moves.add(choice.action);
        } else if (choice.cards->max == 1 && choice.cards->min == 1 && choice.cards->with.empty()) {
            for (auto const card : distinct(choice.cards->from)) moves.add(with_cards(choice, {card}));
        } else {
            for (int i = 0; i < sampled_choices; ++i)
                moves.add(with_cards(choice, random_cards(*choice.cards, random)));
        }
    }
}

/// The moves of a seat that is to act; the policy's choice comes first.
template <HasPolicy E>
Moves<E> moves_for(typename E::State const& state, Seat seat, Random& random) {
    Moves<E> moves;
    moves.add(PolicyOf<E>::choose(state, seat, random));
    if constexpr (requires { PolicyOf<E>::moves(state, seat); })
        for (auto& action : PolicyOf<E>::moves(state, seat)) moves.add(std::move(action));
    else
        add_template_moves(moves, state, seat, random);
    return moves;
}

} // namespace tefuda::search
