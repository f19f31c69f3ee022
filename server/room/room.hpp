// A room: its seats, its spectators, and the match that is on. The rules of protocol/PROTOCOL.md about rooms are here.
#pragma once

#include "server/room/chat_log.hpp"
#include "server/room/effects.hpp"
#include "server/room/presence.hpp"
#include "server/room/room_match.hpp"
#include "server/room/room_messages.hpp"
#include "server/room/room_state.hpp"

#include <functional>
#include <memory>
#include <span>
#include <variant>

namespace tefuda::server {

/// A client's message to a room.
using RoomMessage = std::variant<Join, Resume, Leave, Start, Fill, Kick, Rematch, Act, Chat, Advise>;

/// Fills bytes from the operating system's generator (a test: from its own).
using RandomBytes = std::function<void(std::span<std::uint8_t>)>;

/// A room as it was stored: with its last match, if it had one.
struct RoomRecord {
    RoomState state;
    std::optional<MatchRecord> last_match;
    std::vector<std::int64_t> banks; ///< RoomMatch::banks after the last action
};

/// One room. It is told what happens, one thing after the other, and answers with Effects; it never waits. A refused
/// message changes nothing. Not thread-safe.
class Room {
public:
    /// \param stored whether a journal keeps the room; if not, its effects have no changes, and all its finished
    /// matches stay in memory
    Room(RoomSetting setting, std::optional<Bytes32> fixed_seed, RandomBytes random, bool stored);
    /// Takes up a room that was stored; nobody is connected.
    /// \throws std::runtime_error where its match can't be played again
    Room(RoomRecord record, RandomBytes random, TimePoint now);

    /// Seats built-in bots in a new room. \param levels for each seat, null where none sits
    void seat_bots(std::vector<Nullable<BotLevel>> const& levels);

    /// The effects of a room's beginning, new or taken up: it is stored, bots are asked, and where only bots sit the
    /// first match begins.
    Effects wake(TimePoint now);

    /// Begins a transaction: `roll_back` returns to the room as it is now.
    void begin_transaction();
    /// The transaction's effects are published: it can't be rolled back any more.
    void end_transaction();
    /// Takes the room back to the beginning of the transaction: its match is played again, as after a restart.
    void roll_back(TimePoint now);

    Effects handle(ParticipantPtr const& from, MessageId const& id, RoomMessage const& message, TimePoint now);
    /// A connection is gone, whatever it was here.
    Effects disconnect(ParticipantPtr const& client, TimePoint now);
    /// A bot's answer to a BotTask; no effect where the decision is no longer that bot's to make.
    Effects bot_moved(Seat seat, std::int64_t decision, std::string const& action, TimePoint now);
    /// A bot's answer to an AdviceRequest; it tells nothing where the decision has changed meanwhile.
    Effects advise(AdviceRequest const& request, std::optional<Consideration> const& consideration);
    /// Hands the decisions whose time is up to bots, and carries out the timed moves that are due.
    Effects check_clock(TimePoint now);
    /// From now on nobody joins: the server is stopping.
    void close() { closing_ = true; }

    /// When a decision's time is up, or a timed move is due.
    std::optional<TimePoint> deadline() const;
    /// When `check_clock` is due: at the deadline, and while a bank is used each second, so that a crash does not give
    /// back what was used.
    std::optional<TimePoint> next_check() const;

    RoomState const& state() const { return state_; }
    /// Of the room's game.
    GameMetrics& counts() const { return metrics_; }
    Presence const& presence() const { return presence_; }
    RoomSummary summary() const;
    /// Counts how often `room` went out to everybody: while it is the same, so is the summary.
    int version() const { return version_; }
    bool is_listed() const { return state_.setting.is_public && state_.status != RoomStatus::finished; }

    /// A finished match's record; null for one that is still on, never was, or is in the store alone.
    MatchRecord const* finished_match(int number) const;
    bool is_being_played(int number) const { return state_.playing() && number == state_.match; }

    /// Whether anybody ever had a seat here.
    bool was_used() const;
    /// Whether not every seat is a bot's.
    bool has_human() const;
    /// Whether nothing happens here until somebody comes. Where all seats are bots', they play only while somebody is
    /// connected.
    bool is_at_rest() const;
    /// To be stored before the room leaves the memory: the age of a room whose match is on counts from then.
    std::vector<Change> checkpoint() const;

private:
    /// One command at work: who sent it, when, and its effects so far.
    struct Turn {
        ParticipantPtr const& from;
        MessageId const& id;
        TimePoint now;
        Effects& effects;
    };
    // For a turn that no client asked for.
    inline static ParticipantPtr const nobody;
    inline static MessageId const no_id;
    using Refused = std::optional<Rejection>;

    /// The room at the beginning of a transaction.
    struct Savepoint {
        /// The newest match, 0 for none, and how many actions it had.
        int last_match = 0;
        std::size_t actions = 0;
        std::vector<std::int64_t> banks;
        /// Copied before anything changes but the match that is on.
        struct Rest {
            RoomState state;
            Presence presence;
            ChatLog chat_log;
            int version;
            std::optional<Bytes32> last_info;
            std::optional<Bytes32> last_saved;
        };
        std::unique_ptr<Rest> rest;
    };

    // Messages: each answers by itself, or is refused.
    Refused on(Turn& turn, Join const& message);
    Refused on(Turn& turn, Resume const& message);
    Refused on(Turn& turn, Leave const& message);
    Refused on(Turn& turn, Start const& message);
    Refused on(Turn& turn, Fill const& message);
    Refused on(Turn& turn, Kick const& message);
    Refused on(Turn& turn, Rematch const& message);
    Refused on(Turn& turn, Act const& message);
    Refused on(Turn& turn, Chat const& message);
    Refused on(Turn& turn, Advise const& message);

    // Seats and spectators.
    Refused join_as_spectator(Turn& turn, Join const& message);
    /// Tells a connection, if there is one, that its seat is no longer its own.
    void replace(Turn& turn, ParticipantPtr const& client) const;
    Refused check_host(Turn const& turn) const;
    /// Whether not only the host may kick the seat.
    bool may_all_kick(Seat seat, TimePoint now) const;
    /// Whether the client may take part in one room more.
    Refused check_rooms_limit(Turn const& turn) const;

    // Matches.
    void draw_seed();
    void begin_match(Turn& turn);
    /// \returns whether a match was begun: every seat is taken and, after a match, everybody asked for the next
    bool begin_match_if_ready(Turn& turn);
    /// The match has taken an action: it is to be stored and published.
    void acted(Turn& turn, Actor actor, ActionTaken taken);
    void publish_update(Turn& turn);
    void end_match(Turn& turn);
    void ask_bots(Turn& turn);
    /// Has what the banks have left stored, where it is time to.
    void note_banks(Turn& turn);

    // Storing.
    /// To be called before anything changes but the match that is on.
    void keep_rest();
    void save_if_changed(Turn& turn);

    // Messages to clients.
    RoomMessages messages() const { return {state_, presence_, match_}; }
    /// `room` to everybody if it has changed, else only to this client (if any).
    void send_room(Turn& turn, ParticipantPtr const& to = nullptr);
    void send_room_to_all(Turn& turn);
    /// To who has just come with `extras`: what was said before, and who has asked for a rematch.
    void send_missed_extras(Turn& turn) const;

    RandomBytes random_;
    std::reference_wrapper<GameMetrics> metrics_;
    bool is_stored_;
    bool closing_ = false;
    int version_ = 0;
    /// SHA-256 of the newest `room` that went out to everybody.
    std::optional<Bytes32> last_info_;
    /// SHA-256 of the room as the store has it; nothing before it is stored.
    std::optional<Bytes32> last_saved_;

    RoomState state_;
    Presence presence_;
    ChatLog chat_log_;
    std::optional<RoomMatch> match_;
    /// The finished matches before `match_` that are still in memory.
    std::vector<MatchRecord> earlier_matches_;
    Savepoint savepoint_;
};

} // namespace tefuda::server
