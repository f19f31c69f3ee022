#include "server/people/new_secrets.hpp"

#include "protocol/codec/text.hpp"
#include "rules/core/seeded_chance.hpp"
#include "server/runtime/random.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>

namespace tefuda::server {

namespace {

/// Each sign is as likely as any other.
std::string random_signs(std::string_view signs, std::size_t count) {
    auto const limit = 256 / signs.size() * signs.size();
    std::string text;
    while (text.size() < count) {
        std::array<std::uint8_t, 64> bytes{};
        random_bytes(bytes);
        for (auto const byte : bytes)
            if (byte < limit && text.size() < count) text += signs[byte % signs.size()];
    }
    return text;
}

} // namespace

std::string new_player_id() {
    return random_signs("0123456789abcdefghijklmnopqrstuvwxyz", 12);
}

std::string new_secret() {
    Bytes32 bytes;
    random_bytes(bytes);
    return to_hex(bytes);
}

std::string new_code() {
    // Without 0, 1, I and O, which look alike.
    auto const signs = random_signs("23456789ABCDEFGHJKLMNPQRSTUVWXYZ", 25);
    std::string code;
    for (std::size_t at = 0; at < signs.size(); at += 5) code += (at ? "-" : "") + signs.substr(at, 5);
    return code;
}

std::string plain_code(std::string_view typed) {
    return codec::typed_code(typed);
}

std::string new_cookie() {
    return random_signs("0123456789abcdefghijklmnopqrstuvwxyz", 6);
}

std::string new_name() {
    constexpr std::array<std::string_view, 16> names{"Asahi",  "Chidori", "Hinata", "Ibuki", "Kaede", "Kasumi",
                                                     "Koharu", "Minato",  "Nagi",   "Oboro", "Suzu",  "Tsubasa",
                                                     "Wakaba", "Yayoi",   "Yuzuki", "Zen"};
    std::array<std::uint8_t, 1> byte{};
    random_bytes(byte);
    return std::string(names.at(byte[0] % names.size()));
}

} // namespace tefuda::server
