// How little a room would be missed, and when it is time for it to leave the memory.
#pragma once

#include "server/metrics/game_metrics.hpp"
#include "server/room/room.hpp"
#include "server/runtime/guarded.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace tefuda::server {

/// How long a room stays in which nobody is connected.
struct RoomAges {
    /// A room that waits for players; with a journal, also how long another room stays in memory.
    Duration unused = std::chrono::hours(1);
    /// A room in which nobody ever had a seat; and how long one where only bots sit stays in memory.
    Duration unseated = std::chrono::minutes(1);
    /// Without a journal: a room in which there was a match.
    Duration retention = std::chrono::hours(24 * 30);
};

/// How little a room would be missed if another needed its place; what would be missed least first.
enum class Standing : std::uint8_t {
    at_rest,   ///< nobody is connected, and nothing happens until somebody comes; it may leave the memory for the store
    never_sat, ///< it waits, and nobody ever had a seat
    abandoned, ///< it waits, and nobody is connected
    in_use
};
/// \param stored whether a journal keeps the room
Standing standing_of(Room const& room, bool stored);

/// How a room leaves the memory.
enum class Departure : std::uint8_t {
    unload, ///< the store keeps it
    remove, ///< it is deleted
};
/// Nothing where the room stays.
/// \param age since when nobody is connected
std::optional<Departure> departure_of(Room const& room, bool stored, Duration age, RoomAges const& ages);

/// What others may know of a room without asking it, as of the last commit. Updated on the room's executor.
class RoomStanding {
public:
    /// \param stored whether a journal keeps the room
    RoomStanding(Room const& room, bool stored)
        : stored_(stored), counted_(room.counts(), room.state().status), is_open_to_public_(is_open(room)),
          host_(room.host()) {}

    void update(Room const& room, TimePoint now);

    // On any thread.
    Standing now() const { return now_; }
    /// Whether it is public and has not finished.
    bool is_open_to_public() const { return is_open_to_public_; }
    /// Whether a match is on, and somebody is connected.
    bool is_played() const { return is_played_; }
    /// Whether a match has ended here.
    bool had_match() const { return had_match_; }
    /// As Room::host.
    SeatOwner host() const {
        return host_.with([](SeatOwner const& host) { return host; });
    }

    /// Since when nobody is connected; nothing where somebody is.
    std::optional<TimePoint> const& empty_since() const { return empty_since_; }

private:
    static bool is_open(Room const& room) {
        return room.state().setting.is_public && room.state().status != RoomStatus::finished;
    }

    bool const stored_;
    CountedRoom counted_;
    std::atomic<bool> is_open_to_public_;
    std::atomic<bool> is_played_ = false;
    std::atomic<bool> had_match_ = false;
    std::atomic<Standing> now_ = Standing::in_use;
    std::optional<TimePoint> empty_since_;
    Guarded<SeatOwner> host_;
};

} // namespace tefuda::server
