// The source of a game's random outcomes. Engines use this interface only, so that a seeded stream, a test or a replay
// can supply the outcomes.
#pragma once

#include "rules/core/cards.hpp"
#include "rules/core/seat.hpp"

#include <concepts>
#include <utility>

namespace tefuda {

class Chance {
public:
    virtual ~Chance() = default;

    /// Shuffles the list; index 0 is the top. Consumes no randomness for fewer than two cards.
    void shuffle(Cards& cards) {
        if (cards.size() >= 2) do_shuffle(cards);
    }

    /// The same for a list of anything else: dice, tiles, bricks.
    template <class T, std::size_t N>
    void shuffle(InplaceVector<T, N>& items) {
        static_assert(!std::same_as<T, Card>, "shuffle cards in a list of the type Cards");
        if (items.size() < 2) return;
        Places places;
        for (std::size_t place = 0; place < items.size(); ++place) places.push_back(static_cast<std::uint8_t>(place));
        do_shuffle_places(places);
        auto const before = items;
        for (std::size_t place = 0; place < items.size(); ++place) items[place] = before[places[place]];
    }

    /// The seats 0 … n−1 in random order. Consumes no randomness if n is 1.
    Seats order(int n) { return n == 1 ? all_seats(1) : do_order(n); }

    /// A random number from 0 to n−1. Consumes no randomness if n is 1.
    int pick(int n) { return n == 1 ? 0 : do_pick(n); }

protected:
    /// The places 0 … n−1 of a list.
    using Places = InplaceVector<std::uint8_t, 255>;

    Chance() = default;
    Chance(Chance const&) = default;
    Chance& operator=(Chance const&) = default;

private:
    virtual void do_shuffle(Cards& cards) = 0;
    virtual Seats do_order(int n) = 0;
    virtual int do_pick(int n) = 0;
    /// Draws what SeededChance draws for as many cards.
    virtual void do_shuffle_places(Places& places) {
        for (auto last = places.size() - 1; last >= 1; --last)
            std::swap(places[last], places[static_cast<std::size_t>(do_pick(static_cast<int>(last) + 1))]);
    }
};

} // namespace tefuda
