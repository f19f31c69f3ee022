#include "server/net/gzip.hpp"

#include <boost/beast/zlib/deflate_stream.hpp>
#include <boost/crc.hpp>

#include <cstdint>

namespace tefuda::server {

namespace {

void append_little_endian(std::string& to, std::uint32_t number) {
    for (int byte = 0; byte < 4; ++byte, number >>= 8) to += static_cast<char>(number & 0xff);
}

} // namespace

std::string gzip(std::string_view text) {
    namespace zlib = boost::beast::zlib;
    // Deflate, no flags, no time, the smallest form, of an unknown system.
    static constexpr std::string_view header("\x1f\x8b\x08\0\0\0\0\0\x02\xff", 10);
    constexpr int level = 9, window_bits = 15, memory_level = 8;
    zlib::deflate_stream stream;
    stream.reset(level, window_bits, memory_level, zlib::Strategy::normal);
    std::string packed(header);
    packed.resize(header.size() + stream.upper_bound(text.size()));
    zlib::z_params params;
    params.next_in = text.data();
    params.avail_in = text.size();
    params.next_out = packed.data() + header.size();
    params.avail_out = packed.size() - header.size();
    boost::beast::error_code end; // The end of the stream is told as an error.
    stream.write(params, zlib::Flush::finish, end);
    packed.resize(header.size() + params.total_out);
    boost::crc_32_type check;
    check.process_bytes(text.data(), text.size());
    append_little_endian(packed, check.checksum());
    append_little_endian(packed, static_cast<std::uint32_t>(text.size()));
    return packed;
}

} // namespace tefuda::server
