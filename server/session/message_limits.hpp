// What one client may send: a rate of messages and of chat, and its share of what its address may do in a day.
#pragma once

#include "protocol/client_message.hpp"
#include "server/metrics/metrics.hpp"
#include "server/session/day_allowance.hpp"
#include "server/session/limits.hpp"
#include "server/session/message_rate.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace tefuda::server {

/// The refusal of what is one too many; counts and logs it.
Rejection rate_limited(Limit limit, std::string const& address, std::chrono::milliseconds wait);

/// Not thread-safe.
class MessageLimits {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    /// \param address of the client; must outlive this object, like the quota
    MessageLimits(Limits const& limits, DayQuota& quota, std::string const& address);

    /// Counts a message that has come. \returns whether it may pass
    bool take(TimePoint now) { return messages_.take(now); }
    /// The refusal of a message that may not pass; nothing where the client has to be closed.
    std::optional<Rejection> refuse(TimePoint now);
    /// Counts control frames. \returns false where the client has to be closed
    bool take_control_frames(int count, TimePoint now);

    /// Charges a message to a room for what it costs. \returns why it is refused; nothing where it may pass
    std::optional<Rejection> charge(ClientMessage const& message, std::size_t bytes, TimePoint now);

    /// Returns to the address what was taken of its day and not used.
    void give_back(TimePoint now);

private:
    std::string const& address_;
    std::uint64_t const match_bytes_;
    MessageRate messages_;
    MessageRate chat_;
    DayAllowance actions_today_;
    DayAllowance bytes_today_;
};

} // namespace tefuda::server
