// The head of a WebSocket frame (RFC 6455, section 5.2).
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace tefuda::server {

/// Of a text message that a server sends whole: final, not masked.
class TextFrameHead {
public:
    explicit TextFrameHead(std::size_t payload) {
        add(0x81);
        if (payload < 126) {
            add(payload);
        } else if (payload <= 0xffff) {
            add(126);
            add_number(payload, 2);
        } else {
            add(127);
            add_number(payload, 8);
        }
    }

    std::string_view bytes() const { return {bytes_.data(), size_}; }

private:
    void add(std::size_t byte) { bytes_[size_++] = static_cast<char>(byte); }
    void add_number(std::size_t number, unsigned bytes) {
        for (unsigned behind = bytes; behind-- > 0;) add(number >> (8 * behind) & 0xff);
    }

    std::array<char, 10> bytes_;
    std::size_t size_ = 0;
};

} // namespace tefuda::server
