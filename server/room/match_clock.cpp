#include "server/room/match_clock.hpp"

#include <algorithm>
#include <utility>

namespace tefuda::server {

Duration seconds(double count) {
    return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(count));
}

namespace {

constexpr int longest = 86'400;

} // namespace

bool is_in_range(ClockSetting const& setting) {
    auto const in_range = [](double count) { return count >= 0 && count <= longest; };
    return in_range(setting.decision) && in_range(setting.bank) && setting.decision + setting.bank > 0;
}

bool is_bank(std::int64_t ms) {
    return ms >= 0 && ms <= longest * std::int64_t{1000};
}

MatchClock::MatchClock(ClockSetting const& setting, int seats)
    : decision_(seconds(setting.decision)), seats_(seats, SeatClock{seconds(setting.bank), std::nullopt}) {}

void MatchClock::go_on(TimePoint now) {
    if (!stopped_) return;
    auto const pause = now - *std::exchange(stopped_, std::nullopt);
    for (auto& clock : seats_)
        if (clock.running) clock.running->since += pause;
}

void MatchClock::wait_for(PerSeat<Waiting> const& decisions, TimePoint now) {
    for (auto const seat : all_seats(seats_.seats())) {
        auto& clock = seats_[seat];
        auto const& decision = decisions[seat];
        if (clock.running && decision == clock.running->decision) continue;
        clock.bank = bank_left(seat, now);
        clock.running.reset();
        if (decision) clock.running = Running{*decision, passed(now)};
    }
}

Duration MatchClock::bank_left(Seat seat, TimePoint now) const {
    auto const& clock = seats_[seat];
    if (!clock.running) return clock.bank;
    auto const overtime = passed(now) - clock.running->since - decision_;
    return std::max(Duration::zero(), clock.bank - std::max(Duration::zero(), overtime));
}

std::optional<TimePoint> MatchClock::bank_begins(Seat seat) const {
    auto const& running = seats_[seat].running;
    return running && !stopped_ ? std::optional(running->since + decision_) : std::nullopt;
}

std::optional<TimePoint> MatchClock::deadline(Seat seat) const {
    auto const begins = bank_begins(seat);
    return begins ? std::optional(*begins + seats_[seat].bank) : std::nullopt;
}

std::optional<TimePoint> MatchClock::first_deadline() const {
    std::optional<TimePoint> first;
    for (auto const seat : all_seats(seats_.seats()))
        if (auto const due = deadline(seat); due && (!first || *due < *first)) first = due;
    return first;
}

std::optional<TimePoint> MatchClock::deadline_for(Observer observer) const {
    if (observer.seat())
        if (auto const own = deadline(*observer.seat())) return own;
    return first_deadline();
}

} // namespace tefuda::server
