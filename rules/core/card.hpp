// Playing cards as values: Suit, Rank, Card. Their wire names (protocol/PROTOCOL.md) are the rank `A 2 … 9 T J Q K`
// followed by the suit `S H D C`; a joker is `XX`.
#pragma once

#include "rules/core/wire_name.hpp"

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tefuda {

enum class Suit : std::uint8_t { spades, hearts, diamonds, clubs };

/// The ace is the lowest. A game with another order has a RankOrder (rules/core/rank_order.hpp).
enum class Rank : std::uint8_t { ace = 1, two, three, four, five, six, seven, eight, nine, ten, jack, queen, king };

inline constexpr std::array all_suits{Suit::spades, Suit::hearts, Suit::diamonds, Suit::clubs};
inline constexpr std::array all_ranks{Rank::ace,  Rank::two,   Rank::three, Rank::four, Rank::five,
                                      Rank::six,  Rank::seven, Rank::eight, Rank::nine, Rank::ten,
                                      Rank::jack, Rank::queen, Rank::king};

/// A 1, 2 to 10 their number, J 11, Q 12, K 13.
constexpr int number_of(Rank rank) {
    return static_cast<int>(rank);
}

constexpr bool is_face(Rank rank) {
    return rank >= Rank::jack;
}

/// One playing card. All jokers are equal, and so are the two copies of a card in a double pack. Cards compare in
/// canonical order: suits S, H, D, C, within a suit A, 2 … K, jokers last.
class Card {
public:
    constexpr Card(Rank rank, Suit suit)
        : index_(static_cast<std::uint8_t>(static_cast<int>(suit) * 13 + number_of(rank) - 1)) {}

    static constexpr Card joker() { return Card(); }

    constexpr bool is_joker() const { return index_ == joker_index; }

    /// std::nullopt for a joker.
    constexpr std::optional<Rank> rank() const {
        return is_joker() ? std::nullopt : std::optional(static_cast<Rank>(index_ % 13 + 1));
    }

    /// std::nullopt for a joker.
    constexpr std::optional<Suit> suit() const {
        return is_joker() ? std::nullopt : std::optional(static_cast<Suit>(index_ / 13));
    }

    constexpr bool has(Rank rank) const { return !is_joker() && index_ % 13 + 1 == number_of(rank); }
    constexpr bool has(Suit suit) const { return !is_joker() && index_ / 13 == static_cast<int>(suit); }

    /// Position in canonical order, 0 (AS) to 52 (XX). Use it as an array index.
    constexpr std::size_t order() const { return index_; }

    /// Number of different cards, the joker included; `order()` is always smaller.
    static constexpr std::size_t kinds = 53;

    constexpr auto operator<=>(Card const&) const = default;

private:
    static constexpr std::uint8_t joker_index = 52;
    constexpr Card() : index_(joker_index) {}

    std::uint8_t index_;
};

template <>
struct WireName<Suit> {
    static constexpr std::array<std::string_view, 4> all{"S", "H", "D", "C"};
    static constexpr std::string_view of(Suit suit) { return all[static_cast<std::size_t>(suit)]; }
    static std::optional<Suit> parse(std::string_view name);
};

template <>
struct WireName<Rank> {
    static constexpr std::array<std::string_view, 13> all{"A", "2", "3", "4", "5", "6", "7",
                                                          "8", "9", "T", "J", "Q", "K"};
    static constexpr std::string_view of(Rank rank) { return all[static_cast<std::size_t>(rank) - 1]; }
    static std::optional<Rank> parse(std::string_view name);
};

template <>
struct WireName<Card> {
    // clang-format off
    static constexpr std::array<std::string_view, Card::kinds> all{
        "AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS",
        "AH", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH", "JH", "QH", "KH",
        "AD", "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "TD", "JD", "QD", "KD",
        "AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC",
        "XX"};
    // clang-format on
    static constexpr std::string_view of(Card card) { return all[card.order()]; }
    static std::optional<Card> parse(std::string_view name);
};

} // namespace tefuda
