// The clock of a match: how much time each seat has to decide. It has no timer and does not read the system's clock:
// callers pass the current time.
#pragma once

#include "protocol/client_message.hpp"
#include "rules/core/seat.hpp"

#include <chrono>
#include <optional>

namespace tefuda::server {

using TimePoint = std::chrono::steady_clock::time_point;
using Duration = std::chrono::steady_clock::duration;
using WallTime = std::chrono::system_clock::time_point;

/// Seconds, as the protocol's clock setting has them, as a duration.
Duration seconds(double count);

/// Whether a room may have it: each from 0 to 86,400 seconds, not both 0.
bool is_in_range(ClockSetting const& setting);

/// Whether a clock can have so many milliseconds left.
bool is_bank(std::int64_t ms);

/// For each decision a seat has `decision` seconds, then what is left of its `bank`, which must last for the whole
/// match. When both are used up, the server decides for the seat. Not thread-safe.
class MatchClock {
public:
    MatchClock(ClockSetting const& setting, int seats);

    /// The decision number for which the game waits; nothing if it does not wait for the seat.
    using Waiting = std::optional<std::int64_t>;

    /// Updates the decision that each seat has to make. If a seat's decision is the same as before, its time goes on.
    /// If not, the old one ends: the time it took beyond `decision` is taken off the bank.
    void wait_for(PerSeat<Waiting> const& decisions, TimePoint now);

    /// Stops all time, until `go_on`.
    void stop(TimePoint now) { stopped_ = now; }
    void go_on(TimePoint now);
    bool is_stopped() const { return stopped_.has_value(); }

    /// The time at which the seat's time is up; nothing if the game does not wait for it, or the clock is stopped.
    std::optional<TimePoint> deadline(Seat seat) const;
    /// The earliest deadline of all seats; nothing if the game waits for none.
    std::optional<TimePoint> first_deadline() const;
    /// The deadline shown to an observer: its own seat's, or else the earliest.
    std::optional<TimePoint> deadline_for(Observer observer) const;

    /// The seat's bank, without the running decision.
    Duration bank(Seat seat) const { return seats_[seat].bank; }
    void set_bank(Seat seat, Duration bank) { seats_[seat].bank = bank; }
    /// The same, less what the running decision has taken of it.
    Duration bank_left(Seat seat, TimePoint now) const;
    /// When the seat's running decision begins to use its bank; nothing where the game does not wait for the seat, or
    /// the clock is stopped.
    std::optional<TimePoint> bank_begins(Seat seat) const;

private:
    struct Running {
        std::int64_t decision;
        TimePoint since;
    };
    struct SeatClock {
        Duration bank{};
        std::optional<Running> running;
    };

    /// The time that has passed for the seats.
    TimePoint passed(TimePoint now) const { return stopped_.value_or(now); }

    Duration decision_;
    std::optional<TimePoint> stopped_;
    RareSeatList<SeatClock> seats_;
};

} // namespace tefuda::server
