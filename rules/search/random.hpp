// Randomness for playing and searching: fast, and never a match's own stream.
#pragma once

#include "rules/core/chance.hpp"

#include <algorithm>
#include <random>

namespace tefuda::search {

using Random = std::mt19937_64;

/// A number 0 … n−1. \pre n > 0
inline std::size_t below(Random& random, std::size_t n) {
    return static_cast<std::size_t>(random() % n);
}

inline bool one_in(Random& random, std::size_t n) {
    return below(random, n) == 0;
}

/// What an imagined match draws from.
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
