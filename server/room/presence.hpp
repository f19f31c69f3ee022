// Who is connected to a room.
#pragma once

#include "protocol/client_message.hpp"
#include "rules/core/seat.hpp"
#include "server/room/participant.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tefuda::server {

/// The secret that resumes a seat; clients have it in lower-case hex.
using Token = std::array<std::uint8_t, 16>;

struct Spectator {
    ParticipantPtr client;
    std::string name;
    UpdateMode updates;
};

/// The connections of a room's seats and spectators. Nothing of it is stored: after a restart nobody is connected.
struct Presence {
    explicit Presence(int seats) : clients(seats), tokens(seats) {}

    /// For each seat its connection; null where nobody is connected.
    SeatList<ParticipantPtr> clients;
    /// The tokens of seats that were taken or resumed since the process started; the room's state has their hashes.
    SeatList<Token> tokens;
    std::vector<Spectator> spectators;

    std::optional<Seat> seat_of(ParticipantPtr const& client) const;
    Spectator const* find_spectator(ParticipantPtr const& client) const;
    void remove_spectator(ParticipantPtr const& client);
    /// Whether this client has a seat or watches.
    bool has(ParticipantPtr const& client) const { return seat_of(client).has_value() || find_spectator(client); }
    /// Whether anybody is connected.
    bool is_anybody_here() const;
};

} // namespace tefuda::server
