// A room: its seats, its spectators, and the match that is on. The rules of protocol/PROTOCOL.md about rooms are here.
#pragma once

#include "server/room/room_data.hpp"
#include "server/room/room_state.hpp"

#include <string>
#include <variant>
#include <vector>

namespace tefuda::server {

/// A client's message to a room.
using RoomMessage = std::variant<Join, Resume, Leave, Move, Start, Fill, Kick, Rematch, ChangeTable, Act, Chat, SetCall,
                                 Advise, Report, NewEvening>;

/// One room. It is told what happens, one thing after the other, and answers with Effects; it never waits. A refused
/// message changes nothing. Not thread-safe. Its commands are in SeatCommands, MatchCommands, TableCommands and
/// TalkCommands.
class Room {
public:
    /// \param stored whether a journal keeps the room; if not, its effects have no changes, and all its finished
    /// matches stay in memory
    Room(RoomSetting setting, std::optional<Bytes32> fixed_seed, RandomBytes random, bool stored);
    /// Takes up a room that was stored; nobody is connected. Where its newest match is damaged, it is given up.
    /// \throws UnplayableMatch where the match can't be played again
    Room(RoomRecord record, RandomBytes random, TimePoint now);

    /// Seats built-in bots in a new room. \param levels for each seat, null where none sits
    void seat_bots(std::vector<Nullable<BotLevel>> const& levels);

    /// The effects of a room's beginning, new or taken up: it is stored, bots are asked, and where only bots sit the
    /// first match begins.
    Effects wake(TimePoint now);

    /// Begins a transaction: `roll_back` returns to the room as it is now.
    /// \param now what the clock on the wall says, for all that the transaction notes
    void begin_transaction(WallTime now) { data_.begin_transaction(now); }
    /// The transaction's effects are published: it can't be rolled back any more.
    void commit_transaction() { data_.commit_transaction(); }
    /// Takes the room back to the beginning of the transaction: its match is played again, as after a restart.
    void roll_back(TimePoint now) { data_.roll_back(now); }

    /// Whose the host's seat is; null: nobody's.
    SeatOwner host() const { return state().host ? state().seats[*state().host].player : nullptr; }

    /// \pre the host has not blocked whoever joins
    Effects handle(ParticipantPtr const& from, MessageId const& id, RoomMessage const& message, TimePoint now);
    /// A connection is gone, whatever it was here.
    Effects disconnect(ParticipantPtr const& client, TimePoint now);
    /// This player is gone for good: leaves its seats, which are nobody's then.
    Effects remove_player(std::string const& id, TimePoint now);
    /// Somebody in it may have another name by the operator now: everybody is told.
    Effects show_names(TimePoint now);
    /// The operator kicks a seat, as a host would. \param answer why nothing has changed, if so
    Effects kick(codec::WholeNumber const& seat, TimePoint now, OrRejection<>& answer);
    /// The operator closes the room: everybody is told, and nobody comes in any more. A match that is on has no result;
    /// those that have ended stay in the store. \param message says why
    Effects close_for_good(std::string const& message, TimePoint now);
    /// Whether the store has the room.
    bool is_stored() const { return data_.is_stored(); }
    /// Whether a match has ended here.
    bool has_ended_match() const { return state().match > 1; }
    /// When a client's message was last carried out here; before that, when the room was made or taken up.
    TimePoint heard_at() const { return heard_at_; }
    ChatLog const& chat_log() const { return data_.contents().chat_log; }
    /// A bot's answer to a BotTask (nothing: it does not act); no effect where the decision is no longer that bot's to
    /// make.
    Effects bot_moved(Seat seat, std::int64_t decision, std::optional<std::string> const& action, TimePoint now);
    /// A bot's answer to an AdviceRequest; it tells nothing where the decision has changed meanwhile.
    Effects advise(AdviceRequest const& request, std::optional<Consideration> const& consideration);
    /// Hands the decisions whose time is up to bots, and carries out the timed moves that are due.
    Effects check_clock(TimePoint now);
    void set_intake(Intake intake) { data_.set_intake(intake); }

    /// When a decision's time is up, or a timed move is due.
    std::optional<TimePoint> deadline() const;
    /// When `check_clock` is due: at the deadline, while a bank is used now and then, so that a crash does not give
    /// back what was used, when a new number of spectators is to be sent, and when the clock is to stop.
    std::optional<TimePoint> next_check() const;

    RoomState const& state() const { return data_.state(); }
    /// The newest one, on or over.
    std::optional<RoomMatch> const& match() const { return data_.match(); }
    /// Of the room's game.
    GameMetrics& counts() const { return data_.metrics(); }
    Presence const& presence() const { return data_.presence(); }
    RoomSummary summary() const;
    /// Counts how often `room` went out to everybody: while it is the same, so is the summary.
    int version() const { return data_.contents().version; }

    /// A finished match's record; null for one that is still on, never was, or is in the store alone.
    MatchRecord const* finished_match(int number) const { return data_.matches().finished(number); }
    bool is_being_played(int number) const { return state().playing() && number == state().match; }
    /// The match that is on, from its deal, for whose own it is: all other seats are built-in bots', and it is no
    /// board. Nothing for anybody else. \param who has the seat, by this connection or as its player
    std::optional<MatchRecord> own_match(ParticipantPtr const& who) const;

    /// Whether anybody ever had a seat here.
    bool was_used() const { return state().was_used(); }
    /// Whether not every seat is a bot's.
    bool has_human() const { return state().has_human(); }
    /// Whether nothing happens here until somebody comes. Where all seats are bots', they play only while somebody is
    /// connected.
    bool is_at_rest() const;
    /// To be stored before the room leaves the memory: the age of a room whose match is on counts from then.
    std::vector<Change> checkpoint() const;

private:
    /// Carries out a command of the room's own, and has the room stored where it has changed.
    template <class Step>
    Effects run(TimePoint now, Step const& step);
    OrRejection<> on(CommandContext& command, Advise const& message);

    RoomData data_;
    TimePoint heard_at_{};
};

} // namespace tefuda::server
