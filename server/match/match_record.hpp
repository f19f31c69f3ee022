// A match as data: everything needed to play it again, action by action.
#pragma once

#include "protocol/client_message.hpp"
#include "rules/core/seeded_chance.hpp"
#include "server/match/match.hpp"
#include "server/match/match_actions.hpp"
#include "server/match/seat_owner.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tefuda::server {

/// With what the match that goes on takes from there, but for the server's seed. Immutable; rooms share it.
class Continuation {
public:
    /// \param match number of the finished match in its room
    /// \param entropies its players', by seat
    /// \param actions its first ones, up to that moment
    Continuation(std::string room, int match, std::vector<std::string> entropies, MatchActions actions)
        : room_(std::move(room)), match_(match), entropies_(std::move(entropies)), actions_(std::move(actions)) {
        bytes_.set(actions_.bytes().capacity());
    }

    std::string const& room() const { return room_; }
    int match() const { return match_; }
    std::vector<std::string> const& entropies() const { return entropies_; }
    MatchActions const& actions() const { return actions_; }

private:
    std::string room_;
    int match_;
    std::vector<std::string> entropies_;
    MatchActions actions_;
    MatchBytes bytes_;
};

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
struct UnplayableMatch : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The match from its deal on: `from` is null, and the actions before that moment are among its own.
MatchRecord whole(MatchRecord record);

/// The replay of a match, JSON text (format tefuda-replay/1). Plays the match again. \pre the match is over
std::string replay_of(MatchRecord const& record);

} // namespace tefuda::server
