#include "rules/core/seeded_chance.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tefuda {

// The one-shot function SHA256() looks up the algorithm on every call, which takes longer than hashing a seed.
Bytes32 sha256(std::span<std::uint8_t const> bytes) {
    static auto const* const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    thread_local std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> const context(EVP_MD_CTX_new(),
                                                                                       EVP_MD_CTX_free);
    Bytes32 digest;
    if (EVP_DigestInit_ex2(context.get(), algorithm, nullptr) != 1 ||
        EVP_DigestUpdate(context.get(), bytes.data(), bytes.size()) != 1 ||
        EVP_DigestFinal_ex(context.get(), digest.data(), nullptr) != 1)
        throw std::runtime_error("SHA-256 failed");
    return digest;
}

std::string to_hex(std::span<std::uint8_t const> bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string hex(bytes.size() * 2, '0');
    for (auto at = hex.begin(); auto const byte : bytes) {
        *at++ = digits[byte >> 4];
        *at++ = digits[byte & 15];
    }
    return hex;
}

std::optional<Bytes32> bytes32_from_hex(std::string_view hex) {
    auto const digit = [](char c) -> int {
        if (c >= '0' && c <= '9') return c - '0';
        if (c >= 'a' && c <= 'f') return c - 'a' + 10;
        if (c >= 'A' && c <= 'F') return c - 'A' + 10;
        return -1;
    };
    Bytes32 bytes;
    if (hex.size() != bytes.size() * 2) return std::nullopt;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        auto const high = digit(hex[2 * i]);
        auto const low = digit(hex[2 * i + 1]);
        if (high < 0 || low < 0) return std::nullopt;
        bytes[i] = static_cast<std::uint8_t>(high * 16 + low);
    }
    return bytes;
}

Bytes32 commitment_of(Bytes32 const& server_seed) {
    return sha256(server_seed);
}

Bytes32 final_seed_of(Bytes32 const& server_seed, std::span<std::string const> entropies) {
    std::vector<std::uint8_t> bytes(server_seed.begin(), server_seed.end());
    for (auto const& entropy : entropies) {
        auto const digest = sha256({reinterpret_cast<std::uint8_t const*>(entropy.data()), entropy.size()});
        bytes.insert(bytes.end(), digest.begin(), digest.end());
    }
    return sha256(bytes);
}

std::uint64_t SeededChance::next_word() {
    if (words_left_ == 0) {
        std::array<std::uint8_t, 40> input;
        std::copy(seed_.begin(), seed_.end(), input.begin());
        for (int i = 0; i < 8; ++i) input[32 + i] = static_cast<std::uint8_t>(next_block_ >> (56 - 8 * i));
        block_ = sha256(input);
        ++next_block_;
        words_left_ = 4;
    }
    auto const at = static_cast<std::size_t>(4 - words_left_) * 8;
    --words_left_;
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < 8; ++i) word = word << 8 | block_[at + i];
    return word;
}

std::uint64_t SeededChance::uniform(std::uint64_t n) {
    // Rejection sampling: words from 2^64 − (2^64 mod n) on would make small results more likely. In 64-bit arithmetic
    // 2^64 mod n is (−n) mod n.
    auto const excess = (0 - n) % n;
    auto word = next_word();
    while (excess != 0 && word >= 0 - excess) word = next_word();
    return word % n;
}

void SeededChance::do_shuffle(Cards& cards) {
    for (auto i = cards.size() - 1; i >= 1; --i) std::swap(cards[i], cards[uniform(i + 1)]);
}

Seats SeededChance::do_order(int n) {
    auto seats = all_seats(n);
    for (auto i = seats.size() - 1; i >= 1; --i) std::swap(seats[i], seats[uniform(i + 1)]);
    return seats;
}

int SeededChance::do_pick(int n) {
    return static_cast<int>(uniform(static_cast<std::uint64_t>(n)));
}

} // namespace tefuda
