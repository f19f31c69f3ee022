// The few shapes that described structs are made of, beside the standard ones. On the wire a std::optional without a
// value is left out; a Nullable without one is `null`.
#pragma once

#include "rules/core/cards.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace tefuda {

/// A field that is always there and may be `null`.
template <class T>
struct Nullable : std::optional<T> {
    using std::optional<T>::optional;
    // Not defaulted: what is made empty would be filled with zeros first.
    Nullable() {}
    Nullable(std::optional<T> value) : std::optional<T>(std::move(value)) {}
    friend bool operator==(Nullable const& one, Nullable const& other) {
        return static_cast<std::optional<T> const&>(one) == static_cast<std::optional<T> const&>(other);
    }
};

/// A list of cards as one observer may see it: first those known to it in canonical order, then a `null` for each of
/// the others. It is built from the known cards and a count, so an unknown card can't be in it.
struct SeenCards {
    Cards known;
    int hidden = 0;

    /// \param cards a list of them, of any kind
    static SeenCards face_up(auto const& cards) {
        SeenCards seen{Cards(cards.begin(), cards.end())};
        sort_canonical(seen.known);
        return seen;
    }
    static SeenCards face_down(std::size_t how_many) { return {{}, static_cast<int>(how_many)}; }

    friend bool operator==(SeenCards const&, SeenCards const&) = default;
};

/// An option with a closed list of whole numbers, the default first.
template <int First, int... Rest>
struct OneOf {
    static constexpr std::array values{First, Rest...};
    static constexpr std::optional<int> default_value = First;

    int value = First;

    static constexpr bool allows(int number) {
        return std::find(values.begin(), values.end(), number) != values.end();
    }
    friend bool operator==(OneOf const&, OneOf const&) = default;
};

/// As OneOf, where the default depends on something else (the schema names none).
template <int First, int... Rest>
struct AnyOf {
    static constexpr std::array values{First, Rest...};
    static constexpr std::optional<int> default_value = std::nullopt;

    int value = First;

    static constexpr bool allows(int number) {
        return std::find(values.begin(), values.end(), number) != values.end();
    }
    friend bool operator==(AnyOf const&, AnyOf const&) = default;
};

} // namespace tefuda
