// Changes grouped by room and match, so that a fold writes as few rows as possible.
#pragma once

#include "server/match/match_actions.hpp"
#include "server/store/sqlite/transaction_codec.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tefuda::server {

struct MatchChanges {
    int number = 1;
    std::optional<std::string> setup; ///< JSON; only if the match begins here
    MatchActions actions;             ///< these are appended
    std::string banks;                ///< after the last action, as banks_to_json
    bool ended = false;
};

struct RoomChanges {
    bool removed = false;             ///< the room as it was before is deleted, then come the other changes
    std::optional<std::string> state; ///< JSON; only if the room was saved
    bool finished = false;            ///< \pre state
    std::vector<MatchChanges> matches;
    std::vector<int> removed_matches;   ///< numbers of matches that were there before
    std::optional<RoomPlayers> players; ///< only if they have changed
    std::vector<ResultSaved> results;   ///< also of a room that was removed then
    std::optional<BoardBegun> board;    ///< as the results
    std::optional<BoardEnded> board_end;

    void add(EncodedRoom const& saved);
    void add(EncodedMatch const& begun);
    void add(EncodedAction const& taken);
    void add(MatchEnded const& ended);
    void add(RoomRemoved const&);
    void add(MatchRemoved const& match) { removed_matches.push_back(match.number); }
    void add(RoomPlayers const& now) { players = now; }
    void add(ResultSaved const& result) { results.push_back(result); }
    void add(BoardBegun const& begun) { board = begun; }
    void add(BoardEnded const& ended) { board_end = ended; }

private:
    MatchChanges& match(int number);
};

/// All rooms with changes, by code.
class ChangesByRoom {
public:
    void add(std::string_view room, EncodedChange const& change);

    bool empty() const { return rooms_.empty(); }
    auto begin() const { return rooms_.begin(); }
    auto end() const { return rooms_.end(); }
    /// Null if there are none.
    RoomChanges const* find(std::string_view room) const;

private:
    struct Hash : std::hash<std::string_view> {
        using is_transparent = void;
    };
    std::unordered_map<std::string, RoomChanges, Hash, std::equal_to<>> rooms_;
};

} // namespace tefuda::server
