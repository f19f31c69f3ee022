#include "server/room/presence.hpp"

#include <algorithm>

namespace tefuda::server {

std::optional<Seat> Presence::seat_of(ParticipantPtr const& client) const {
    if (!client) return std::nullopt;
    for (auto const seat : all_seats(seats.seats()))
        if (seats[seat].client == client) return seat;
    return std::nullopt;
}

Spectator const* Presence::find_spectator(ParticipantPtr const& client) const {
    auto const found = std::ranges::find(spectators, client, &Spectator::client);
    return found == spectators.end() ? nullptr : &*found;
}

void Presence::remove_spectator(ParticipantPtr const& client) {
    std::erase_if(spectators, [&](auto const& spectator) { return spectator.client == client; });
}

void Presence::disconnect(Seat seat, TimePoint now) {
    seats[seat].client = nullptr;
    seats[seat].gone_since = now;
}

bool Presence::is_anybody_here() const {
    return !spectators.empty() ||
           std::any_of(seats.begin(), seats.end(), [](auto const& seat) { return seat.client != nullptr; });
}

} // namespace tefuda::server
