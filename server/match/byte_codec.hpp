// A binary encoding of numbers and texts, for storage only. A number is encoded as LEB128 (groups of seven bits, lowest
// group first), a text as its length in bytes followed by the bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tefuda::server {

inline void append_number(std::string& bytes, std::uint64_t number) {
    for (; number >= 0x80; number >>= 7) bytes += static_cast<char>(number | 0x80);
    bytes += static_cast<char>(number);
}

inline void append_text(std::string& bytes, std::string_view text) {
    append_number(bytes, text.size());
    bytes += text;
}

/// Decodes bytes in the order in which they were appended. The bytes may be damaged: after a failure every further read
/// fails too, and returns 0 or an empty text. Non-owning: the bytes must outlive the reader and the texts it returns.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

    bool at_end() const { return rest_.empty(); }
    bool failed() const { return failed_; }
    /// The bytes that are still to be read.
    std::string_view rest() const { return rest_; }

    /// Fails if the number is greater than `max`.
    std::uint64_t number(std::uint64_t max) {
        std::uint64_t number = 0;
        for (int shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
            auto const byte = static_cast<std::uint8_t>(rest_.front());
            rest_.remove_prefix(1);
            number |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
            if (byte < 0x80) return number <= max ? number : fail();
        }
        return fail();
    }

    std::string_view text() {
        auto const size = number(UINT64_MAX);
        if (failed_ || size > rest_.size()) {
            fail();
            return {};
        }
        auto const text = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return text;
    }

    /// What was read can't be. \returns 0
    std::uint64_t fail() {
        failed_ = true;
        rest_.remove_prefix(rest_.size());
        return 0;
    }

private:
    std::string_view rest_;
    bool failed_ = false;
};

} // namespace tefuda::server
