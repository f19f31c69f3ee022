#pragma once

#include "protocol/codec/json_text.hpp"
#include "rules/core/seeded_chance.hpp"

#include <span>
#include <string>
#include <vector>

namespace tefuda::server {

/// The chance of a match on the server: the stream of its seeds, with a test deal's shuffles in place of the first
/// ones. A replaced draw still takes its words from the stream; from the first shuffle that doesn't fit on, the
/// stream's outcomes hold.
class MatchChance final : public Chance {
public:
    MatchChance(Bytes32 const& server_seed, std::span<std::string const> entropies,
                std::vector<Cards> const& fixed_shuffles)
        : stream_(final_seed_of(server_seed, entropies)), fixed_(fixed_shuffles.begin(), fixed_shuffles.end()) {}

    /// From now on writes each outcome, as a replay shows it, one after the other with commas.
    void record_to(codec::JsonText& record) { record_ = &record; }

    /// How many shuffles were replaced so far.
    int replaced() const { return static_cast<int>(replaced_); }

private:
    void do_shuffle(Cards& cards) override;
    Seats do_order(int n) override;
    int do_pick(int n) override;

    SeededChance stream_;
    std::vector<Cards> fixed_;
    std::size_t replaced_ = 0;
    codec::JsonText* record_ = nullptr;
};

} // namespace tefuda::server
