#include "protocol/codec/json_text.hpp"

#include "protocol/codec/spares.hpp"

#include <algorithm>
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

// As many as rooms of a thread may have messages that wait for a commit.
using Spare = Spares<Memory, 1024>;

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
    if (size <= largest_spare)
        Spare::give({std::move(begin_), size});
    else
        begin_.reset();
}

void JsonText::grow(std::size_t size) {
    auto const used = this->size();
    auto const before = static_cast<std::size_t>(limit_ - begin_.get());
    auto memory = begin_ ? Memory() : Spare::take();
    if (memory.size < used + size)
        memory = new_memory(std::max({used + size, 2 * std::max(before, memory.size), first_size}));
    if (used > 0) std::memcpy(memory.bytes.get(), begin_.get(), used);
    begin_ = std::move(memory.bytes);
    end_ = begin_.get() + used;
    limit_ = begin_.get() + memory.size;
}

} // namespace tefuda::codec
