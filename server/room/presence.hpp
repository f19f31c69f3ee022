// Who is connected to a room.
#pragma once

#include "protocol/client_message.hpp"
#include "rules/core/seat.hpp"
#include "server/room/match_clock.hpp"
#include "server/room/spectators.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tefuda::server {

/// The secret that resumes a seat; clients have it in lower-case hex.
using Token = std::array<std::uint8_t, 16>;

struct SeatPresence {
    ParticipantPtr client; ///< null where nobody is connected
    /// Since when nobody is connected; of no meaning where somebody is.
    TimePoint gone_since{};
    /// If the seat was taken or resumed since the process started; the room's state has its hash.
    Token token{};
    /// Whether the connection wants messages that only people need.
    bool extras = false;
};

/// Who was kicked, and may take no seat for a while.
struct Blocked {
    std::weak_ptr<Participant> client;
    std::string address; ///< empty where others in the room have the same
    TimePoint until;
};

/// The connections of a room's seats and spectators. Nothing of it is stored: after a restart nobody is connected.
/// Copies have the same spectators, who take back by themselves what a transaction has changed.
class Presence {
public:
    /// \param count of seats
    /// \param now when it begins: nobody is connected from then on
    explicit Presence(int count, TimePoint now = {})
        : seats(count, {.client = nullptr, .gone_since = now}), spectators_(std::make_shared<Spectators>()) {}

    SeatList<SeatPresence> seats;

    /// The newest last; those of old times may be among them.
    std::vector<Blocked> blocked;
    static constexpr std::size_t most_blocked = 32;

    /// Whoever is connected to the seat may take no seat for ten minutes, and neither may its address, unless others at
    /// the table have the same. \pre somebody is
    void block(Seat seat, TimePoint now);
    bool is_blocked(ParticipantPtr const& client, TimePoint now) const;

    Spectators const& spectators() const { return *spectators_; }
    Spectators& change_spectators() { return *spectators_; }
    std::shared_ptr<Spectators> const& shared_spectators() const { return spectators_; }

    std::optional<Seat> seat_of(ParticipantPtr const& client) const;
    /// The seat's connection is gone.
    void disconnect(Seat seat, TimePoint now);
    /// Whether this client has a seat or watches.
    bool has(ParticipantPtr const& client) const { return seat_of(client).has_value() || spectators().find(client); }
    /// Whether anybody is connected.
    bool is_anybody_here() const;
    /// Calls `each` with every connection of a seat or a spectator.
    template <class Each>
    void for_each_client(Each const& each) const {
        for (auto const& seat : seats)
            if (seat.client) each(seat.client);
        spectators().for_each([&](Spectator const& spectator) { each(spectator.client); });
    }

private:
    std::shared_ptr<Spectators> spectators_;
};

} // namespace tefuda::server
