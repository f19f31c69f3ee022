#include "server/net/write_queue.hpp"

#include <algorithm>
#include <bit>

namespace tefuda::server {

namespace {

/// `clear` and assignments keep the string's memory.
void release(std::string& bytes) {
    std::string().swap(bytes);
}

} // namespace

bool WriteQueue::reserve(std::size_t bytes) {
    if (!empty() && size() + bytes > capacity_) return false;
    // A buffer that grows step by step is copied each time. A turn writes about as many bytes as the last one.
    constexpr std::size_t least = 4096;
    if (gathered_.empty()) gathered_.reserve(std::max({least, bytes, std::bit_ceil(last_sent_)}));
    return true;
}

std::string_view WriteQueue::begin_send() {
    if (!sending_.empty()) return {};
    sending_.swap(gathered_);
    return sending_;
}

void WriteQueue::end_send() {
    last_sent_ = sending_.size();
    release(sending_);
}

void WriteQueue::clear_gathered() {
    release(gathered_);
}

} // namespace tefuda::server
