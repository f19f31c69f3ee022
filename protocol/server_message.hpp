// Messages from server to client. Each struct is described once (Boost.Describe); its encoder and its schema are
// derived from that description. The exception is `update`, which MatchRun writes. PROTOCOL.md explains the fields.
#pragma once

#include "protocol/client_message.hpp"
#include "protocol/evening.hpp"
#include "protocol/player.hpp"
#include "protocol/replay.hpp"

#include <cstdint>

namespace tefuda {

inline constexpr int protocol_version = 1;

struct ServerIdentity {
    std::string_view name;
    std::string_view version;
};
BOOST_DESCRIBE_STRUCT(ServerIdentity, (), (name, version))

/// What a client may send; null: no limit.
struct ClientLimits {
    Nullable<double> messages_per_second;
    Nullable<double> burst; ///< messages at once
    Nullable<int> rooms;    ///< that a connection has created and in which no match has ended
    Nullable<int> seats;    ///< rooms in which a connection has a seat or watches
    Nullable<std::int64_t> message_bytes;
};
BOOST_DESCRIBE_STRUCT(ClientLimits, (), (messages_per_second, burst, rooms, seats, message_bytes))

struct Welcome {
    static constexpr std::string_view type = "welcome";
    int protocol;
    ServerIdentity server;
    std::vector<std::string_view> games;
    ClientLimits limits;
    std::optional<Nullable<Player>> you; ///< null: nobody; absent where the server knows no players
};
BOOST_DESCRIBE_STRUCT(Welcome, (), (protocol, server, games, limits, you))

/// The event of the first update of a match that goes on from another one.
struct ContinuedEvent {
    static constexpr std::string_view type = "continued";
    std::string room;
    int match;
    std::int64_t actions; ///< that were played there before this moment
};
BOOST_DESCRIBE_STRUCT(ContinuedEvent, (), (room, match, actions))

struct Ok {
    static constexpr std::string_view type = "ok";
    MessageId re;
    std::optional<std::int64_t> seq;
};
BOOST_DESCRIBE_STRUCT(Ok, (), (re, seq))

struct Pong {
    static constexpr std::string_view type = "pong";
    MessageId re;
};
BOOST_DESCRIBE_STRUCT(Pong, (), (re))

struct ErrorDetails {
    std::optional<int> retry_after_ms{};
    std::optional<Nullable<std::string>> until{}; ///< when a sanction ends, as 2026-11-26T05:00:00Z; null: never
    std::optional<std::string> room{};            ///< in which the player has the board
    std::optional<NameFault> reason{};            ///< what is wrong with a name
    std::optional<std::vector<int>> seats{};      ///< the numbers of seats with which the game can be played
};
BOOST_DESCRIBE_STRUCT(ErrorDetails, (), (retry_after_ms, until, room, reason, seats))

struct Error {
    static constexpr std::string_view type = "error";
    MessageId re;
    ErrorCode code;
    std::string message;
    std::optional<ErrorDetails> details;
};
BOOST_DESCRIBE_STRUCT(Error, (), (re, code, message, details))

struct Created {
    static constexpr std::string_view type = "created";
    MessageId re;
    std::string room;
    std::string commitment;
};
BOOST_DESCRIBE_STRUCT(Created, (), (re, room, commitment))

struct Joined {
    static constexpr std::string_view type = "joined";
    MessageId re;
    std::string room;
    Nullable<Seat> seat;              ///< null for a spectator
    std::optional<std::string> token; ///< absent for a spectator
};
BOOST_DESCRIBE_STRUCT(Joined, (), (re, room, seat, token))

enum class RoomStatus : std::uint8_t { waiting, playing, finished };
BOOST_DESCRIBE_ENUM(RoomStatus, waiting, playing, finished)

enum class SeatKind : std::uint8_t { empty, human, bot };
BOOST_DESCRIBE_ENUM(SeatKind, empty, human, bot)

struct SeatInfo {
    Seat seat;
    Nullable<std::string> name;
    SeatKind kind;
    bool connected;
    bool host;
    std::optional<bool> bot_plays; ///< true if a bot plays for the human who owns the seat; absent otherwise
    std::optional<SeatPlayer> player;
};
BOOST_DESCRIBE_STRUCT(SeatInfo, (), (seat, name, kind, connected, host, bot_plays, player))

/// The room's players, game and status; sent whenever one of these changes.
struct RoomInfo {
    static constexpr std::string_view type = "room";
    std::string room;
    std::string game;
    codec::RawObject options;
    RoomStatus status;
    std::vector<SeatInfo> seats;
    int spectators;
    bool public_;
    Nullable<ClockSetting> clock;
    std::optional<bool> hints;    ///< true if every seat may ask for advice; absent otherwise
    std::optional<bool> chat;     ///< false if nobody can chat; absent otherwise
    std::optional<bool> watching; ///< false if nobody can watch; absent otherwise
    /// From where `match` goes on: everybody who has read that match knows its cards. Absent where it does not.
    std::optional<ReplayFrom> from;
    std::optional<std::string> call; ///< the link to where the room talks; absent: it has none
    int match;
    std::string commitment;
    std::optional<EveningInfo> evening; ///< absent before a match has ended
};
BOOST_DESCRIBE_STRUCT(RoomInfo, (),
                      (room, game, options, status, seats, spectators, public_, clock, hints, chat, watching, from,
                       call, match, commitment, evening))

struct SeatSummary {
    Seat seat;
    Nullable<std::string> name;
    SeatKind kind;
    std::optional<bool>
        connected; ///< as in SeatInfo; absent where the room may run on another server, and it is not known
    std::optional<SeatPlayer> player;
};
BOOST_DESCRIBE_STRUCT(SeatSummary, (), (seat, name, kind, connected, player))

/// A room in a list of rooms.
struct RoomSummary {
    std::string room;
    std::string game;
    codec::RawObject options;
    RoomStatus status;
    std::vector<SeatSummary> seats;
    int spectators;
    Nullable<ClockSetting> clock;
    std::optional<bool> hints;      ///< as in RoomInfo
    std::optional<bool> chat;       ///< as in RoomInfo
    std::optional<bool> watching;   ///< as in RoomInfo
    std::optional<ReplayFrom> from; ///< as in RoomInfo
    int match;
    std::string commitment;
};
BOOST_DESCRIBE_STRUCT(RoomSummary, (),
                      (room, game, options, status, seats, spectators, clock, hints, chat, watching, from, match,
                       commitment))

struct Rooms {
    static constexpr std::string_view type = "rooms";
    MessageId re;
    codec::RawJson rooms; ///< JSON text of a list of RoomSummary
    /// When each of them was made, in milliseconds since 1970; for who has asked with `extras`.
    std::optional<std::vector<std::int64_t>> created;
};
BOOST_DESCRIBE_STRUCT(Rooms, (), (re, rooms, created))

/// An action and what the `hard` bot thinks of it.
struct ValuedAction {
    codec::RawObject action;
    double value; ///< from 0 to 1: how likely the seat is to win
};
BOOST_DESCRIBE_STRUCT(ValuedAction, (), (action, value))

/// What the `hard` bot would do in the receiver's seat.
struct Advice {
    static constexpr std::string_view type = "advice";
    MessageId re;
    std::string room;
    std::int64_t decision;
    codec::RawObject action;
    std::optional<std::vector<ValuedAction>> others; ///< the best first; absent where the bot compared none
};
BOOST_DESCRIBE_STRUCT(Advice, (), (re, room, decision, action, others))

struct ChatSaid {
    static constexpr std::string_view type = "chat";
    std::string room;
    Nullable<Seat> from; ///< null for a spectator
    std::string name;
    std::string text;
    std::optional<std::string> player; ///< the id of the player who said it
};
BOOST_DESCRIBE_STRUCT(ChatSaid, (), (room, from, name, text, player))

/// One line of a room's chat.
struct ChatLine {
    Nullable<Seat> from; ///< as in ChatSaid
    std::string name;
    std::string text;
    std::optional<std::string> player;
};
BOOST_DESCRIBE_STRUCT(ChatLine, (), (from, name, text, player))

/// What was said before the receiver came; for clients with `extras`.
struct ChatSaidBefore {
    static constexpr std::string_view type = "chat_log";
    std::string room;
    std::vector<ChatLine> lines; ///< the oldest first
};
BOOST_DESCRIBE_STRUCT(ChatSaidBefore, (), (room, lines))

/// A seat has asked for a rematch, and others have not. To the others with `extras`.
struct RematchAsked {
    static constexpr std::string_view type = "rematch_asked";
    std::string room;
    Seat seat;
};
BOOST_DESCRIBE_STRUCT(RematchAsked, (), (room, seat))

/// The receiver has lost its seat: it was resumed on another connection, or the host emptied it.
struct Replaced {
    static constexpr std::string_view type = "replaced";
    std::string room;
};
BOOST_DESCRIBE_STRUCT(Replaced, (), (room))

/// The connection is no longer in this room, which runs on another server.
struct Moved {
    static constexpr std::string_view type = "moved";
    std::string room;
};
BOOST_DESCRIBE_STRUCT(Moved, (), (room))

/// The operator has closed the room: it is gone, and so is a match that was on.
struct Closed {
    static constexpr std::string_view type = "closed";
    std::string room;
    std::string message; ///< why, a sentence for people
};
BOOST_DESCRIBE_STRUCT(Closed, (), (room, message))

/// The operator tells everybody something.
struct Notice {
    static constexpr std::string_view type = "notice";
    std::string text;                 ///< empty: the one before is no longer true
    std::optional<std::string> until; ///< until when it is to be shown, as 2026-11-26T05:00:00Z
};
BOOST_DESCRIBE_STRUCT(Notice, (), (text, until))

/// The server is shutting down.
struct Closing {
    static constexpr std::string_view type = "closing";
};
BOOST_DESCRIBE_STRUCT(Closing, (), ())

} // namespace tefuda
