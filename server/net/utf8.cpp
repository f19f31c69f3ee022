#include "server/net/utf8.hpp"

#include <cstddef>

namespace tefuda::server {

bool ends_within_character(std::string_view text) {
    for (std::size_t behind = 1; behind <= 3 && behind <= text.size(); ++behind) {
        auto const byte = static_cast<unsigned char>(text[text.size() - behind]);
        if ((byte & 0xc0) == 0x80) continue;
        std::size_t const length = byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
        return behind < length;
    }
    return false;
}

} // namespace tefuda::server
