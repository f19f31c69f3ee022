#include "server/room/presence.hpp"

#include <algorithm>
#include <utility>

namespace tefuda::server {

void Spectators::add(Spectator spectator) {
    auto const place = next_place_++;
    // First of all, so that a failed allocation leaves nobody who can't be taken back.
    undo_.push_back({place, std::nullopt});
    auto const& added = all_.emplace(place, std::move(spectator)).first->second;
    places_.emplace(added.client.get(), place);
    count_name(added.skeleton);
}

void Spectators::remove(ParticipantPtr const& client) {
    auto const found = places_.find(client.get());
    if (found == places_.end()) return;
    auto const place = found->second;
    undo_.push_back({place, all_.at(place)});
    discount_name(all_.at(place).skeleton);
    places_.erase(found);
    all_.erase(place);
}

Spectator const* Spectators::find(ParticipantPtr const& client) const {
    auto const found = places_.find(client.get());
    return found == places_.end() ? nullptr : &all_.at(found->second);
}

bool Spectators::has_name(std::string const& skeleton) const {
    auto const found = names_.find(skeleton);
    return found != names_.end() && found->second.count > 0;
}

int Spectators::next_number(std::string const& skeleton) const {
    auto const found = names_.find(skeleton);
    return found == names_.end() ? 2 : found->second.next_number;
}

void Spectators::raise_number(std::string const& skeleton, int number) {
    auto& next = names_[skeleton].next_number;
    next = std::max(next, number + 1);
}

void Spectators::count_name(std::string const& skeleton) {
    ++names_[skeleton].count;
    constexpr std::size_t kept = 1000;
    if (names_.size() > 2 * all_.size() + kept)
        std::erase_if(names_, [](auto const& each) { return each.second.count == 0; });
}

void Spectators::discount_name(std::string const& skeleton) {
    auto const found = names_.find(skeleton);
    if (found != names_.end() && found->second.count > 0) --found->second.count;
}

void Spectators::roll_back() {
    for (; !undo_.empty(); undo_.pop_back()) {
        auto& [place, spectator] = undo_.back();
        if (spectator) {
            places_[spectator->client.get()] = place;
            count_name(spectator->skeleton);
            all_.insert_or_assign(place, std::move(*spectator));
        } else if (auto const added = all_.find(place); added != all_.end()) {
            places_.erase(added->second.client.get());
            discount_name(added->second.skeleton);
            all_.erase(added);
        }
    }
}

std::optional<Seat> Presence::seat_of(ParticipantPtr const& client) const {
    if (!client) return std::nullopt;
    for (auto const seat : all_seats(seats.seats()))
        if (seats[seat].client == client) return seat;
    return std::nullopt;
}

void Presence::block(Seat seat, TimePoint now) {
    auto const& client = seats[seat].client;
    auto const has_same_address = [&](SeatPresence const& other) {
        return other.client && other.client != client && other.client->address() == client->address();
    };
    auto const is_shared = std::any_of(seats.begin(), seats.end(), has_same_address);
    if (blocked.size() == most_blocked) blocked.erase(blocked.begin());
    blocked.push_back({client, is_shared ? std::string() : client->address(), now + std::chrono::minutes(10)});
}

bool Presence::is_blocked(ParticipantPtr const& client, TimePoint now) const {
    return std::ranges::any_of(blocked, [&](Blocked const& one) {
        return now < one.until &&
               (one.client.lock() == client || (!one.address.empty() && one.address == client->address()));
    });
}

void Presence::disconnect(Seat seat, TimePoint now) {
    seats[seat].client = nullptr;
    seats[seat].gone_since = now;
}

bool Presence::is_anybody_here() const {
    return !spectators().empty() ||
           std::any_of(seats.begin(), seats.end(), [](auto const& seat) { return seat.client != nullptr; });
}

} // namespace tefuda::server
