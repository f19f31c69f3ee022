// A match as data: everything needed to play it again, action by action.
#pragma once

#include "protocol/client_message.hpp"
#include "rules/core/seeded_chance.hpp"
#include "server/match/continuation.hpp"
#include "server/match/match.hpp"
#include "server/match/match_actions.hpp"
#include "server/match/seat_owner.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace tefuda::server {

/// Everything that is decided before the first action.
struct MatchSetup {
    Game const* game = nullptr;
    std::string_view options; ///< complete, JSON text, interned by `intern_options`
    std::vector<std::string> names;
    std::vector<std::string> entropies; ///< the players' entropy, one for each seat
    Bytes32 server_seed{};
    std::vector<Cards> fixed_shuffles; ///< test deals only: the outcomes of the first shuffles
    std::vector<SeatOwner> players{};  ///< by seat; empty where no seat has one
    std::optional<int> board{};        ///< the day of the board that it plays, in days since 1970
    /// Where the match goes on from another one, whose seed and entropies it has; else null.
    std::shared_ptr<Continuation const> from{};
    /// For each seat the level of the built-in bot that has it, if one has; empty in older matches.
    std::vector<Nullable<BotLevel>> bots{};

    int seats() const { return static_cast<int>(entropies.size()); }
    /// The players as they are written.
    std::optional<std::vector<Nullable<SeatPlayer>>> written_players() const;
};

struct MatchRecord {
    std::string room;
    int number = 1; ///< counts the room's matches, from 1
    MatchSetup setup;
    /// The seats' decision numbers before this match: they count on from match to match.
    SeatList<std::int64_t> decisions_before;
    /// Its own: without those of the match from which it goes on.
    MatchActions actions;
};

/// The actions of a record are not what the rules allow.
class UnplayableMatch : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The match from its deal on: `from` is null, and the actions before that moment are among its own.
MatchRecord whole(MatchRecord record);

/// The replay of a match, JSON text (format tefuda-replay/1). Plays the match again. \pre the match is over
std::string replay_of(MatchRecord const& record);

} // namespace tefuda::server
