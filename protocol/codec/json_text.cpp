#include "protocol/codec/json_text.hpp"

#include <algorithm>
#include <utility>

namespace tefuda::codec {

namespace {

struct Spare {
    std::unique_ptr<char[]> memory;
    std::size_t size = 0;
};

/// What the thread's last text left behind.
thread_local Spare spare;

constexpr std::size_t first_size = 4096;
/// A rare giant is not kept.
constexpr std::size_t largest_spare = 256 * 1024;

} // namespace

JsonText::JsonText() {
    if (!spare.memory) spare = {std::make_unique_for_overwrite<char[]>(first_size), first_size};
    begin_ = std::move(spare.memory);
    end_ = begin_.get();
    limit_ = end_ + spare.size;
}

JsonText::~JsonText() {
    auto const size = static_cast<std::size_t>(limit_ - begin_.get());
    if (size <= largest_spare && (!spare.memory || spare.size < size)) spare = {std::move(begin_), size};
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
