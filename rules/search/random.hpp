// Fast random numbers for bots and search. Never the random stream of a match.
#pragma once

#include "rules/core/chance.hpp"

#include <algorithm>
#include <random>

namespace tefuda::search {

using Random = std::mt19937_64;

/// A random number from 0 to n−1. \pre n > 0
inline std::size_t below(Random& random, std::size_t n) {
    return static_cast<std::size_t>(random() % n);
}

/// True with probability 1/n. \pre n > 0
inline bool one_in(Random& random, std::size_t n) {
    return below(random, n) == 0;
}

/// The Chance of simulated matches. `random` must outlive it.
class ImaginedChance final : public Chance {
public:
    explicit ImaginedChance(Random& random) : random_(random) {}

private:
    void do_shuffle(Cards& cards) override {
        for (auto left = cards.size(); left > 1; --left) std::swap(cards[left - 1], cards[below(random_, left)]);
    }
    Seats do_order(int n) override {
        auto seats = all_seats(n);
        for (auto left = seats.size(); left > 1; --left) std::swap(seats[left - 1], seats[below(random_, left)]);
        return seats;
    }
    int do_pick(int n) override { return static_cast<int>(below(random_, static_cast<std::size_t>(n))); }

    Random& random_;
};

} // namespace tefuda::search
