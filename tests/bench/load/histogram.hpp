// A histogram of durations with a high dynamic range and three significant digits, like HdrHistogram.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace tefuda::bench {

/// Counts durations in nanoseconds, from 0 to about 18 minutes (longer ones count as the maximum), with 0.1 %
/// precision.
class Histogram {
public:
    Histogram() : counts_((most_exponent + 1) * half) {}

    void add(std::int64_t nanoseconds) {
        auto const value = std::clamp<std::int64_t>(nanoseconds, 0, highest);
        ++counts_[index_of(static_cast<std::uint64_t>(value))];
        ++total_;
    }

    std::int64_t total() const { return total_; }

    /// The quantile for this fraction (0.5 is the median); 0 if the histogram is empty.
    std::int64_t at(double part) const {
        auto const wanted = static_cast<std::int64_t>(part * static_cast<double>(total_));
        std::int64_t seen = 0;
        for (std::size_t index = 0; index < counts_.size(); ++index) {
            seen += counts_[index];
            if (seen > wanted || (seen == total_ && seen > 0)) return value_of(index);
        }
        return 0;
    }

private:
    static constexpr int digits = 11; // 2^11 steps an octave: better than 0.1 %
    static constexpr std::size_t half = std::size_t(1) << (digits - 1);
    static constexpr std::int64_t highest = (std::int64_t(1) << 40) - 1;
    static constexpr std::size_t most_exponent = 40 - digits + 1;

    static std::size_t index_of(std::uint64_t value) {
        auto const width = std::bit_width(value | 1);
        auto const exponent = width > digits ? static_cast<std::size_t>(width - digits) : 0;
        return exponent * half + static_cast<std::size_t>(value >> exponent);
    }

    static std::int64_t value_of(std::size_t index) {
        if (index < 2 * half) return static_cast<std::int64_t>(index);
        auto const exponent = index / half - 1;
        return static_cast<std::int64_t>((index - exponent * half) << exponent);
    }

    std::vector<std::int64_t> counts_;
    std::int64_t total_ = 0;
};

} // namespace tefuda::bench
