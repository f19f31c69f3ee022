// Member types of described structs, in addition to the standard ones. On the wire an empty std::optional is omitted,
// and an empty Nullable is `null`.
#pragma once

#include "rules/core/cards.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace tefuda {

/// A field that is always present on the wire and may be `null`.
template <class T>
struct Nullable : std::optional<T> {
    using std::optional<T>::optional;
    // Not defaulted: value-initialisation would first fill the whole storage with zeros.
    Nullable() {}
    Nullable(std::optional<T> value) : std::optional<T>(std::move(value)) {}
    friend bool operator==(Nullable const& one, Nullable const& other) {
        return static_cast<std::optional<T> const&>(one) == static_cast<std::optional<T> const&>(other);
    }
};

/// A list of cards as one observer sees it: the known cards in canonical order, then one `null` for each unknown card.
/// It stores the known cards and a count, so it cannot contain an unknown card.
struct SeenCards {
    Cards known;
    int hidden = 0;

    /// \param cards any range of Card
    static SeenCards face_up(auto const& cards) {
        SeenCards seen{Cards(cards.begin(), cards.end())};
        sort_canonical(seen.known);
        return seen;
    }
    static SeenCards face_down(std::size_t how_many) { return {{}, static_cast<int>(how_many)}; }

    friend bool operator==(SeenCards const&, SeenCards const&) = default;
};

/// An integer option with a closed list of values; the first is the default.
template <int First, int... Rest>
struct OneOf {
    static constexpr std::array values{First, Rest...};
    static constexpr std::optional<int> default_value = First;

    int value = First;

    static constexpr bool allows(int number) { return std::find(values.begin(), values.end(), number) != values.end(); }
    friend bool operator==(OneOf const&, OneOf const&) = default;
};

/// Like OneOf, but the default depends on other options, so the schema has none.
template <int First, int... Rest>
struct AnyOf {
    static constexpr std::array values{First, Rest...};
    static constexpr std::optional<int> default_value = std::nullopt;

    int value = First;

    static constexpr bool allows(int number) { return std::find(values.begin(), values.end(), number) != values.end(); }
    friend bool operator==(AnyOf const&, AnyOf const&) = default;
};

} // namespace tefuda
