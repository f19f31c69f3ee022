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
    return host || match > 1 || setting.board || playing() ||
           std::ranges::any_of(seats, [](auto const& seat) { return seat.kind == SeatKind::human; });
}

Observer RoomState::match_observer(Seat seat) const {
    auto const& in_match = seats[seat].match_seat;
    return in_match ? Observer(*in_match) : Observer::spectator();
}

std::string RoomState::commitment() const {
    return to_hex(commitment_of(server_seed));
}

namespace {

/// Players may know cards that the seed has dealt; its hash tells them nothing.
Bytes32 seed_after(Bytes32 const& seed) {
    std::vector<std::uint8_t> bytes(seed.begin(), seed.end());
    for (auto const sign : std::string_view("/given up")) bytes.push_back(static_cast<std::uint8_t>(sign));
    return sha256(bytes);
}

} // namespace

void give_up_match(RoomState& state) {
    // More than any match has: no answer to one of its decisions is taken for one to a decision of the next match.
    constexpr std::int64_t decisions = 1'000'000;
    if (state.playing()) {
        ++state.match;
        for (auto& number : state.decisions) number += decisions;
        state.server_seed = seed_after(state.server_seed);
    }
    state.status = RoomStatus::waiting;
    state.banks.reset();
    for (auto& seat : state.seats) seat.wants_rematch = false;
}

} // namespace tefuda::server
