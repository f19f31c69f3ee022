// The clock of a match: how long the game waits for whom. It knows no timer and asks nobody for the time: it is told
// what time it is.
#pragma once

#include "protocol/client_message.hpp"
#include "rules/core/seat.hpp"

#include <chrono>
#include <optional>
#include <vector>

namespace tefuda::server {

using TimePoint = std::chrono::steady_clock::time_point;
using Duration = std::chrono::steady_clock::duration;

/// A setting's seconds.
Duration seconds(double count);

/// A seat that the game waits for has the setting's `decision` seconds for each decision number, then what is left of
/// its `bank`. When both are gone its time is up: somebody else decides for it.
class MatchClock {
public:
    MatchClock(ClockSetting const& setting, int seats);

    /// What one seat is waited for, if it is.
    using Waiting = std::optional<std::int64_t>;

    /// Says for which decision the game waits for each seat now. A seat whose number is as before keeps its time
    /// running; what one that has decided used beyond its decision's seconds comes off its bank.
    void wait_for(PerSeat<Waiting> const& decisions, TimePoint now);

    /// The running decision begins anew, with its full seconds.
    void restart(Seat seat, TimePoint now);

    /// When a seat's time is up; nothing while the game does not wait for it.
    std::optional<TimePoint> deadline(Seat seat) const;
    /// When the first time is up of all that the game waits for.
    std::optional<TimePoint> first_deadline() const;
    /// What an observer is told: its own deadline, or the first.
    std::optional<TimePoint> deadline_for(Observer observer) const;

    Duration bank(Seat seat) const { return seats_[seat].bank; }
    void set_bank(Seat seat, Duration bank) { seats_[seat].bank = bank; }

private:
    struct Running {
        std::int64_t decision;
        TimePoint since;
    };
    struct SeatClock {
        Duration bank{};
        std::optional<Running> running;
    };

    Duration decision_;
    /// No more than the match has.
    PerSeat<SeatClock, std::vector<SeatClock>> seats_;
};

} // namespace tefuda::server
