// Messages from client to server. Each struct is described once (Boost.Describe); its decoder and its schema are
// derived from that description. PROTOCOL.md explains the fields.
#pragma once

#include "protocol/codec/described.hpp"
#include "protocol/codec/json_tree.hpp"
#include "protocol/error_code.hpp"

#include <boost/describe/class.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tefuda {

enum class UpdateMode : std::uint8_t { full, events };
BOOST_DESCRIBE_ENUM(UpdateMode, full, events)

enum class JoinRole : std::uint8_t { player, spectator };
BOOST_DESCRIBE_ENUM(JoinRole, player, spectator)

enum class BotLevel : std::uint8_t { easy, normal, hard };
BOOST_DESCRIBE_ENUM(BotLevel, easy, normal, hard)

/// Both in seconds: the time for each decision, and a bank for the whole match.
struct ClockSetting {
    double decision = 0;
    double bank = 0;
    friend bool operator==(ClockSetting const&, ClockSetting const&) = default;
};
BOOST_DESCRIBE_STRUCT(ClockSetting, (), (decision, bank))

/// A moment of a match that is over, or one's own: after so many actions.
struct MatchMoment {
    std::string room;
    codec::WholeNumber match;
    codec::WholeNumber actions;
};
BOOST_DESCRIBE_STRUCT(MatchMoment, (), (room, match, actions))

struct Create {
    static constexpr std::string_view type = "create";
    std::string game;
    std::optional<codec::WholeNumber> seats;
    std::optional<codec::RawObject> options;
    std::optional<bool> public_;
    std::optional<ClockSetting> clock;
    std::optional<codec::RawJson> fixed;
    /// For each seat: the level of its built-in bot, or null.
    std::optional<std::vector<Nullable<BotLevel>>> bots;
    std::optional<bool> hints;
    std::optional<bool> chat;        ///< false: nobody can chat there
    std::optional<bool> spectators;  ///< false: nobody can watch there
    std::optional<bool> daily;       ///< true: the game's board of today, with no other field
    std::optional<MatchMoment> from; ///< from where the first match goes on
};
BOOST_DESCRIBE_STRUCT(Create, (),
                      (game, seats, options, public_, clock, fixed, bots, hints, chat, spectators, daily, from))

struct Join {
    static constexpr std::string_view type = "join";
    std::string room;
    std::string name;
    std::optional<codec::WholeNumber> seat;
    std::optional<JoinRole> role;
    std::optional<std::string> entropy;
    std::optional<UpdateMode> updates;
    std::optional<bool> extras;
};
BOOST_DESCRIBE_STRUCT(Join, (), (room, name, seat, role, entropy, updates, extras))

struct Resume {
    static constexpr std::string_view type = "resume";
    std::string room;
    std::optional<std::string> token;
    std::optional<UpdateMode> updates;
    std::optional<codec::WholeNumber> since;
    std::optional<codec::WholeNumber> match;
    std::optional<bool> extras;
    std::optional<bool> renew;
};
BOOST_DESCRIBE_STRUCT(Resume, (), (room, token, updates, since, match, extras, renew))

struct Leave {
    static constexpr std::string_view type = "leave";
    std::string room;
};
BOOST_DESCRIBE_STRUCT(Leave, (), (room))

/// From one's own seat to an empty one.
struct Move {
    static constexpr std::string_view type = "move";
    std::string room;
    codec::WholeNumber seat;
};
BOOST_DESCRIBE_STRUCT(Move, (), (room, seat))

struct Start {
    static constexpr std::string_view type = "start";
    std::string room;
};
BOOST_DESCRIBE_STRUCT(Start, (), (room))

struct Fill {
    static constexpr std::string_view type = "fill";
    std::string room;
    std::optional<codec::WholeNumber> seat;
    std::optional<BotLevel> level;
};
BOOST_DESCRIBE_STRUCT(Fill, (), (room, seat, level))

struct Kick {
    static constexpr std::string_view type = "kick";
    std::string room;
    codec::WholeNumber seat;
};
BOOST_DESCRIBE_STRUCT(Kick, (), (room, seat))

struct Rematch {
    static constexpr std::string_view type = "rematch";
    std::string room;
    std::optional<std::string> entropy;
    std::optional<std::string> game; ///< that the sender wants to play: the room's, else the message is refused
};
BOOST_DESCRIBE_STRUCT(Rematch, (), (room, entropy, game))

/// What the next match is. What is absent stays as it is.
struct ChangeTable {
    static constexpr std::string_view type = "change";
    std::string room;
    std::optional<std::string> game;         ///< another one begins with its default options
    std::optional<codec::RawObject> options; ///< as in Create: an absent one has its default value
    std::optional<codec::WholeNumber> seats;
    std::optional<Nullable<ClockSetting>> clock; ///< null: none
    std::optional<bool> hints;
};
BOOST_DESCRIBE_STRUCT(ChangeTable, (), (room, game, options, seats, clock, hints))

struct Act {
    static constexpr std::string_view type = "act";
    std::string room;
    codec::WholeNumber decision;
    codec::JsonObject action;
};
BOOST_DESCRIBE_STRUCT(Act, (), (room, decision, action))

struct Chat {
    static constexpr std::string_view type = "chat";
    std::string room;
    std::string text;
};
BOOST_DESCRIBE_STRUCT(Chat, (), (room, text))

/// Where the room talks while it plays.
struct SetCall {
    static constexpr std::string_view type = "call";
    std::string room;
    Nullable<std::string> link; ///< null: nowhere any more
};
BOOST_DESCRIBE_STRUCT(SetCall, (), (room, link))

struct Advise {
    static constexpr std::string_view type = "advise";
    std::string room;
};
BOOST_DESCRIBE_STRUCT(Advise, (), (room))

/// A new sheet for the evening begins.
struct NewEvening {
    static constexpr std::string_view type = "new_evening";
    std::string room;
};
BOOST_DESCRIBE_STRUCT(NewEvening, (), (room))

struct List {
    static constexpr std::string_view type = "list";
    std::optional<std::string> after;
    std::optional<std::string> game;
    std::optional<bool> extras;
};
BOOST_DESCRIBE_STRUCT(List, (), (after, game, extras))

struct Ping {
    static constexpr std::string_view type = "ping";
};
BOOST_DESCRIBE_STRUCT(Ping, (), ())

/// Tells the operator about somebody.
struct Report {
    static constexpr std::string_view type = "report";
    std::string room;
    std::optional<codec::WholeNumber> seat;
    std::optional<std::string> text;
};
BOOST_DESCRIBE_STRUCT(Report, (), (room, seat, text))

/// From now on this player's chat does not reach the sender, and it can't join a room whose host the sender is.
struct Block {
    static constexpr std::string_view type = "block";
    std::string player;
};
BOOST_DESCRIBE_STRUCT(Block, (), (player))

struct Unblock {
    static constexpr std::string_view type = "unblock";
    std::string player;
};
BOOST_DESCRIBE_STRUCT(Unblock, (), (player))

using ClientMessage = std::variant<Create, Join, Resume, Leave, Move, Start, Fill, Kick, Rematch, ChangeTable, Act,
                                   Chat, SetCall, Advise, Report, NewEvening, List, Ping, Block, Unblock>;

/// A message's `id` as JSON text (a string or a number). The reply repeats it as `re`.
using MessageId = std::optional<codec::RawJson>;

/// The result of decoding: the message, or why it is rejected. In both cases with the message's id, if that is valid.
struct Decoded {
    MessageId id;
    std::variant<ClientMessage, Rejection> message;
};

/// Decodes a message strictly. Checks for `bad_json`, `unknown_type`, `bad_message` and `bad_name`, in this order; the
/// rejection's text names the field.
Decoded decode_message(std::string_view text);

/// The field `fixed` of `create`: a predetermined deal, for tests.
struct FixedDeal {
    std::string server_seed;
    std::vector<std::vector<Card>> shuffles;
};
BOOST_DESCRIBE_STRUCT(FixedDeal, (), (server_seed, shuffles))

/// \returns the deal, or a sentence for the client that explains why it is invalid
std::variant<FixedDeal, Illegal> decode_fixed_deal(std::string_view text);

} // namespace tefuda
