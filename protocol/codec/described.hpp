// Concepts that classify types for the codec: a described struct, a variant of messages, a list … Encoder, decoder and
// schema share them, so that they can't disagree about a type's shape on the wire.
#pragma once

#include "rules/core/engine.hpp"
#include "rules/core/outcome.hpp"
#include "rules/core/wire_name.hpp"
#include "rules/core/wire_types.hpp"

#include <boost/describe/members.hpp>
#include <boost/describe/modifiers.hpp>
#include <boost/mp11/algorithm.hpp>

#include <array>
#include <concepts>
#include <ranges>
#include <string>
#include <string_view>
#include <variant>

namespace tefuda::codec {

/// JSON text of any value; encoded without change.
struct RawJson {
    std::string text;
    friend bool operator==(RawJson const&, RawJson const&) = default;
};

/// JSON text of an object; encoded without change.
struct RawObject {
    std::string text;
    friend bool operator==(RawObject const&, RawObject const&) = default;
};

/// A client's number in a field for whole numbers. Decoding refuses fractions; the code that knows the valid range (the
/// room's seats, the match's decisions) checks it and reports a more specific error.
struct WholeNumber {
    double value = 0; ///< infinite if it is beyond a double's range

    /// The number as an int; empty if it is not between -1e9 and 1e9.
    std::optional<int> as_int() const {
        if (!(value > -1e9 && value < 1e9)) return std::nullopt;
        return static_cast<int>(value);
    }
    friend bool operator==(WholeNumber const&, WholeNumber const&) = default;
};

template <class T>
concept Described = boost::describe::has_describe_members<T>::value && !std::is_union_v<T>;

/// A described struct with a constant `type`, which is its first field on the wire: an action, an event, a message.
template <class T>
concept Typed = Described<T> && requires {
    { T::type } -> std::convertible_to<std::string_view>;
};

template <Described T>
using Members = boost::describe::describe_members<T, boost::describe::mod_public | boost::describe::mod_inherited>;

/// A member's name on the wire: the C++ name without a trailing `_` (`public_` becomes "public").
template <class Member>
constexpr std::string_view field_name(Member member) {
    return detail::without_trailing_underscore(member.name);
}

template <class T, template <class...> class Of>
inline constexpr bool is_specialisation = false;
template <class... A, template <class...> class Of>
inline constexpr bool is_specialisation<Of<A...>, Of> = true;

template <class T>
concept Optional = is_specialisation<T, std::optional>;

template <class T>
concept NullableType = is_specialisation<T, Nullable>;

template <class T>
concept Variant = is_specialisation<T, std::variant>;

template <class T>
inline constexpr bool has_only_typed = false;
template <class... A>
inline constexpr bool has_only_typed<std::variant<A...>> = (Typed<A> && ...);

/// A variant whose alternatives all have a `type`, by which they are distinguished.
template <class T>
concept TypedVariant = Variant<T> && has_only_typed<T>;

/// An option that is one number of a fixed list.
template <class T>
concept NumberOption = requires {
    T::values;
    T::default_value;
    { T::allows(0) } -> std::same_as<bool>;
};

template <class T>
concept Text = std::same_as<T, std::string> || std::same_as<T, std::string_view>;

template <class T>
concept List = std::ranges::range<T> && !Text<T> && !Described<T>;

template <class T>
inline constexpr bool is_fixed_list = false;
template <class T, std::size_t N>
inline constexpr bool is_fixed_list<std::array<T, N>> = true;

/// A list that always has the same number of items.
template <class T>
concept FixedList = is_fixed_list<T>;

template <class T>
inline constexpr std::size_t list_capacity = std::size_t(-1);
template <class T, std::size_t N>
inline constexpr std::size_t list_capacity<InplaceVector<T, N>> = N;
template <class T, std::size_t N>
inline constexpr std::size_t list_capacity<PerSeat<T, InplaceVector<T, N>>> = N;

template <class T>
using ListItem = std::remove_cvref_t<std::ranges::range_value_t<T const>>;

} // namespace tefuda::codec
