// The error codes of the protocol. The list is complete: clients may rely on it.
#pragma once

#include "protocol/player_name.hpp"

#include <boost/describe/enum.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tefuda {

enum class ErrorCode {
    rate_limited,
    bad_json,
    unknown_type,
    bad_message,
    bad_name,
    unknown_game,
    bad_options,
    no_such_room,
    bad_token,
    not_seated,
    already_joined,
    not_host,
    not_playing,
    already_playing,
    room_full,
    seat_taken,
    too_few_players,
    no_advice,
    stale_decision,
    illegal_action,
    too_many_rooms,
    server_full,
    shutting_down,
    elsewhere,
    no_identity,
    blocked,
    muted,
    not_yours,
    daily_played,
    unavailable
};
BOOST_DESCRIBE_ENUM(ErrorCode, rate_limited, bad_json, unknown_type, bad_message, bad_name, unknown_game, bad_options,
                    no_such_room, bad_token, not_seated, already_joined, not_host, not_playing, already_playing,
                    room_full, seat_taken, too_few_players, no_advice, stale_decision, illegal_action, too_many_rooms,
                    server_full, shutting_down, elsewhere, no_identity, blocked, muted, not_yours, daily_played,
                    unavailable)

/// Why a message was rejected. The text is for people; it must not reveal anything that the sender may not know.
struct Rejection {
    ErrorCode code;
    std::string message;
    /// Only with `rate_limited`.
    std::optional<int> retry_after_ms = std::nullopt;
    /// Only with `muted`: when it ends; a null inside: never.
    std::optional<std::optional<std::string>> until = std::nullopt;
    /// Only with `daily_played`: the room in which the player has the board.
    std::optional<std::string> room = std::nullopt;
    /// Only with `bad_options` of a `change`: the numbers of seats with which the game can be played.
    std::optional<std::vector<int>> seats = std::nullopt;
    /// Only with `bad_name`.
    std::optional<NameFault> name_fault = std::nullopt;
};

} // namespace tefuda
