// The actions that a search looks at.
#pragma once

#include "rules/search/policy.hpp"

namespace tefuda::search {

/// How many of the choices of a template with very many are looked at.
inline constexpr int sampled_choices = 6;

/// Actions that are one to a search where their meaning (rules/search/policy.hpp) is.
template <class E>
class Moves {
public:
    using Action = typename E::Action;

    struct Move {
        Action action;
        std::uint64_t meaning;
    };

    /// \returns false where one like it is there already
    bool add(Action action) {
        auto const meaning = PolicyOf<E>::meaning(action);
        auto const alike = [&](Move const& move) { return move.meaning == meaning; };
        if (std::any_of(moves_.begin(), moves_.end(), alike)) return false;
        moves_.push_back({std::move(action), meaning});
        return true;
    }

    std::size_t size() const { return moves_.size(); }
    Move const& front() const { return moves_.front(); }
    Move const& operator[](std::size_t i) const { return moves_[i]; }

private:
    std::vector<Move> moves_;
};

/// Says "last one" wherever that may be said.
template <class Action>
Action literal(Template<Action> const& choice) {
    auto action = choice.action;
    auto const says = std::find(choice.optional.begin(), choice.optional.end(), "last_one") != choice.optional.end();
    std::visit(
        [&](auto& asked) {
            if constexpr (requires { asked.last_one = true; })
                if (says) asked.last_one = true;
        },
        action);
    return action;
}

template <class Action>
Action with_cards(Template<Action> const& choice, Cards const& cards) {
    auto action = literal(choice);
    std::visit(
        [&](auto& asked) {
            if constexpr (requires { asked.cards = cards; }) asked.cards = cards;
        },
        action);
    return action;
}

/// Some of the cards that a choice allows but for `beats`, drawn at random.
inline Cards some_cards(CardChoice const& choice, Random& random) {
    auto cards = choice.from;
    ImaginedChance(random).shuffle(cards);
    cards.resize(static_cast<std::size_t>(choice.min) +
                     below(random, static_cast<std::size_t>(choice.max - choice.min) + 1),
                 Card::joker());
    cards.insert(cards.end(), choice.with.begin(), choice.with.end());
    return cards;
}

/// Adds what the templates allow: all of it where single cards are chosen, else some at random, perhaps illegal ones.
template <class E>
void add_legal(Moves<E>& moves, typename E::State const& state, Seat seat, Random& random) {
    for (auto const& choice : E::legal(state, seat)) {
        if (!choice.cards) {
            moves.add(literal(choice));
        } else if (choice.cards->max == 1 && choice.cards->min == 1 && choice.cards->with.empty()) {
            for (auto const card : distinct(choice.cards->from)) moves.add(with_cards(choice, {card}));
        } else {
            for (int i = 0; i < sampled_choices; ++i) moves.add(with_cards(choice, some_cards(*choice.cards, random)));
        }
    }
}

/// What a search looks at for a seat that is to act: the policy's choice first.
template <HasPolicy E>
Moves<E> moves_for(typename E::State const& state, Seat seat, Random& random) {
    Moves<E> moves;
    moves.add(PolicyOf<E>::choose(state, seat, random));
    if constexpr (requires { PolicyOf<E>::moves(state, seat); })
        for (auto& action : PolicyOf<E>::moves(state, seat)) moves.add(std::move(action));
    else
        add_legal(moves, state, seat, random);
    return moves;
}

} // namespace tefuda::search
