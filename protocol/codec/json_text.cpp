#include "protocol/codec/json_text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tefuda::codec {

namespace {

struct Memory {
    Memory() = default;
    explicit Memory(std::size_t of) : bytes(std::make_unique_for_overwrite<char[]>(of)), size(of) {}

    std::unique_ptr<char[]> bytes;
    std::size_t size = 0;
};

constexpr std::size_t first_size = 4096;
/// A rare giant is not kept.
constexpr std::size_t largest_spare = 64 * 1024;

/// What texts of this thread have left behind.
class Spares {
public:
    Memory take() {
        if (count_ == 0) return Memory(first_size);
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
    Memory memory;
    memory.bytes = std::move(begin_);
    memory.size = size;
    spares.give(std::move(memory));
}

void JsonText::grow(std::size_t size) {
    auto const used = this->size();
    auto const before = static_cast<std::size_t>(limit_ - begin_.get());
    auto memory = begin_ ? Memory() : spares.take();
    if (memory.size < used + size) memory = Memory(std::max(used + size, 2 * std::max(before, memory.size)));
    if (used > 0) std::memcpy(memory.bytes.get(), begin_.get(), used);
    begin_ = std::move(memory.bytes);
    end_ = begin_.get() + used;
    limit_ = begin_.get() + memory.size;
}

} // namespace tefuda::codec
