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

constexpr std::size_t first_size = 4096;
/// A rare giant is not kept.
constexpr std::size_t largest_spare = 64 * 1024;

/// What texts of this thread have left behind.
class Spares {
public:
    Memory take() {
        if (count_ == 0) return {std::make_unique_for_overwrite<char[]>(first_size), first_size};
        return std::move(all_[--count_]);
    }

    void give(Memory memory) noexcept {
        if (count_ < all_.size() && memory.size <= largest_spare) all_[count_++] = std::move(memory);
    }

private:
    /// Where a journal is kept, the texts of as many rooms may wait for one commit.
    std::array<Memory, 1024> all_;
    std::size_t count_ = 0;
};

thread_local Spares spares;

} // namespace

JsonText::JsonText() {
    auto memory = spares.take();
    begin_ = std::move(memory.bytes);
    end_ = begin_.get();
    limit_ = end_ + memory.size;
}

JsonText& JsonText::operator=(JsonText&& other) noexcept {
    give_back();
    begin_ = std::move(other.begin_);
    end_ = other.end_;
    limit_ = other.limit_;
    return *this;
}

JsonText::~JsonText() {
    give_back();
}

void JsonText::give_back() noexcept {
    auto const size = static_cast<std::size_t>(limit_ - begin_.get());
    if (begin_) spares.give({std::move(begin_), size});
}

void JsonText::grow(std::size_t size) {
    auto const used = static_cast<std::size_t>(end_ - begin_.get());
    auto const next = std::max(used + size, 2 * static_cast<std::size_t>(limit_ - begin_.get()));
    auto memory = std::make_unique_for_overwrite<char[]>(next);
    std::memcpy(memory.get(), begin_.get(), used);
    begin_ = std::move(memory);
    end_ = begin_.get() + used;
    limit_ = begin_.get() + next;
}

} // namespace tefuda::codec
