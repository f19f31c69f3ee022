// CRC-32 check sums of stored data. They can be computed in parts: pass the sum of the first part to compute the sum of
// both parts.
#pragma once

#include "server/match/byte_codec.hpp"

#include <zlib.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace tefuda::server {

/// \param before the sum of the bytes before these
inline std::uint32_t crc_of(std::string_view bytes, std::uint32_t before = 0) {
    // Of a null pointer, which SQLite gives for an empty value, zlib returns 0.
    if (bytes.empty()) return before;
    return static_cast<std::uint32_t>(
        crc32_z(before, reinterpret_cast<unsigned char const*>(bytes.data()), bytes.size()));
}

/// The sum of a row's columns.
class RowCrc {
public:
    RowCrc& add(std::string_view text) {
        append_text(bytes_, text);
        return *this;
    }
    RowCrc& add(std::int64_t number) {
        append_number(bytes_, static_cast<std::uint64_t>(number));
        return *this;
    }
    std::uint32_t value() const { return crc_of(bytes_); }

private:
    std::string bytes_;
};

} // namespace tefuda::server
