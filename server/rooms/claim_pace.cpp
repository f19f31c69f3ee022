#include "server/rooms/claim_pace.hpp"

#include <algorithm>
#include <array>

namespace tefuda::server {

namespace {

using namespace std::chrono_literals;

constexpr std::array<std::chrono::milliseconds, 3> pauses{100ms, 1s, 10s};
constexpr auto patience = 10s;
constexpr auto too_many_in_a_row = 3;

} // namespace

void ClaimPace::begin(std::string const& code, TimePoint now) {
    std::lock_guard const lock(mutex_);
    under_way_.emplace(code, now);
}

void ClaimPace::end(std::string const& code) {
    std::lock_guard const lock(mutex_);
    under_way_.erase(code);
}

void ClaimPace::note_held(std::string const& code) {
    std::lock_guard const lock(mutex_);
    refused_.erase(code);
    refused_in_a_row_ = 0;
}

void ClaimPace::note_refused(std::string const& code, TimePoint now) {
    std::lock_guard const lock(mutex_);
    forget_old(now);
    put_off(refused_[code], now);
    ++refused_in_a_row_;
    last_refused_ = now;
}

void ClaimPace::note_taken(std::string const& code, TimePoint now) {
    std::lock_guard const lock(mutex_);
    forget_old(now);
    auto& taken = taken_[code];
    if (taken.next + patience < now) taken.times = 0;
    put_off(taken, now);
}

void ClaimPace::put_off(Lost& room, TimePoint now) {
    auto const last = static_cast<int>(pauses.size()) - 1;
    room.next = now + pauses.at(static_cast<std::size_t>(std::min(room.times, last)));
    ++room.times;
}

/// \pre the mutex is held. A constant time for each call on average.
void ClaimPace::forget_old(TimePoint now) {
    if (refused_.size() + taken_.size() < forget_at_) return;
    auto const is_old = [now](auto const& each) { return each.second.next + patience < now; };
    std::erase_if(refused_, is_old);
    std::erase_if(taken_, is_old);
    forget_at_ = std::max(forget_at_, 2 * (refused_.size() + taken_.size()));
}

std::optional<ClaimPace::TimePoint> ClaimPace::next(std::string const& code, TimePoint now) const {
    std::lock_guard const lock(mutex_);
    auto next = now;
    for (auto const* lost : {&refused_, &taken_})
        if (auto const found = lost->find(code); found != lost->end()) next = std::max(next, found->second.next);
    return next == now ? std::nullopt : std::optional(next);
}

bool ClaimPace::works(TimePoint now) const {
    std::lock_guard const lock(mutex_);
    auto const hangs = [now](auto const& each) { return now - each.second >= patience; };
    if (std::ranges::any_of(under_way_, hangs)) return false;
    return refused_in_a_row_ < too_many_in_a_row || now - last_refused_ >= patience;
}

} // namespace tefuda::server
