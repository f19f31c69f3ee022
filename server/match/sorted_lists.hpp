// Lists whose order means nothing, brought into one order.
#pragma once

#include "rules/core/cards.hpp"

#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>

#include <algorithm>

namespace tefuda::server {

/// Sorts all lists in a described struct, cards in canonical order.
template <class T>
void sort_lists(T& value) {
    if constexpr (std::is_same_v<T, Cards>) {
        sort_canonical(value);
    } else if constexpr (requires {
                             *value;
                             value.has_value();
                         }) {
        if (value) sort_lists(*value);
    } else if constexpr (
        requires {
            value.begin();
            value.push_back(*value.begin());
        } && requires { *value.begin() < *value.begin(); }) {
        std::sort(value.begin(), value.end());
    } else if constexpr (boost::describe::has_describe_members<T>::value) {
        using Members = boost::describe::describe_members<T, boost::describe::mod_any_access>;
        boost::mp11::mp_for_each<Members>([&](auto member) { sort_lists(value.*member.pointer); });
    }
}

} // namespace tefuda::server
