#include "rules/core/card.hpp"

#include <algorithm>

namespace tefuda {

namespace {

template <class T>
std::optional<std::size_t> index_of(std::string_view name) {
    static_assert(std::ranges::all_of(WireName<T>::all, [](std::string_view one) { return one.size() == 1; }));
    static constexpr auto characters = [] {
        std::array<char, WireName<T>::all.size()> fronts{};
        std::ranges::transform(WireName<T>::all, fronts.begin(), [](std::string_view one) { return one.front(); });
        return fronts;
    }();
    if (name.size() != 1) return std::nullopt;
    auto const index = std::string_view(characters.data(), characters.size()).find(name.front());
    return index == name.npos ? std::nullopt : std::optional(index);
}

} // namespace

std::optional<Suit> WireName<Suit>::parse(std::string_view name) {
    auto const index = index_of<Suit>(name);
    return index ? std::optional(all_suits[*index]) : std::nullopt;
}

std::optional<Rank> WireName<Rank>::parse(std::string_view name) {
    auto const index = index_of<Rank>(name);
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
