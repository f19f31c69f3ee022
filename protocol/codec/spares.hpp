// A per-thread pool of buffers that objects of one kind reuse.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

namespace tefuda::codec {

/// The largest buffer that is kept for reuse, in bytes; so that a rare large message does not occupy memory for good.
inline constexpr std::size_t largest_spare = 64 * 1024;

/// Keeps up to `most` spare buffers per thread. \tparam Memory a buffer; default-constructed, it is empty
template <class Memory, std::size_t most>
class Spares {
public:
    Spares() = default;
    ~Spares() { has_ended = true; }
    Spares(Spares const&) = delete;
    Spares& operator=(Spares const&) = delete;

    /// \returns the spare that was added last; an empty one if there is none
    static Memory take() {
        if (has_ended || own.count_ == 0) return Memory();
        return std::move(own.all_[--own.count_]);
    }

    static void give(Memory memory) noexcept {
        if (!has_ended && own.count_ < most) own.all_[own.count_++] = std::move(memory);
    }

private:
    static thread_local Spares own;
    /// Set when the pool is destroyed at the thread's end. Objects of the thread that are older than the pool are
    /// destroyed after it, and must not use it any more.
    static inline thread_local bool has_ended = false;

    std::array<Memory, most> all_;
    std::size_t count_ = 0;
};

template <class Memory, std::size_t most>
thread_local Spares<Memory, most> Spares<Memory, most>::own;

} // namespace tefuda::codec
