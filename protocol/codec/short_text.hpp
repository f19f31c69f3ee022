// Encodes types whose JSON text has a maximum length known at compile time, such as a played card or a list of scores.
// The caller reserves that length once; writing then needs no bounds checks.
#pragma once

#include "protocol/codec/described.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>

namespace tefuda::codec {

namespace detail {

/// A type whose text can be longer than this is not treated as short text.
inline constexpr std::size_t longest_short_text = 1024;

/// A text that is a compile-time constant, so that copying it takes only a few instructions.
template <std::size_t N>
struct Literal {
    std::array<char, N> text{};
    static constexpr std::size_t size = N;
    constexpr std::string_view view() const { return {text.data(), N}; }

    template <class... Part>
    constexpr explicit Literal(Part... part) {
        auto at = text.begin();
        ((at = std::copy(part.begin(), part.end(), at)), ...);
    }
};

/// `,"name":`
template <class Member>
inline constexpr Literal<field_name(Member()).size() + 4> key_of{std::string_view(",\""), field_name(Member()),
                                                                 std::string_view("\":")};

/// `"type":"name"`
template <Typed T>
inline constexpr Literal<std::string_view(T::type).size() + 9> type_of{
    std::string_view("\"type\":\""), std::string_view(T::type), std::string_view("\"")};

template <class T, class Member>
using FieldOf = std::remove_cvref_t<decltype(std::declval<T>().*Member::pointer)>;

template <class T>
consteval std::size_t bound_of_text();

template <class T, class... Member>
consteval std::size_t bound_of_fields(boost::mp11::mp_list<Member...>) {
    std::size_t bound = 2;
    bool has_bound = true;
    if constexpr (Typed<T>) bound += type_of<T>.size;
    [[maybe_unused]] auto const add = [&](std::size_t key, std::size_t value) {
        has_bound = has_bound && value > 0;
        bound += key + value;
    };
    (add(key_of<Member>.size, bound_of_text<FieldOf<T, Member>>()), ...);
    return has_bound ? bound : 0;
}

template <class... A>
consteval std::size_t bound_of_any(std::variant<A...> const*) {
    auto const bounds = std::array{bound_of_text<A>()...};
    return std::ranges::min(bounds) > 0 ? std::ranges::max(bounds) : 0;
}

/// The maximum length of a value's text; 0 if there is no bound.
template <class T>
consteval std::size_t bound_of_text() {
    if constexpr (std::same_as<T, bool>) {
        return 5;
    } else if constexpr (std::same_as<T, Seat>) {
        return bound_of_text<std::uint8_t>();
    } else if constexpr (std::same_as<T, Points> || NumberOption<T>) {
        return bound_of_text<int>();
    } else if constexpr (std::integral<T>) {
        return std::numeric_limits<T>::digits10 + 2;
    } else if constexpr (Named<T>) {
        std::size_t longest = 0;
        for (auto const name : WireName<T>::all) longest = std::max(longest, name.size());
        return longest + 2;
    } else if constexpr (NullableType<T> || Optional<T>) {
        auto const bound = bound_of_text<typename T::value_type>();
        return bound > 0 ? std::max<std::size_t>(bound, 4) : 0;
    } else if constexpr (Variant<T>) {
        return bound_of_any(static_cast<T const*>(nullptr));
    } else if constexpr (List<T>) {
        auto const item = bound_of_text<ListItem<T>>();
        return list_capacity<T> <= longest_short_text ? (item > 0 ? list_capacity<T> * (item + 1) + 2 : 0) : 0;
    } else if constexpr (Described<T> && !std::same_as<T, SeenCards>) {
        return bound_of_fields<T>(boost::mp11::mp_rename<Members<T>, boost::mp11::mp_list>());
    } else {
        return 0;
    }
}

} // namespace detail

/// The maximum length of a value's text; 0 if it is unbounded or larger than `longest_short_text`.
template <class T>
inline constexpr std::size_t longest_text =
    detail::bound_of_text<T>() <= detail::longest_short_text ? detail::bound_of_text<T>() : 0;

template <class T>
concept ShortText = longest_text<T> > 0;

/// Writes the value's text. \pre `longest_text<T>` characters fit at `at` \returns the end of the text
template <ShortText T>
char* write_short(char* at, T const& value);

namespace detail {

template <std::size_t N>
char* write_literal(char* at, Literal<N> const& literal) {
    std::memcpy(at, literal.text.data(), N);
    return at + N;
}

inline char* write_text(char* at, std::string_view text) {
    std::memcpy(at, text.data(), text.size());
    return at + text.size();
}

inline char* write_number(char* at, std::int64_t number) {
    // The fast case: most numbers in a game have one digit.
    if (number >= 0 && number <= 9) {
        *at = static_cast<char>('0' + number);
        return at + 1;
    }
    constexpr std::size_t longest = 20;
    return std::to_chars(at, at + longest, number).ptr;
}

template <Named T>
char* write_name(char* at, T value) {
    constexpr auto& all = WireName<T>::all;
    constexpr auto all_alike =
        std::ranges::all_of(all, [](std::string_view name) { return name.size() == all.front().size(); });
    auto const name = WireName<T>::of(value);
    auto const size = all_alike ? all.front().size() : name.size();
    *at = '"';
    std::memcpy(at + 1, name.data(), size);
    at[size + 1] = '"';
    return at + size + 2;
}

template <class Items>
char* write_list(char* at, Items const& items) {
    *at++ = '[';
    for (auto const& item : items) {
        at = write_short(at, item);
        *at++ = ',';
    }
    if (at[-1] == ',') --at;
    *at++ = ']';
    return at;
}

template <Described T>
char* write_struct(char* at, T const& value) {
    *at++ = '{';
    bool any = Typed<T>;
    if constexpr (Typed<T>) at = write_literal(at, type_of<T>);
    boost::mp11::mp_for_each<Members<T>>([&]<class Member>(Member) {
        auto const& field = value.*Member::pointer;
        if constexpr (Optional<std::remove_cvref_t<decltype(field)>>)
            if (!field) return;
        constexpr auto& key = key_of<Member>;
        constexpr auto size = key.size;
        if (any) {
            at = write_literal(at, key);
        } else {
            std::memcpy(at, key.text.data() + 1, size - 1);
            at += size - 1;
        }
        any = true;
        if constexpr (Optional<std::remove_cvref_t<decltype(field)>>) {
            at = write_short(at, *field);
        } else {
            at = write_short(at, field);
        }
    });
    *at++ = '}';
    return at;
}

} // namespace detail

template <ShortText T>
char* write_short(char* at, T const& value) {
    if constexpr (std::same_as<T, bool>) {
        return detail::write_text(at, value ? "true" : "false");
    } else if constexpr (std::same_as<T, Seat>) {
        return detail::write_number(at, value.number());
    } else if constexpr (std::same_as<T, Points> || NumberOption<T>) {
        return detail::write_number(at, value.value);
    } else if constexpr (std::integral<T>) {
        return detail::write_number(at, static_cast<std::int64_t>(value));
    } else if constexpr (Named<T>) {
        return detail::write_name(at, value);
    } else if constexpr (NullableType<T>) {
        return value ? write_short(at, *value) : detail::write_text(at, "null");
    } else if constexpr (Variant<T>) {
        return std::visit([at](auto const& held) { return write_short(at, held); }, value);
    } else if constexpr (List<T>) {
        return detail::write_list(at, value);
    } else {
        return detail::write_struct(at, value);
    }
}

} // namespace tefuda::codec
