// Names a closed set of values as JSON strings. An enum described with BOOST_DESCRIBE_ENUM uses the names of its
// enumerators without a trailing `_` (`continue_` is "continue"). A type whose names are not C++ identifiers
// specialises WireName with `all` (every name), `of(value)` and `parse(name)`.
#pragma once

#include <boost/describe/enum_to_string.hpp>
#include <boost/describe/enumerators.hpp>
#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>

#include <array>
#include <optional>
#include <string_view>
#include <type_traits>

namespace tefuda {

template <class T>
struct WireName;

namespace detail {

constexpr std::string_view without_trailing_underscore(std::string_view name) {
    return name.ends_with('_') ? name.substr(0, name.size() - 1) : name;
}

} // namespace detail

template <class E>
    requires std::is_enum_v<E> && boost::describe::has_describe_enumerators<E>::value
struct WireName<E> {
    using Enumerators = boost::describe::describe_enumerators<E>;

    static constexpr auto all = []<class... D>(boost::mp11::mp_list<D...>) {
        return std::array<std::string_view, sizeof...(D)>{detail::without_trailing_underscore(D::name)...};
    }(boost::mp11::mp_rename<Enumerators, boost::mp11::mp_list>{});

    static constexpr std::string_view of(E value) {
        std::string_view name;
        boost::mp11::mp_for_each<Enumerators>([&](auto d) {
            if (d.value == value) name = detail::without_trailing_underscore(d.name);
        });
        return name;
    }

    static constexpr std::optional<E> parse(std::string_view name) {
        std::optional<E> found;
        boost::mp11::mp_for_each<Enumerators>([&](auto d) {
            if (detail::without_trailing_underscore(d.name) == name) found = d.value;
        });
        return found;
    }
};

/// A type whose values are JSON strings from a closed list.
template <class T>
concept Named = requires(T value, std::string_view name) {
    { WireName<T>::of(value) } -> std::convertible_to<std::string_view>;
    { WireName<T>::parse(name) } -> std::same_as<std::optional<T>>;
};

} // namespace tefuda
