// What the operator may ask of a running server: one JSON object in a line, `{"command": NAME, "arguments": {…}}`. Each
// struct describes the arguments of one command (Boost.Describe), and is decoded by that description. One that changes
// something has `by`: who gives it, where that is not the server's own user.
#pragma once

#include "protocol/codec/described.hpp"
#include "server/session/sanctions.hpp"

#include <boost/describe/class.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace tefuda::server {

struct AdminRequest {
    std::string command;
    std::optional<codec::RawObject> arguments;
};
BOOST_DESCRIBE_STRUCT(AdminRequest, (), (command, arguments))

struct ListRooms {
    static constexpr std::string_view command = "rooms";
    std::optional<std::string> game;
    std::optional<bool> all; ///< those on other servers of the same database, too
};
BOOST_DESCRIBE_STRUCT(ListRooms, (), (game, all))

struct ShowRoom {
    static constexpr std::string_view command = "room";
    std::string code;
};
BOOST_DESCRIBE_STRUCT(ShowRoom, (), (code))

struct ListPeople {
    static constexpr std::string_view command = "people";
};
BOOST_DESCRIBE_STRUCT(ListPeople, (), ())

struct CloseRoom {
    static constexpr std::string_view command = "close";
    std::string code;
    std::optional<std::string> because;
    std::optional<std::string> by;
};
BOOST_DESCRIBE_STRUCT(CloseRoom, (), (code, because, by))

struct KickSeat {
    static constexpr std::string_view command = "kick";
    std::string code;
    codec::WholeNumber seat;
    std::optional<std::string> by;
};
BOOST_DESCRIBE_STRUCT(KickSeat, (), (code, seat, by))

struct Drain {
    static constexpr std::string_view command = "drain";
    std::optional<std::string> for_; ///< `30m`: then the server stops even if a match is on
    std::optional<bool> undo;
    std::optional<std::string> by;
};
BOOST_DESCRIBE_STRUCT(Drain, (), (for_, undo, by))

struct ShowStats {
    static constexpr std::string_view command = "stats";
    std::optional<bool> weeks; ///< of all games together, by week
};
BOOST_DESCRIBE_STRUCT(ShowStats, (), (weeks))

template <SanctionKind Kind>
struct MakeSanction {
    static constexpr SanctionKind kind = Kind;
    static constexpr std::string_view command = Kind == SanctionKind::ban ? "ban" : "mute";
    std::optional<std::string> player; ///< an id; or
    std::optional<std::string> address;
    std::optional<std::string> for_; ///< absent: it has no end
    std::optional<std::string> because;
    std::optional<bool> yes; ///< also where the address has many players
    std::optional<std::string> by;
    BOOST_DESCRIBE_CLASS(MakeSanction, (), (player, address, for_, because, yes, by), (), ())
};
using Ban = MakeSanction<SanctionKind::ban>;
using Mute = MakeSanction<SanctionKind::mute>;

struct ListSanctions {
    static constexpr std::string_view command = "sanctions";
};
BOOST_DESCRIBE_STRUCT(ListSanctions, (), ())

struct Lift {
    static constexpr std::string_view command = "lift";
    codec::WholeNumber n;
    std::optional<std::string> by;
};
BOOST_DESCRIBE_STRUCT(Lift, (), (n, by))

struct RenamePlayer {
    static constexpr std::string_view command = "rename";
    std::string id;
    std::string name;
    std::optional<std::string> for_; ///< how long the player can choose no other one; absent: it has no end
    std::optional<std::string> by;
};
BOOST_DESCRIBE_STRUCT(RenamePlayer, (), (id, name, for_, by))

/// Players by id, by a part of their name, or by the code of a room in which they have or had a seat.
struct FindPlayers {
    static constexpr std::string_view command = "find";
    std::string who;
};
BOOST_DESCRIBE_STRUCT(FindPlayers, (), (who))

struct ExportPlayer {
    static constexpr std::string_view command = "export";
    std::string id;
};
BOOST_DESCRIBE_STRUCT(ExportPlayer, (), (id))

struct DeletePlayer {
    static constexpr std::string_view command = "delete";
    std::string id;
    std::optional<bool> yes; ///< without it nothing is deleted
    std::optional<std::string> by;
};
BOOST_DESCRIBE_STRUCT(DeletePlayer, (), (id, yes, by))

struct SetNotice {
    static constexpr std::string_view command = "notice";
    std::optional<std::string> text;
    std::optional<std::string> for_;
    std::optional<bool> clear;
    std::optional<std::string> by;
};
BOOST_DESCRIBE_STRUCT(SetNotice, (), (text, for_, clear, by))

struct ListReports {
    static constexpr std::string_view command = "reports";
};
BOOST_DESCRIBE_STRUCT(ListReports, (), ())

struct ShowReport {
    static constexpr std::string_view command = "report";
    codec::WholeNumber n;
};
BOOST_DESCRIBE_STRUCT(ShowReport, (), (n))

struct ShowLog {
    static constexpr std::string_view command = "log";
    std::optional<std::string> since; ///< `7d`, or a date
};
BOOST_DESCRIBE_STRUCT(ShowLog, (), (since))

using AdminCommand =
    std::variant<ListRooms, ShowRoom, ListPeople, CloseRoom, KickSeat, Drain, ShowStats, Ban, Mute, ListSanctions, Lift,
                 RenamePlayer, FindPlayers, ExportPlayer, DeletePlayer, SetNotice, ShowLog, ListReports, ShowReport>;

/// \returns what is wrong with a text for people, `--because` or a notice; empty where nothing is
std::string fault_of_text(std::string_view name, std::string_view text);

/// \returns the command, or why the line is none: a sentence
std::variant<AdminCommand, std::string> read_admin_command(std::string_view line);

} // namespace tefuda::server
