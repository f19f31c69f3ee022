#include "tests/bench/load/frames.hpp"

#include <algorithm>
#include <cstring>

namespace tefuda::bench {

namespace {

constexpr unsigned char final_bit = 0x80;
constexpr unsigned char mask_bit = 0x80;

void append_head(std::string& out, Opcode opcode, std::size_t size, unsigned char masked) {
    out += static_cast<char>(final_bit | static_cast<unsigned char>(opcode));
    auto const append_size = [&](int bytes) {
        for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) out += static_cast<char>(size >> shift);
    };
    if (size < 126) {
        out += static_cast<char>(masked | size);
    } else if (size < 65536) {
        out += static_cast<char>(masked | 126);
        append_size(2);
    } else {
        out += static_cast<char>(masked | 127);
        append_size(8);
    }
}

} // namespace

void append_client_frame(std::string& out, Opcode opcode, std::string_view payload) {
    append_head(out, opcode, payload.size(), mask_bit);
    out.append(4, '\0');
    out += payload;
}

void append_server_frame(std::string& out, Opcode opcode, std::string_view payload) {
    append_head(out, opcode, payload.size(), 0);
    out += payload;
}

FrameBuffer::Room FrameBuffer::room() {
    if (begin_ == end_) begin_ = end_ = 0;
    if (bytes_.size() - end_ < least_) {
        std::memmove(bytes_.data(), bytes_.data() + begin_, end_ - begin_);
        end_ -= begin_;
        begin_ = 0;
        if (bytes_.size() - end_ < least_) bytes_.resize(std::max(2 * bytes_.size(), end_ + least_));
    }
    return {bytes_.data() + end_, bytes_.size() - end_};
}

bool FrameBuffer::next(Frame& frame) {
    auto const* const data = reinterpret_cast<unsigned char const*>(bytes_.data()) + begin_;
    auto const available = end_ - begin_;
    if (available < 2) return false;
    std::size_t head = 2;
    std::size_t size = data[1] & 0x7F;
    auto const extended = size == 126 ? 2U : size == 127 ? 8U : 0U;
    head += extended;
    if (available < head) return false;
    if (extended > 0) size = 0;
    for (unsigned i = 0; i < extended; ++i) size = size << 8 | data[2 + i];
    auto const masked = (data[1] & mask_bit) != 0;
    auto const mask_at = head;
    if (masked) head += 4;
    if (available < head + size) return false;
    auto* const payload = bytes_.data() + begin_ + head;
    if (masked && std::any_of(data + mask_at, data + mask_at + 4, [](auto byte) { return byte != 0; }))
        for (std::size_t i = 0; i < size; ++i) payload[i] = static_cast<char>(payload[i] ^ data[mask_at + i % 4]);
    frame = {static_cast<Opcode>(data[0] & 0x0F), {payload, size}};
    begin_ += head + size;
    return true;
}

} // namespace tefuda::bench
