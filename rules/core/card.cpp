#include "rules/core/card.hpp"

#include <algorithm>

namespace tefuda {

namespace {

template <class T, std::size_t N>
std::optional<std::size_t> index_in(std::array<T, N> const& names, std::string_view name) {
    auto const found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names.begin());
}

} // namespace

std::optional<Suit> WireName<Suit>::parse(std::string_view name) {
    auto const index = index_in(all, name);
    return index ? std::optional(all_suits[*index]) : std::nullopt;
}

std::optional<Rank> WireName<Rank>::parse(std::string_view name) {
    auto const index = index_in(all, name);
    return index ? std::optional(all_ranks[*index]) : std::nullopt;
}

std::optional<Card> WireName<Card>::parse(std::string_view name) {
    if (name == "XX") return Card::joker();
    if (name.size() != 2) return std::nullopt;
    auto const rank = WireName<Rank>::parse(name.substr(0, 1));
    auto const suit = WireName<Suit>::parse(name.substr(1));
    if (!rank || !suit) return std::nullopt;
    return Card(*rank, *suit);
}

} // namespace tefuda
