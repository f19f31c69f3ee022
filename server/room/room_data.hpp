// All that a room has: who sits in it, its matches, and what its commands share.
#pragma once

#include "server/room/chat_log.hpp"
#include "server/room/effects.hpp"
#include "server/room/presence.hpp"
#include "server/room/room_match.hpp"
#include "server/room/room_state.hpp"
#include "server/room/transactional.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>

namespace tefuda::server {

/// Fills bytes from the operating system's generator (a test: from its own).
using RandomBytes = std::function<void(std::span<std::uint8_t>)>;

/// What a room still takes where its server is about to stop.
enum class Intake {
    all,
    no_people,   ///< nobody joins
    nothing_new, ///< nor does a match begin
};

/// One command at work: who sent it, when, and its effects so far.
struct CommandContext {
    ParticipantPtr const& from; ///< null for a command of the room's own
    MessageId const& id;
    TimePoint now;
    Effects& effects;
};

/// What a command may change besides the match that is on.
struct RoomContents {
    RoomState state;
    Presence presence;
    ChatLog chat_log{};
    /// Counts how often `room` went out to everybody.
    int version = 0;
    /// SHA-256 of the newest `room` that went out to everybody, but for the number of spectators.
    std::optional<Bytes32> last_info{};
    /// That number, and when another one may be sent alone.
    std::size_t last_spectators = 0;
    TimePoint next_spectators{};
    bool is_saved = false; ///< the store has the room
    /// Matches in a row that began while no person was connected, but a program.
    int matches_alone = 0;
};

/// Not thread-safe.
class RoomData {
public:
    /// \param stored whether the store has the room, not only what outlasts it
    RoomData(RandomBytes random, bool stored, RoomContents contents);

    RoomContents const& contents() const { return *contents_; }
    RoomState const& state() const { return contents_->state; }
    Presence const& presence() const { return contents_->presence; }
    /// To be changed: the transaction's first change takes the savepoint.
    RoomContents& change() { return contents_.change(); }
    RoomState& change_state() { return change().state; }
    Presence& change_presence() { return change().presence; }

    std::optional<RoomMatch> const& match() const { return matches_.newest(); }
    /// \pre there is one
    RoomMatch& change_match() { return matches_.change(); }
    RoomMatches& matches() { return matches_; }
    RoomMatches const& matches() const { return matches_; }

    /// \param now see `wall`
    void begin_transaction(WallTime now);
    /// What the clock on the wall said when the transaction began.
    WallTime wall() const { return wall_; }
    /// The transaction's effects are published: it can't be rolled back any more.
    void commit_transaction();
    /// Back to the beginning of the transaction: the match is played again, as after a restart.
    void roll_back(TimePoint now);

    /// To be stored, also where the room is not: it outlasts the room.
    void emit(Effects& effects, Change change) const;
    /// Has the room stored, if it is not as the store will have it.
    void save_if_changed(Effects& effects);

    RoomMessages messages() const { return {state(), presence(), match()}; }
    /// `room` to everybody if it has changed, else only to this client (if any). Where the number of spectators alone
    /// has changed, everybody is told once a second at most: `room_due` says when.
    void send_room(CommandContext& command, ParticipantPtr const& to = nullptr);
    std::optional<TimePoint> room_due() const;

    /// When the match's clock is to stop: an hour after the last connection was lost. Nothing where somebody is here,
    /// or no clock runs.
    std::optional<TimePoint> clock_stops() const;
    void send_room_to_all(CommandContext& command);

    bool is_stored() const { return is_stored_; }
    /// Of the room's game.
    GameMetrics& metrics() const;
    void fill_random(std::span<std::uint8_t> bytes) { random_(bytes); }
    /// As Room's.
    void set_intake(Intake intake) { intake_ = intake; }
    bool takes_people() const { return intake_ == Intake::all; }
    bool begins_matches() const { return intake_ != Intake::nothing_new; }

private:
    void commit_contents();
    void forget_stored();
    void update_awaited();
    void save_players(RoomState const& before, Effects& effects);

    RandomBytes random_;
    /// The game whose metrics were asked for last, and these: to find them takes a lock.
    mutable std::pair<Game const*, GameMetrics*> metrics_{};
    bool is_stored_;
    Intake intake_ = Intake::all;
    WallTime wall_{};
    Transactional<RoomContents> contents_;
    std::shared_ptr<Spectators> spectators_; ///< of all copies of the contents
    RoomMatches matches_;
    /// The room as the transaction has it stored last; null where it has not.
    std::unique_ptr<SavedRoom> saved_;
    /// Who has a seat, as the transaction has noted it last; null where it has not.
    std::unique_ptr<RoomPlayers> noted_;
};

} // namespace tefuda::server
