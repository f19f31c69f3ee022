// A match as data: everything that is needed to play it again, action by action.
#pragma once

#include "server/match/match.hpp"
#include "server/match/match_actions.hpp"
#include "server/match/text_list.hpp"
#include "rules/core/seeded_chance.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tefuda::server {

/// What a match begins with.
struct MatchSetup {
    Game const* game = nullptr;
    std::string_view options; ///< settled, JSON text, kept (keep_options)
    TextList names;
    TextList entropies; ///< one for each seat
    Bytes32 server_seed{};
    std::vector<Cards> fixed_shuffles; ///< of a test deal: outcomes of the first shuffles

    int seats() const { return static_cast<int>(entropies.size()); }
};

struct MatchRecord {
    std::string room;
    int number = 1; ///< the room's first match is 1
    MatchSetup setup;
    /// The decision numbers that the room's seats had reached before.
    SeatList<std::int64_t> decisions_before;
    MatchActions actions;
};

/// The replay of a match, a JSON text (format tefuda-replay/1). \pre the record's actions are a whole match
std::string replay_of(MatchRecord const& record);

/// Every update of a match as one observer got it, with views: a JSON list. \pre as for `replay_of`
std::string updates_of(MatchRecord const& record, Observer observer);

} // namespace tefuda::server
