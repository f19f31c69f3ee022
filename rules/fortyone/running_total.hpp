// The total of a deal as it runs: what a card counts, the mirror K, and the total that a starter K leaves open.
#pragma once

#include "rules/core/card.hpp"

#include <optional>

namespace tefuda::fortyone {

/// No total goes above this.
inline constexpr int limit = 41;

/// What a rank counts for itself: A 1, 2 … 10, J −1, Q 0; nothing for K, which is a mirror.
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

/// The chips for reaching a total: 2 for 41, 1 for 1, 11, 21 and 31 (RULES.md R4).
constexpr int chips_for(int total) {
    if (total == limit) return 2;
    return total == 1 || total == 11 || total == 21 || total == 31 ? 1 : 0;
}

/// The total from the starter on. It is open while only kings have been laid (then it has no number yet).
class RunningTotal {
public:
    constexpr explicit RunningTotal(Rank starter) { add(starter); }

    /// Nothing while the total is open.
    constexpr std::optional<int> total() const { return last_value_ ? std::optional(total_) : std::nullopt; }

    constexpr bool is_open() const { return !last_value_; }

    /// What a card laid now counts: a K what the last card counted, past any passes (RULES.md R5); nothing for a K
    /// while the total is open.
    constexpr std::optional<int> value_of(Rank rank) const {
        return rank == Rank::king ? last_value_ : own_value(rank);
    }

    /// Whether the total stays at 41 or less with this card. A K while the total is open always may be laid.
    constexpr bool takes(Rank rank) const {
        if (rank == Rank::king && is_open()) return true;
        auto const value = rank == Rank::king ? *last_value_ : *own_value(rank);
        return total_ + (open_cards_ + 1) * value <= limit;
    }

    /// Lays a card. Where it closes the total, the open cards count what it counts.
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
