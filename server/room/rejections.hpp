// Refusals that several parts of the server give.
#pragma once

#include "protocol/codec/encode.hpp"
#include "protocol/server_message.hpp"
#include "server/metrics/metrics.hpp"

#include <boost/system/result.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace tefuda::server {

/// What was asked for, or why it is refused.
template <class T = void>
using OrRejection = boost::system::result<T, Rejection>;

inline Rejection refused(ErrorCode code, std::string message) {
    return {code, std::move(message)};
}

constexpr char const* clock_out_of_range = "\"clock\": seconds from 0 to 86400, not both 0.";
constexpr std::string_view can_not_now = "The server can't do this now: try again later.";
constexpr std::string_view can_not_store = "The server can't store this now: try again later.";

/// \param reason such as `can_not_now`
inline Rejection unavailable(std::string_view reason) {
    return refused(ErrorCode::unavailable, std::string(reason));
}

inline Rejection not_seated() {
    return refused(ErrorCode::not_seated, "You have no seat in this room.");
}

inline Rejection no_such_room() {
    return refused(ErrorCode::no_such_room, "There is no room with this code.");
}

/// Also of a damaged room: the log says why.
inline Rejection room_can_not_be_read() {
    return unavailable("The server can't read this room now: try again later.");
}

inline Rejection shutting_down() {
    return refused(ErrorCode::shutting_down, "The server is shutting down.");
}

inline Rejection room_is_elsewhere() {
    return refused(ErrorCode::elsewhere, "This room runs on another server: connect to /ws?room= and its code.");
}

/// Encodes the refusal, and counts it by its error code.
inline std::string error_reply(MessageId id, Rejection refused) {
    std::optional<ErrorDetails> details;
    if (refused.retry_after_ms) details = ErrorDetails{.retry_after_ms = refused.retry_after_ms};
    if (refused.until) details = ErrorDetails{.until = Nullable<std::string>(*refused.until)};
    if (refused.room) details = ErrorDetails{.room = std::move(refused.room)};
    if (refused.seats) details = ErrorDetails{.seats = std::move(refused.seats)};
    if (refused.name_fault) details = ErrorDetails{.reason = refused.name_fault};
    auto text = codec::to_json(Error{std::move(id), refused.code, std::move(refused.message), details});
    metrics().errors[refused.code].add();
    return text;
}

} // namespace tefuda::server
