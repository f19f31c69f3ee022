#include "server/room/room_state.hpp"

#include <algorithm>

namespace tefuda::server {

bool RoomState::has_empty_seat() const {
    return std::ranges::any_of(seats, [](auto const& seat) { return seat.kind == SeatKind::empty; });
}

bool RoomState::has_human() const {
    return std::ranges::any_of(seats, [](auto const& seat) { return seat.kind != SeatKind::bot; });
}

bool RoomState::is_listed() const {
    auto const sits = [](SeatState const& seat) { return seat.kind == SeatKind::human; };
    return setting.is_public && status != RoomStatus::finished &&
           (std::ranges::any_of(seats, sits) || !has_empty_seat());
}

bool RoomState::was_used() const {
    return host || match > 1 || playing() ||
           std::ranges::any_of(seats, [](auto const& seat) { return seat.kind == SeatKind::human; });
}

RoomPlayers RoomState::players() const {
    RoomPlayers players;
    auto& ids = players.ids;
    for (auto const& seat : seats)
        if (seat.player && std::ranges::find(ids, seat.player->id) == ids.end()) ids.push_back(seat.player->id);
    // Rooms of nobody are alike.
    players.is_over = !ids.empty() && status == RoomStatus::finished;
    return players;
}

std::string RoomState::commitment() const {
    return to_hex(commitment_of(server_seed));
}

void give_up_match(RoomState& state, Bytes32 const& seed) {
    // More than any match has: no answer to one of its decisions is taken for one to a decision of the next match.
    constexpr std::int64_t decisions = 1'000'000;
    if (state.playing()) {
        ++state.match;
        for (auto& number : state.decisions) number += decisions;
    }
    state.status = RoomStatus::waiting;
    state.server_seed = seed;
    state.banks.reset();
    for (auto& seat : state.seats) seat.wants_rematch = false;
}

} // namespace tefuda::server
