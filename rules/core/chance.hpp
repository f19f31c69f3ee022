// Where a game's random outcomes come from. An engine draws from this interface, so that a stream, a test or a replay
// can hand it the outcomes.
#pragma once

#include "rules/core/cards.hpp"
#include "rules/core/seat.hpp"

namespace tefuda {

class Chance {
public:
    virtual ~Chance() = default;

    /// Puts a list into a random order; index 0 is the top. Fewer than two cards are left as they are, without a draw.
    void shuffle(Cards& cards) {
        if (cards.size() >= 2) do_shuffle(cards);
    }

    /// The seats 0 … n−1 in a random order; no draw where n is 1.
    Seats order(int n) { return n == 1 ? all_seats(1) : do_order(n); }

    /// A number 0 … n−1; no draw where n is 1.
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
