// The order of the ranks, which each game chooses for itself.
#pragma once

#include "rules/core/card.hpp"

#include <algorithm>

namespace tefuda {

/// An order of all ranks.
class RankOrder {
public:
    using List = std::array<Rank, all_ranks.size()>;

    /// \param from_low every rank once, the lowest first
    constexpr explicit RankOrder(List const& from_low) : from_low_(from_low) {
        for (std::size_t place = 0; place < from_low.size(); ++place)
            heights_[static_cast<std::size_t>(number_of(from_low[place]) - 1)] = static_cast<std::uint8_t>(place);
    }

    /// 0 for the lowest rank, 12 for the highest.
    constexpr int height(Rank rank) const { return heights_[static_cast<std::size_t>(number_of(rank) - 1)]; }
    constexpr Rank highest() const { return from_low_.back(); }
    constexpr List const& from_low() const { return from_low_; }

    friend constexpr bool operator==(RankOrder const& one, RankOrder const& other) {
        return one.from_low_ == other.from_low_;
    }

private:
    List from_low_;
    std::array<std::uint8_t, all_ranks.size()> heights_{};
};

/// 2, 3 … K, A: the order of the wire where a choice names no other (protocol/PROTOCOL.md, "Templates").
inline constexpr RankOrder ace_high = [] {
    auto ranks = all_ranks;
    std::rotate(ranks.begin(), ranks.begin() + 1, ranks.end());
    return RankOrder(ranks);
}();

} // namespace tefuda
