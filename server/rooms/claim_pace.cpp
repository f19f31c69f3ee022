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
    under_way_.emplace(code, now);
}

void ClaimPace::end(std::string const& code) {
    under_way_.erase(code);
}

void ClaimPace::claim_held(std::string const& code) {
    refused_.by_code.erase(code);
    refused_in_a_row_ = 0;
}

void ClaimPace::claim_refused(std::string const& code, TimePoint now) {
    put_off(refused_.of(code, now), now);
    ++refused_in_a_row_;
    last_refused_ = now;
}

void ClaimPace::claim_taken(std::string const& code, TimePoint now) {
    auto& taken = taken_.of(code, now);
    if (taken.next + patience < now) taken.times = 0;
    put_off(taken, now);
}

ClaimPace::Lost& ClaimPace::LostRooms::of(std::string const& code, TimePoint now) {
    sweep.before_insertion(by_code, [now](auto const& each) { return each.second.next + patience < now; });
    return by_code[code];
}

void ClaimPace::put_off(Lost& room, TimePoint now) {
    auto const last = static_cast<int>(pauses.size()) - 1;
    room.next = now + pauses.at(static_cast<std::size_t>(std::min(room.times, last)));
    ++room.times;
}

std::optional<ClaimPace::TimePoint> ClaimPace::next(std::string const& code, TimePoint now) const {
    auto next = now;
    for (auto const* lost : {&refused_, &taken_})
        if (auto const found = lost->by_code.find(code); found != lost->by_code.end())
            next = std::max(next, found->second.next);
    return next == now ? std::nullopt : std::optional(next);
}

bool ClaimPace::works(TimePoint now) const {
    auto const hangs = [now](auto const& each) { return now - each.second >= patience; };
    if (std::ranges::any_of(under_way_, hangs)) return false;
    return refused_in_a_row_ < too_many_in_a_row || now - last_refused_ >= patience;
}

} // namespace tefuda::server
