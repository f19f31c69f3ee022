// Who is connected to a room.
#pragma once

#include "protocol/client_message.hpp"
#include "rules/core/seat.hpp"
#include "server/room/match_clock.hpp"
#include "server/room/participant.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace tefuda::server {

struct Spectator {
    ParticipantPtr client;
    std::string name;
    std::string skeleton; ///< of the name (names.hpp)
    UpdateMode updates;
    bool extras;
};

/// In the order in which they came. Each change costs the same however many there are, and so does taking it back. Not
/// thread-safe.
class Spectators {
public:
    /// \pre the client is not among them
    void add(Spectator spectator);
    void remove(ParticipantPtr const& client);
    /// Null where it does not watch.
    Spectator const* find(ParticipantPtr const& client) const;

    /// Whether one of them has a name with this skeleton.
    bool has_name(std::string const& skeleton) const;
    /// A number that nobody with such a name has got, nor any lower one down to 2; mostly the first such number.
    int next_number(std::string const& skeleton) const;
    /// Somebody whose name has this skeleton has got a number.
    void raise_number(std::string const& skeleton, int number);

    std::size_t size() const { return all_.size(); }
    bool empty() const { return all_.empty(); }
    template <class Each>
    void for_each(Each const& each) const {
        for (auto const& [place, spectator] : all_) each(spectator);
    }

    /// What has changed stays: a new transaction begins.
    void commit() { std::vector<Undo>().swap(undo_); }
    /// As at the beginning of the transaction.
    void roll_back();

private:
    /// Of the one at this place: comes back, or goes where there is none.
    struct Undo {
        std::uint64_t place;
        std::optional<Spectator> spectator;
    };

    /// Those whose names have the same skeleton.
    struct Namesakes {
        std::size_t count = 0;
        int next_number = 2;
    };

    void count_name(std::string const& skeleton);
    void discount_name(std::string const& skeleton);

    std::map<std::uint64_t, Spectator> all_;
    /// Some may have none left: their number is kept, so that the search for the next one never begins anew.
    std::unordered_map<std::string, Namesakes> names_;
    std::unordered_map<Participant const*, std::uint64_t> places_;
    std::uint64_t next_place_ = 0;
    std::vector<Undo> undo_;
};

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
