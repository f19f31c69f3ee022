// What a search tells actions apart by.
#pragma once

#include "rules/core/cards.hpp"

#include <array>
#include <cstdint>

namespace tefuda::search {

/// Mixes numbers into one; others give another, all but certainly.
class Meaning {
public:
    explicit Meaning(std::size_t kind) { add(kind); }

    Meaning& add(std::uint64_t number) {
        value_ = (value_ ^ (number + 1)) * 0x9E3779B97F4A7C15U;
        value_ ^= value_ >> 29;
        return *this;
    }

    /// The ranks of the cards, whatever their suits and order.
    Meaning& add_ranks(Cards const& cards) {
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
