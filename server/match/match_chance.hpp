// The source of random outcomes for a match on the server.
#pragma once

#include "protocol/codec/json_text.hpp"
#include "rules/core/seeded_chance.hpp"

#include <span>
#include <string>
#include <vector>

namespace tefuda::server {

/// The random stream of the match's seeds, in which a test deal may replace the outcomes of the first shuffles. A
/// replaced shuffle still consumes random words, so later outcomes do not depend on it. The first fixed shuffle whose
/// cards are not those to be shuffled ends the replacement.
class MatchChance final : public Chance {
public:
    MatchChance(Bytes32 const& server_seed, std::span<std::string const> entropies,
                std::vector<Cards> const& fixed_shuffles)
        : stream_(final_seed_of(server_seed, entropies)), fixed_(fixed_shuffles.begin(), fixed_shuffles.end()) {}

    /// From now on appends each outcome to `record`, in the replay's format, separated by commas. Non-owning: `record`
    /// must outlive this object.
    void record_to(codec::JsonText& record) { record_ = &record; }

    /// Number of shuffles replaced so far.
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
