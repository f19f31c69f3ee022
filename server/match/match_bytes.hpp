// How much memory the actions of all matches take.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace tefuda::server {

/// One room's share of it. The sum of all is thread-safe, an object is not.
class MatchBytes {
public:
    MatchBytes() = default;
    MatchBytes(MatchBytes&& other) noexcept : mine_(std::exchange(other.mine_, 0)) {}
    MatchBytes& operator=(MatchBytes&& other) noexcept {
        std::swap(mine_, other.mine_);
        return *this;
    }
    ~MatchBytes() { set(0); }

    void set(std::size_t bytes) {
        // Modulo 2^64: the sum is right again when all are added.
        if (bytes != mine_) all += static_cast<std::uint64_t>(bytes) - std::exchange(mine_, bytes);
    }

    /// Of all rooms in memory.
    static std::uint64_t in_all() { return all; }

private:
    inline static std::atomic<std::uint64_t> all = 0;
    std::size_t mine_ = 0;
};

} // namespace tefuda::server
