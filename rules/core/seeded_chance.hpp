// A verifiable random stream, derived from the server seed and the entropy of each seat (protocol/PROTOCOL.md,
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

/// std::nullopt unless `hex` consists of 64 hex digits, in either case.
std::optional<Bytes32> bytes32_from_hex(std::string_view hex);

/// SHA-256 of the server seed. The room publishes it before anybody can join.
Bytes32 commitment_of(Bytes32 const& server_seed);

/// SHA-256(server_seed ‖ H(e0) ‖ H(e1) ‖ …), where H(e) is SHA-256 of a seat's entropy in UTF-8.
Bytes32 final_seed_of(Bytes32 const& server_seed, std::span<std::string const> entropies);

/// The random stream of a final seed. Block i is SHA-256(final_seed ‖ i as 8 big-endian bytes); each block gives four
/// big-endian 64-bit words.
class SeededChance final : public Chance {
public:
    explicit SeededChance(Bytes32 const& final_seed) : seed_(final_seed) {}

    /// An unbiased random number from 0 to n−1. \pre n > 0
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
