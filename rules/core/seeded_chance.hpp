// The stream that anyone can check: how a server seed and the seats' entropies become shuffles (protocol/PROTOCOL.md,
// "Checking a deal").
#pragma once

#include "rules/core/chance.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tefuda {

/// 32 bytes: a SHA-256 digest, or a seed.
using Bytes32 = std::array<std::uint8_t, 32>;

Bytes32 sha256(std::span<std::uint8_t const> bytes);

/// Lower-case hex.
std::string to_hex(std::span<std::uint8_t const> bytes);

/// Nothing unless `hex` is 64 hex digits.
std::optional<Bytes32> bytes32_from_hex(std::string_view hex);

/// What the room publishes before anybody can take part: SHA-256 of the server seed.
Bytes32 commitment_of(Bytes32 const& server_seed);

/// SHA-256(server_seed ‖ H(e0) ‖ H(e1) ‖ …), H = SHA-256 of each seat's entropy in UTF-8 bytes.
Bytes32 final_seed_of(Bytes32 const& server_seed, std::span<std::string const> entropies);

/// Draws from the stream of a final seed: block i is SHA-256(final_seed ‖ i as 8 big-endian bytes), each block four
/// 64-bit big-endian words.
class SeededChance final : public Chance {
public:
    explicit SeededChance(Bytes32 const& final_seed) : seed_(final_seed) {}

    /// A number 0 … n−1, without bias. \pre n > 0
    std::uint64_t uniform(std::uint64_t n);

private:
    void do_shuffle(Cards& cards) override;
    Seats do_order(int n) override;
    int do_pick(int n) override;

    std::uint64_t next_word();

    Bytes32 seed_;
    Bytes32 block_{};
    std::uint64_t next_block_ = 0;
    int words_left_ = 0;
};

} // namespace tefuda
