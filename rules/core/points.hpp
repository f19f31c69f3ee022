#pragma once

#include <compare>

namespace tefuda {

/// A score in whatever unit the game counts (points, chips, captured cards). A type of its own, so that scores do not
/// mix with other numbers.
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
