#include "server/net/frame_head.hpp"

#include <algorithm>
#include <cstring>

namespace tefuda::server {

namespace {

constexpr std::size_t final_text = 0x81;
constexpr std::size_t masked = 0x80;
constexpr std::size_t mask_size = 4;
// A length below these stands for itself.
constexpr std::size_t in_2_bytes = 126;
constexpr std::size_t in_8_bytes = 127;
constexpr std::uint64_t largest_payload = (std::uint64_t(1) << 63) - 1;

} // namespace

std::optional<FrameHead> read_frame_head(std::string_view bytes) {
    if (bytes.size() < 2) return std::nullopt;
    auto const byte = [&](std::size_t i) { return std::uint64_t(static_cast<unsigned char>(bytes[i])); };
    auto const is_masked = (byte(1) & masked) != 0;
    auto payload = byte(1) & ~masked;
    std::size_t const number_size = payload == in_2_bytes ? 2 : payload == in_8_bytes ? 8 : 0;
    auto const size = 2 + number_size + (is_masked ? mask_size : 0);
    if (bytes.size() < size) return std::nullopt;
    if (number_size > 0) payload = 0;
    for (std::size_t i = 0; i < number_size; ++i) payload = payload << 8 | byte(2 + i);
    FrameHead head{size, std::min(payload, largest_payload), std::nullopt};
    auto const is_short = number_size == 0 || (number_size == 2 && payload >= in_2_bytes);
    if (byte(0) == final_text && is_masked && is_short)
        std::memcpy(head.whole_text.emplace().data(), bytes.data() + size - mask_size, mask_size);
    return head;
}

TextFrameHead::TextFrameHead(std::size_t payload_size) {
    add(final_text);
    if (payload_size < in_2_bytes) {
        add(payload_size);
    } else if (payload_size <= 0xffff) {
        add(in_2_bytes);
        add_number(payload_size, 2);
    } else {
        add(in_8_bytes);
        add_number(payload_size, 8);
    }
}

void TextFrameHead::add_number(std::size_t number, unsigned bytes) {
    for (unsigned behind = bytes; behind-- > 0;) add(number >> (8 * behind) & 0xff);
}

} // namespace tefuda::server
