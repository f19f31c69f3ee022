// Whether a play is legal, and what it counts for.
#pragma once

#include "rules/twentytwo/ranking.hpp"
#include "rules/twentytwo/types.hpp"

#include <string_view>
#include <variant>

namespace tefuda::twentytwo {

/// Where somebody is to play: all that the rules ask about.
struct Situation {
    Options const& options;
    Cards const& hand;
    std::optional<Ranks> bar; ///< what follows is at least as high as this; nothing on a lead
};

/// What a legal play counts for.
struct Verdict {
    Ranks ranks;  ///< high to low, jokers as what they copy
    Ranks as;     ///< high to low; empty unless jokers lie beside other cards
    bool follows; ///< true of a lead
};

/// The verdict on a play, or in one sentence why it is illegal. Any cards and any `as` may be asked about.
std::variant<Verdict, std::string_view> judge(Situation const& situation, Play const& play);

/// The highest that `how_many` cards of a hand can count for, place by place. \pre the hand has so many
Ranks best_of(Cards const& hand, std::size_t how_many);

/// Whether a hand holds cards that follow; in `26` also through jokers. \pre there is a bar
bool can_follow(Situation const& situation);

} // namespace tefuda::twentytwo
