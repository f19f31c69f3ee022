// The source of random outcomes for a match on the server.
#pragma once

#include "protocol/codec/json_text.hpp"
#include "rules/core/seeded_chance.hpp"
#include "rules/core/shuffle_log.hpp"

#include <span>
#include <string>
#include <vector>

namespace tefuda::server {

/// The random outcomes of a match for its replay.
struct ChanceRecord {
    codec::JsonText chance; ///< each outcome in the replay's format, separated by commas
    ShuffleLog log{{}};
    std::vector<Shuffled> shuffled; ///< for each shuffle what was shuffled
};

/// The random stream of the match's seeds, in which a test deal may replace the outcomes of the first shuffles. A
/// replaced shuffle still consumes random words, so later outcomes do not depend on it. The first fixed shuffle whose
/// cards are not those to be shuffled ends the replacement.
class MatchChance final : public Chance {
public:
    MatchChance(Bytes32 const& server_seed, std::span<std::string const> entropies,
                std::vector<Cards> const& fixed_shuffles)
        : stream_(final_seed_of(server_seed, entropies)), fixed_(fixed_shuffles.begin(), fixed_shuffles.end()) {}

    /// From now on appends each outcome to `record`. Non-owning: `record` must outlive this object.
    void record_to(ChanceRecord& record) { record_ = &record; }

    /// Number of shuffles replaced so far.
    int replaced() const { return static_cast<int>(replaced_); }

private:
    void do_shuffle(Cards& cards) override;
    Seats do_order(int n) override;
    int do_pick(int n) override;
    void do_shuffle_places(Places& places) override;

    SeededChance stream_;
    std::vector<Cards> fixed_;
    std::size_t replaced_ = 0;
    ChanceRecord* record_ = nullptr;
};

} // namespace tefuda::server
