#include "server/net/frame_head.hpp"

#include <boost/endian/conversion.hpp>

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
    auto const byte = [at = bytes.data()](std::size_t i) { return std::uint64_t(static_cast<unsigned char>(at[i])); };
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
    if (payload_size < in_2_bytes) {
        add(final_text << 8 | payload_size, 2);
    } else if (payload_size <= 0xffff) {
        add((final_text << 8 | in_2_bytes) << 16 | payload_size, 4);
    } else {
        add(final_text << 8 | in_8_bytes, 2);
        add(payload_size, 8);
    }
}

void TextFrameHead::add(std::uint64_t number, std::size_t bytes) {
    // At once, not byte by byte: it is read at once.
    auto const written = boost::endian::native_to_big(number << 8 * (sizeof(number) - bytes));
    std::memcpy(bytes_.data() + size_, &written, sizeof(written));
    size_ += bytes;
}

} // namespace tefuda::server
