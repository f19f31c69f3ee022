#pragma once

#include <compare>

namespace tefuda {

/// What a game counts for its result (points, chips, captured cards): a number that mixes with no other.
struct Points {
    int value = 0;

    constexpr Points() = default;
    constexpr explicit Points(int v) : value(v) {}

    constexpr auto operator<=>(Points const&) const = default;
    constexpr Points& operator+=(Points other) {
        value += other.value;
        return *this;
    }
    friend constexpr Points operator+(Points one, Points other) { return Points(one.value + other.value); }
    friend constexpr Points operator-(Points one, Points other) { return Points(one.value - other.value); }
};

} // namespace tefuda
