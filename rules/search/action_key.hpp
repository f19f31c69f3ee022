// Keys by which a search distinguishes actions.
#pragma once

#include "rules/core/cards.hpp"

#include <array>
#include <cstdint>

namespace tefuda::search {

/// A 64-bit hash of a sequence of numbers. Different sequences have different hashes with very high probability.
class ActionKey {
public:
    explicit ActionKey(std::size_t kind) { add(kind); }

    ActionKey& add(std::uint64_t number) {
        value_ = (value_ ^ (number + 1)) * 0x9E3779B97F4A7C15U;
        value_ ^= value_ >> 29;
        return *this;
    }

    /// Adds the ranks of the cards and ignores their suits and order.
    ActionKey& add_ranks(Cards const& cards) {
        std::array<std::uint64_t, 14> counts{};
        for (auto const card : cards) ++counts[card.is_joker() ? 0 : static_cast<std::size_t>(number_of(*card.rank()))];
        for (auto const count : counts) add(count);
        return *this;
    }

    std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0;
};

} // namespace tefuda::search
