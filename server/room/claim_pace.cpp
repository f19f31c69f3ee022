#include "server/room/claim_pace.hpp"

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
    auto& refused = refused_[code];
    auto const last = static_cast<int>(pauses.size()) - 1;
    refused.next = now + pauses.at(static_cast<std::size_t>(std::min(refused.times, last)));
    ++refused.times;
    ++refused_in_a_row_;
    last_refused_ = now;
}

/// \pre the mutex is held. A constant time for each call on average.
void ClaimPace::forget_old(TimePoint now) {
    if (refused_.size() < forget_at_) return;
    std::erase_if(refused_, [now](auto const& each) { return each.second.next + patience < now; });
    forget_at_ = std::max(forget_at_, 2 * refused_.size());
}

std::optional<ClaimPace::TimePoint> ClaimPace::next(std::string const& code, TimePoint now) const {
    std::lock_guard const lock(mutex_);
    auto const found = refused_.find(code);
    if (found == refused_.end() || found->second.next <= now) return std::nullopt;
    return found->second.next;
}

bool ClaimPace::works(TimePoint now) const {
    std::lock_guard const lock(mutex_);
    auto const hangs = [now](auto const& each) { return now - each.second >= patience; };
    if (std::ranges::any_of(under_way_, hangs)) return false;
    return refused_in_a_row_ < too_many_in_a_row || now - last_refused_ >= patience;
}

} // namespace tefuda::server
