// The head of a WebSocket frame (RFC 6455, section 5.2).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tefuda::server {

/// Of a frame that came: where it ends, and whether it is a usual one. Beast judges the others.
struct FrameHead {
    using Mask = std::array<char, 4>;

    std::size_t head_size;
    /// Below 2^63: a larger one is cut down to that.
    std::uint64_t payload_size;
    /// Where it is a text message in one frame, without a fault: what the payload is masked with.
    std::optional<Mask> whole_text;

    std::uint64_t frame_size() const { return head_size + payload_size; }
};

/// Reads what the bytes begin with. \returns nothing while the head is not complete
std::optional<FrameHead> read_frame_head(std::string_view bytes);

/// Of a text message that a server sends whole: final, not masked.
class TextFrameHead {
public:
    explicit TextFrameHead(std::size_t payload_size);

    std::string_view bytes() const { return {bytes_.data(), size_}; }

private:
    /// Adds its last bytes, the highest one first.
    void add(std::uint64_t number, std::size_t bytes);

    std::array<char, 2 + 8> bytes_;
    std::size_t size_ = 0;
};

} // namespace tefuda::server
