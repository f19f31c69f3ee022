// What a room asks the journal to store, and what it gets back. The journal knows these types, but neither rooms nor
// games. All of them own what they hold.
#pragma once

#include "protocol/codec/described.hpp"
#include "protocol/server_message.hpp"
#include "rules/core/cards.hpp"
#include "server/match/evening.hpp"
#include "server/match/match_actions.hpp"

#include <boost/describe/class.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tefuda::server {

/// A seat as it is stored.
struct SavedSeat {
    SeatKind kind = SeatKind::empty;
    std::string name;
    std::string entropy;
    std::optional<std::string> token_hash; ///< SHA-256 of the token that resumes this seat, lower-case hex
    bool bot_plays = false;
    BotLevel level = BotLevel::easy;
    bool wants_rematch = false;
    UpdateMode updates = UpdateMode::full;
    std::optional<SeatPlayer> player{};            ///< who has the seat; absent: nobody, also in older rooms
    std::optional<std::string> older_token_hash{}; ///< of the token before, if it is good still
    /// Which seat of the match that ended last was this one's; null: none; absent: that with its own number.
    std::optional<Nullable<Seat>> match_seat{};
    std::optional<int> line{}; ///< of the sheet of the evening; absent: it has none

    friend bool operator==(SavedSeat const&, SavedSeat const&) = default;
};
BOOST_DESCRIBE_STRUCT(SavedSeat, (),
                      (kind, name, entropy, token_hash, bot_plays, level, wants_rematch, updates, player,
                       older_token_hash, match_seat, line))

/// What the banks of the match that is on had left in the middle of a decision.
struct SavedBanks {
    double match = 1;
    double actions = 0;       ///< how many the match had then: with more of them this is no longer true
    std::vector<double> left; ///< ms for each seat

    friend bool operator==(SavedBanks const&, SavedBanks const&) = default;
};
BOOST_DESCRIBE_STRUCT(SavedBanks, (), (match, actions, left))

/// Whose board a room is, and of which day.
struct SavedBoard {
    double day = 0; ///< since 1970
    std::string player;
    bool is_human = true;

    friend bool operator==(SavedBoard const&, SavedBoard const&) = default;
};
BOOST_DESCRIBE_STRUCT(SavedBoard, (), (day, player, is_human))

/// An action of another match, from which a match goes on.
struct SavedAction {
    Seat seat{0};
    codec::RawObject action;
    double ms = 0;
    std::optional<bool> by_bot{}; ///< true: a built-in bot acted in place of the seat's player

    friend bool operator==(SavedAction const&, SavedAction const&) = default;
};
BOOST_DESCRIBE_STRUCT(SavedAction, (), (seat, action, ms, by_bot))

/// The moment of another match from which a match goes on; complete, because that match may be deleted.
struct SavedContinuation {
    std::string room;
    int match = 1;
    std::vector<std::string> entropies;
    std::vector<SavedAction> actions;

    friend bool operator==(SavedContinuation const&, SavedContinuation const&) = default;
};
BOOST_DESCRIBE_STRUCT(SavedContinuation, (), (room, match, entropies, actions))

/// A room as it is stored, without its matches.
struct SavedRoom {
    std::string game;
    codec::RawObject options; ///< complete
    bool is_public = false;
    std::optional<ClockSetting> clock;
    std::vector<Cards> fixed_shuffles; ///< only in a test deal: the first shuffles of the first match
    std::vector<SavedSeat> seats;
    std::optional<Seat> host;
    RoomStatus status = RoomStatus::waiting;
    int match = 1;           ///< the number of the match that is on, else of the next one
    std::string server_seed; ///< of `match`, lower-case hex
    /// For each seat, the decision number reached when the last match ended; those of closed seats behind the others'.
    std::vector<double> decisions;
    std::optional<double> created; ///< microseconds since 1970; absent in rooms of older versions
    std::optional<bool> hints;     ///< absent: false, also in rooms that were stored before there were hints
    std::optional<SavedBanks> banks;
    std::optional<bool> fixed; ///< true: the first match has a test deal
    /// True: the operator has closed it. Nobody comes in any more; the matches that had ended stay.
    std::optional<bool> closed{};
    std::optional<bool> no_chat{};       ///< true: nobody can chat
    std::optional<bool> no_spectators{}; ///< true: nobody can watch
    std::optional<SavedBoard> board{};   ///< absent: it is none
    /// From where the first match is to go on; absent once it has begun.
    std::optional<SavedContinuation> from{};
    std::optional<ReplayFrom> first_from{}; ///< the same without its actions, also when the match has begun
    /// The seats of players who are away, and for whom the match waits; absent: none.
    std::optional<std::vector<Seat>> awaited{};
    std::optional<std::string> call{}; ///< the link to where the room talks; absent: none
    std::optional<Evening> evening{};  ///< absent: no match has ended since there are sheets

    friend bool operator==(SavedRoom const&, SavedRoom const&) = default;
};
BOOST_DESCRIBE_STRUCT(SavedRoom, (),
                      (game, options, is_public, clock, fixed_shuffles, seats, host, status, match, server_seed,
                       decisions, created, hints, banks, fixed, closed, no_chat, no_spectators, board, from, first_from,
                       awaited, call, evening))

/// A match as it is stored when it begins.
struct SavedSetup {
    std::string game;
    codec::RawObject options;
    std::vector<std::string> names;
    std::vector<std::string> entropies;
    std::string server_seed;
    std::vector<Cards> fixed_shuffles;
    std::vector<double> decisions_before;
    std::optional<std::vector<Nullable<SeatPlayer>>> players{}; ///< by seat; absent where no seat has one
    std::optional<double> board{};                              ///< the day of its board; absent: it plays none
    std::optional<SavedContinuation> from{};                    ///< from where the match goes on
    /// By seat the levels of the built-in bots; absent in older matches.
    std::optional<std::vector<Nullable<BotLevel>>> bots{};

    friend bool operator==(SavedSetup const&, SavedSetup const&) = default;
};
BOOST_DESCRIBE_STRUCT(SavedSetup, (),
                      (game, options, names, entropies, server_seed, fixed_shuffles, decisions_before, players, board,
                       from, bots))

/// The room as it is now, without its matches. The first one creates the room.
struct RoomSaved {
    SavedRoom room;
    friend bool operator==(RoomSaved const&, RoomSaved const&) = default;
};

struct MatchBegun {
    int number = 1;
    SavedSetup setup;
    friend bool operator==(MatchBegun const&, MatchBegun const&) = default;
};

/// An accepted action: it is appended to the match's actions.
struct ActionTaken {
    int match = 1;
    Seat seat;
    std::string action;              ///< JSON text of an object
    std::int64_t ms = 0;             ///< since the match began
    std::vector<std::int64_t> banks; ///< each seat's remaining bank time, in ms; empty without clocks
    std::int64_t number;             ///< the match's actions are numbered from 1
    bool by_bot;                     ///< a built-in bot acted in place of the seat's player
    friend bool operator==(ActionTaken const&, ActionTaken const&) = default;
};

struct MatchEnded {
    int number = 1;
    friend bool operator==(MatchEnded const&, MatchEnded const&) = default;
};

/// Who has a seat in a room; the newest one counts.
struct RoomPlayers {
    std::vector<std::string> ids;     ///< each once
    bool is_over = false;             ///< the room has finished
    std::vector<std::string> lines{}; ///< who has a line on the sheet of the evening, but no seat, each once
    friend bool operator==(RoomPlayers const&, RoomPlayers const&) = default;
};

/// \tparam Room its seats and the lines of its evening, as they are in memory or in the store
template <class Room>
RoomPlayers players_of(Room const& room) {
    RoomPlayers players;
    auto& ids = players.ids;
    auto const is_new = [&](auto const& of) { return of.player && std::ranges::find(ids, of.player->id) == ids.end(); };
    for (auto const& seat : room.seats)
        if (is_new(seat)) ids.push_back(seat.player->id);
    if (room.evening)
        for (auto const& line : room.evening->lines)
            if (is_new(line)) players.lines.push_back(line.player->id);
    // Rooms of nobody are alike.
    players.is_over = !ids.empty() && room.status == RoomStatus::finished;
    return players;
}

/// The match is deleted: its record is damaged.
struct MatchRemoved {
    int number = 1;
    friend bool operator==(MatchRemoved const&, MatchRemoved const&) = default;
};

/// What is kept of a match that has ended, also when the match is deleted.
struct ResultSaved {
    struct Played {
        std::string player; ///< its id
        bool won = false;
        friend bool operator==(Played const&, Played const&) = default;
    };
    int match = 1;
    std::int64_t ended = 0; ///< microseconds since 1970
    std::string game;
    std::string text;            ///< JSON of SavedResult
    std::vector<Played> players; ///< each once
    friend bool operator==(ResultSaved const&, ResultSaved const&) = default;
};

/// A player begins the board of a day, in a room that is made with this: the store takes it, and the room, only where
/// the player has not begun this board before.
struct BoardBegun {
    int day = 0; ///< since 1970
    std::string game;
    std::string player; ///< its id
    bool is_human = true;
    friend bool operator==(BoardBegun const&, BoardBegun const&) = default;
};

/// The room's player has finished the board.
struct BoardEnded {
    std::int64_t margin = 0;
    friend bool operator==(BoardEnded const&, BoardEnded const&) = default;
};

/// The room and its matches are deleted.
struct RoomRemoved {
    friend bool operator==(RoomRemoved const&, RoomRemoved const&) = default;
};

using Change = std::variant<RoomSaved, MatchBegun, ActionTaken, MatchEnded, RoomRemoved, RoomPlayers, ResultSaved,
                            MatchRemoved, BoardBegun, BoardEnded>;

/// The epoch of a room that nobody has claimed: what is committed with it is stored only while that is so.
inline constexpr std::int64_t unclaimed = 0;
/// The epoch of a new room, for the server that makes it.
inline constexpr std::int64_t first_epoch = 1;

/// Changes of one room that belong together: all of them are stored, or none.
struct Transaction {
    std::string room; ///< its code
    /// Empty: only whether the room is still this server's is checked.
    std::vector<Change> changes;
    /// Of the room's claim.
    std::int64_t epoch = unclaimed;
    /// The first transaction of a new room.
    bool creates = false;

    friend bool operator==(Transaction const&, Transaction const&) = default;
};

/// A match as it was stored.
struct StoredMatch {
    int number = 1;
    SavedSetup setup;
    MatchActions actions;
    std::vector<std::int64_t> banks; ///< after the last action, in ms; empty without clocks, and when the match is over

    friend bool operator==(StoredMatch const&, StoredMatch const&) = default;
};

/// A match that can't be read.
struct StoredDamage {
    int match = 1;        ///< its number
    std::string sentence; ///< for the server's operator

    friend bool operator==(StoredDamage const&, StoredDamage const&) = default;
};

/// A room as it was stored.
struct StoredRoom {
    std::string code;
    SavedRoom room;
    std::optional<StoredMatch> last_match; ///< the newest, whether it is on or over
    std::optional<StoredDamage> damage{};  ///< of the newest match; then there is no `last_match`

    friend bool operator==(StoredRoom const&, StoredRoom const&) = default;
};

} // namespace tefuda::server
