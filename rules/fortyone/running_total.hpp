// The running total of a deal: the values of cards, the mirror K, and the open total after a starter K.
#pragma once

#include "rules/core/card.hpp"

#include <optional>

namespace tefuda::fortyone {

/// The highest allowed total.
inline constexpr int limit = 41;

/// A 1, 2 to 10 their number, J −1, Q 0; std::nullopt for K, which mirrors another card.
constexpr std::optional<int> own_value(Rank rank) {
    switch (rank) {
    case Rank::jack:
        return -1;
    case Rank::queen:
        return 0;
    case Rank::king:
        return std::nullopt;
    default:
        return number_of(rank);
    }
}

/// Chips for reaching a total: 2 for 41, 1 for 1, 11, 21 and 31, otherwise 0 (RULES.md R4).
constexpr int chips_for(int total) {
    if (total == limit) return 2;
    return total == 1 || total == 11 || total == 21 || total == 31 ? 1 : 0;
}

/// The total of the starter and the cards played on it. It is open, that is without a value, while all of them are
/// kings.
class RunningTotal {
public:
    constexpr explicit RunningTotal(Rank starter) { add(starter); }

    /// std::nullopt while the total is open.
    constexpr std::optional<int> total() const { return last_value_ ? std::optional(total_) : std::nullopt; }

    constexpr bool is_open() const { return !last_value_; }

    /// The value of a card if played now. A K has the value of the last card, even if passes came between (RULES.md
    /// R5); std::nullopt for a K while the total is open.
    constexpr std::optional<int> value_of(Rank rank) const {
        return rank == Rank::king ? last_value_ : own_value(rank);
    }

    /// Whether a card of this rank may be played: the total must stay at 41 or less. While the total is open a K is
    /// always allowed.
    constexpr bool accepts(Rank rank) const {
        if (rank == Rank::king && is_open()) return true;
        auto const value = rank == Rank::king ? *last_value_ : *own_value(rank);
        return total_ + (open_cards_ + 1) * value <= limit;
    }

    /// Plays a card. If it closes the total, all open cards get its value.
    constexpr void add(Rank rank) {
        if (rank != Rank::king) last_value_ = own_value(rank);
        if (!last_value_) {
            ++open_cards_;
            return;
        }
        total_ += (open_cards_ + 1) * *last_value_;
        open_cards_ = 0;
    }

    friend constexpr bool operator==(RunningTotal const&, RunningTotal const&) = default;

private:
    int total_ = 0;
    int open_cards_ = 0;
    std::optional<int> last_value_;
};

} // namespace tefuda::fortyone
