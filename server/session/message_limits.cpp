#include "server/session/message_limits.hpp"

#include "server/match/match_actions.hpp"
#include "server/metrics/limit_log.hpp"

#include <concepts>
#include <limits>
#include <variant>

namespace tefuda::server {

namespace {

/// What a client takes from its address's day quota at once.
constexpr double actions_at_once = 64;
constexpr double bytes_at_once = 64 * 1024;

/// Missed updates are made by playing a part of the match again.
constexpr double cost_of_missed_updates = 16;

/// The whole room is stored, many times as much as an action. Who sends 50 such messages a second is never refused.
constexpr double cost_of_stored_room = 4;

/// How many actions of the day a message costs: whatever may have to be stored costs something.
double cost_of(RoomMessage const& message) {
    return std::visit(
        []<class M>(M const& it) {
            if constexpr (std::same_as<M, Chat> || std::same_as<M, Advise> || std::same_as<M, Report>)
                return 0.0;
            else if constexpr (std::same_as<M, Act>)
                return 1.0;
            else if constexpr (std::same_as<M, Resume>)
                return it.since ? cost_of_missed_updates : it.renew == true ? cost_of_stored_room : 1.0;
            else
                return cost_of_stored_room;
        },
        message);
}

bool makes_matches_longer(RoomMessage const& message) {
    return std::holds_alternative<Act>(message) || std::holds_alternative<Start>(message) ||
           std::holds_alternative<Rematch>(message);
}

} // namespace

Rejection rate_limited(Limit limit, std::string const& address, std::chrono::milliseconds wait) {
    count_limit(limit, address);
    return {ErrorCode::rate_limited, "Too many at once: wait a little.", static_cast<int>(wait.count())};
}

MessageLimits::MessageLimits(Limits const& limits, DayQuota& quota, std::string const& address)
    : address_(address), match_bytes_(limits.match_bytes), messages_(limits.messages, limits.refused_messages),
      chat_(limits.chat, std::numeric_limits<int>::max()), actions_today_(quota, Daily::actions, actions_at_once),
      bytes_today_(quota, Daily::bytes, bytes_at_once) {}

std::optional<Rejection> MessageLimits::refuse(TimePoint now) {
    auto const wait = messages_.refuse(now);
    return wait ? std::optional(rate_limited(Limit::messages, address_, *wait)) : std::nullopt;
}

bool MessageLimits::take_control_frames(int count, TimePoint now) {
    for (; count > 0; --count) {
        if (messages_.take(now)) continue;
        count_limit(Limit::messages, address_);
        if (!messages_.refuse(now)) return false;
    }
    return true;
}

OrRejection<> MessageLimits::charge(RoomMessage const& message, std::size_t bytes, TimePoint now) {
    if (std::holds_alternative<Chat>(message) && !chat_.take(now))
        return rate_limited(Limit::chat, address_, chat_.refuse(now).value());
    if (auto const wait = bytes_today_.spend(address_, static_cast<double>(bytes), now))
        return rate_limited(Limit::bytes_a_day, address_, *wait);
    if (makes_matches_longer(message) && MatchBytes::in_all() / 2 >= match_bytes_) {
        count_limit(Limit::match_bytes, address_);
        return unavailable("The server has no memory for this now: try again later.");
    }
    auto const cost = cost_of(message);
    if (auto const wait = cost > 0 ? actions_today_.spend(address_, cost, now) : std::nullopt)
        return rate_limited(Limit::actions_a_day, address_, *wait);
    return {};
}

void MessageLimits::give_back(TimePoint now) {
    actions_today_.give_back(address_, now);
    bytes_today_.give_back(address_, now);
}

} // namespace tefuda::server
