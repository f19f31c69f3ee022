#include "server/room/presence.hpp"

#include <algorithm>

namespace tefuda::server {

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
