// The source of a game's random outcomes. Engines use this interface only, so that a seeded stream, a test or a replay
// can supply the outcomes.
#pragma once

#include "rules/core/cards.hpp"
#include "rules/core/seat.hpp"

namespace tefuda {

class Chance {
public:
    virtual ~Chance() = default;

    /// Shuffles the list; index 0 is the top. Consumes no randomness for fewer than two cards.
    void shuffle(Cards& cards) {
        if (cards.size() >= 2) do_shuffle(cards);
    }

    /// The seats 0 … n−1 in random order. Consumes no randomness if n is 1.
    Seats order(int n) { return n == 1 ? all_seats(1) : do_order(n); }

    /// A random number from 0 to n−1. Consumes no randomness if n is 1.
    int pick(int n) { return n == 1 ? 0 : do_pick(n); }

protected:
    Chance() = default;
    Chance(Chance const&) = default;
    Chance& operator=(Chance const&) = default;

private:
    virtual void do_shuffle(Cards& cards) = 0;
    virtual Seats do_order(int n) = 0;
    virtual int do_pick(int n) = 0;
};

} // namespace tefuda
