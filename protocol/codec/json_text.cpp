#include "protocol/codec/json_text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tefuda::codec {

namespace {

struct Memory {
    std::unique_ptr<char[]> bytes;
    std::size_t size = 0;
};

Memory new_memory(std::size_t size) {
    return {std::make_unique_for_overwrite<char[]>(size), size};
}

constexpr std::size_t first_size = 4096;
/// A rare giant is not kept.
constexpr std::size_t largest_spare = 64 * 1024;

/// The thread ends, and has no spares any more; it may have texts that were made before the first spare.
thread_local bool has_ended = false;

/// What texts of this thread have left behind.
class Spares {
public:
    ~Spares() { has_ended = true; }

    Memory take() {
        if (count_ == 0) return new_memory(first_size);
        return std::move(all_[--count_]);
    }

    void give(Memory memory) noexcept {
        if (count_ < all_.size() && memory.size <= largest_spare) all_[count_++] = std::move(memory);
    }

private:
    std::array<Memory, 16> all_;
    std::size_t count_ = 0;
};

thread_local Spares spares;

} // namespace

JsonText& JsonText::operator=(JsonText&& other) noexcept {
    give_back();
    begin_ = std::move(other.begin_);
    end_ = std::exchange(other.end_, nullptr);
    limit_ = std::exchange(other.limit_, nullptr);
    return *this;
}

void JsonText::give_to_spares() noexcept {
    auto const size = static_cast<std::size_t>(limit_ - begin_.get());
    Memory memory{std::move(begin_), size};
    if (!has_ended) spares.give(std::move(memory));
}

void JsonText::grow(std::size_t size) {
    auto const used = this->size();
    auto const before = static_cast<std::size_t>(limit_ - begin_.get());
    auto memory = begin_ || has_ended ? Memory() : spares.take();
    if (memory.size < used + size) memory = new_memory(std::max(used + size, 2 * std::max(before, memory.size)));
    if (used > 0) std::memcpy(memory.bytes.get(), begin_.get(), used);
    begin_ = std::move(memory.bytes);
    end_ = begin_.get() + used;
    limit_ = begin_.get() + memory.size;
}

} // namespace tefuda::codec
