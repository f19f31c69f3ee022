// Described types whose JSON has a known bound, such as a card that was played or a list of scores: room for all of it
// is made once, and then it is only copied.
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

/// What is longer is no short text.
inline constexpr std::size_t longest_short_text = 1024;

/// A text known when this is compiled, so that it is copied by an instruction or two.
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

/// The most characters of a value's text; 0 where there is no bound.
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

/// The most characters of a value's text; 0 where that is not known, or too many.
template <class T>
inline constexpr std::size_t longest_text = detail::bound_of_text<T>() <= detail::longest_short_text
                                                ? detail::bound_of_text<T>()
                                                : 0;

template <class T>
concept ShortText = longest_text<T> >
0;

/// Writes the value's text. \pre there is room for `longest_text` \returns its end
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
    // Most numbers of a game have one digit.
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
