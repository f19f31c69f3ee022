// Decides whether a play is legal, and which ranks it counts as.
#pragma once

#include "rules/twentytwo/ranking.hpp"
#include "rules/twentytwo/types.hpp"

#include <string_view>
#include <variant>

namespace tefuda::twentytwo {

/// Everything that decides which plays are legal. Non-owning; the caller keeps `options` and `hand` alive.
struct Situation {
    Options const& options;
    Cards const& hand;
    /// The ranks to follow, high to low; std::nullopt for a lead. In `22` they differ only by the letter, after lowest
    /// cards: then a set of one rank follows that reaches the highest of them.
    std::optional<Ranks> bar;
};

/// The evaluation of a legal play.
struct Verdict {
    Ranks ranks;  ///< high to low; a joker counts as the rank that it copies
    Ranks as;     ///< the copied ranks, high to low; empty unless jokers are played with other cards
    bool follows; ///< true for a lead
};

/// Judges a play with any cards and any `as`. \returns the verdict, or one sentence that says why the play is illegal
std::variant<Verdict, std::string_view> judge(Situation const& situation, Play const& play);

/// The highest ranks that `how_many` cards of the hand can count as, high to low. \pre the hand has that many cards
Ranks best_of(Cards const& hand, std::size_t how_many);

/// Whether the hand has cards that follow, in `26` perhaps with jokers. \pre the situation has a bar
bool can_follow(Situation const& situation);

} // namespace tefuda::twentytwo
