// When the bots of Selfish stop (RULES.md, "Bots").
#pragma once

#include "rules/selfish/hand.hpp"

namespace tefuda::selfish {

/// The scores from which a bot at `normal` stops.
struct StopFrom {
    int second_turn;
    int third_turn;
    friend bool operator==(StopFrom const&, StopFrom const&) = default;
};

/// For three and more seats: of all pairs of scores against which nobody wins more than 1.05 times a fair share, the
/// one with which a game lasts longest. To stop always in turn 2 would be best play, and no game. Found by
/// `test-rules-selfish "[fit-stops]"`; tests/rules/selfish/many_seats_test.cpp checks the bound.
/// \pre 2 to 13 seats
StopFrom stop_from(int seats, Scoring scoring);

/// How likely a beginner stops with a hand of two or three cards: half the time with a Burst, which it does not see;
/// seldom with what is good, since it hopes for more; rarely on a whim.
double beginner_stops(OpenedHand const& hand);

} // namespace tefuda::selfish
