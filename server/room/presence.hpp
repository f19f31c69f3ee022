// Who is connected to a room.
#pragma once

#include "protocol/client_message.hpp"
#include "rules/core/seat.hpp"
#include "server/room/match_clock.hpp"
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
    bool extras;
};

struct SeatPresence {
    ParticipantPtr client; ///< null where nobody is connected
    /// Since when nobody is connected; of no meaning where somebody is.
    TimePoint gone_since{};
    /// If the seat was taken or resumed since the process started; the room's state has its hash.
    Token token{};
    /// Whether the connection wants messages that only people need.
    bool extras = false;
};

/// The connections of a room's seats and spectators. Nothing of it is stored: after a restart nobody is connected.
struct Presence {
    /// \param count of seats
    /// \param now when it begins: nobody is connected from then on
    explicit Presence(int count, TimePoint now = {}) : seats(count, {.client = nullptr, .gone_since = now}) {}

    SeatList<SeatPresence> seats;
    std::vector<Spectator> spectators;

    std::optional<Seat> seat_of(ParticipantPtr const& client) const;
    Spectator const* find_spectator(ParticipantPtr const& client) const;
    void remove_spectator(ParticipantPtr const& client);
    /// The seat's connection is gone.
    void disconnect(Seat seat, TimePoint now);
    /// Whether this client has a seat or watches.
    bool has(ParticipantPtr const& client) const { return seat_of(client).has_value() || find_spectator(client); }
    /// Whether anybody is connected.
    bool is_anybody_here() const;
    /// Calls `each` with every connection of a seat or a spectator.
    template <class Each>
    void for_each_client(Each const& each) const {
        for (auto const& seat : seats)
            if (seat.client) each(seat.client);
        for (auto const& spectator : spectators) each(spectator.client);
    }
};

} // namespace tefuda::server
