// Memory that a thread's objects leave behind to the next of their kind.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

namespace tefuda::codec {

/// What a rare giant leaves behind is not kept: the largest memory that is, in bytes.
inline constexpr std::size_t largest_spare = 64 * 1024;

/// Up to so many of each thread. \tparam Memory empty when it was made without arguments
template <class Memory, std::size_t most>
class Spares {
public:
    Spares() = default;
    ~Spares() { has_ended = true; }
    Spares(Spares const&) = delete;
    Spares& operator=(Spares const&) = delete;

    /// \returns the one that was left last, an empty one where there is none
    static Memory take() {
        if (has_ended || own.count_ == 0) return Memory();
        return std::move(own.all_[--own.count_]);
    }

    static void give(Memory memory) noexcept {
        if (!has_ended && own.count_ < most) own.all_[own.count_++] = std::move(memory);
    }

private:
    static thread_local Spares own;
    /// The thread ends; it may have objects that were made before the first spare.
    static inline thread_local bool has_ended = false;

    std::array<Memory, most> all_;
    std::size_t count_ = 0;
};

template <class Memory, std::size_t most>
thread_local Spares<Memory, most> Spares<Memory, most>::own;

} // namespace tefuda::codec
