// What the operator may ask of a running server: one JSON object in a line, `{"command": NAME, "arguments": {…}}`. Each
// struct describes the arguments of one command (Boost.Describe), and is decoded by that description.
#pragma once

#include "protocol/codec/described.hpp"

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
};
BOOST_DESCRIBE_STRUCT(CloseRoom, (), (code, because))

struct KickSeat {
    static constexpr std::string_view command = "kick";
    std::string code;
    codec::WholeNumber seat;
};
BOOST_DESCRIBE_STRUCT(KickSeat, (), (code, seat))

struct Drain {
    static constexpr std::string_view command = "drain";
    std::optional<std::string> for_; ///< `30m`: then the server stops even if a match is on
    std::optional<bool> undo;
};
BOOST_DESCRIBE_STRUCT(Drain, (), (for_, undo))

struct ShowStats {
    static constexpr std::string_view command = "stats";
};
BOOST_DESCRIBE_STRUCT(ShowStats, (), ())

using AdminCommand = std::variant<ListRooms, ShowRoom, ListPeople, CloseRoom, KickSeat, Drain, ShowStats>;

/// \returns the command, or why the line is none: a sentence
std::variant<AdminCommand, std::string> read_admin_command(std::string_view line);

} // namespace tefuda::server
