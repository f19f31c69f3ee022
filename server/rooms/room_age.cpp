#include "server/rooms/room_age.hpp"

#include "server/room/board_rules.hpp"

namespace tefuda::server {

namespace {

/// The board of a player who has not come yet: it is the only one that the player gets.
bool is_kept_board(Room const& room) {
    return room.state().setting.board && room.state().status == RoomStatus::waiting && may_be_played(room.state());
}

} // namespace

Standing standing_of(Room const& room, bool stored) {
    auto const waits = room.state().status == RoomStatus::waiting;
    if (room.presence().is_anybody_here()) return Standing::in_use;
    if (is_kept_board(room)) return stored ? Standing::at_rest : Standing::in_use;
    if (waits) return room.was_used() ? Standing::abandoned : Standing::never_sat;
    // Without a journal its matches would be lost.
    return stored && room.is_at_rest() ? Standing::at_rest : Standing::in_use;
}

void RoomStanding::update(Room const& room, TimePoint now) {
    if (room.presence().is_anybody_here())
        empty_since_.reset();
    else if (!empty_since_)
        empty_since_ = now;
    is_open_to_public_ = is_open(room);
    is_played_ = room.state().playing() && room.presence().is_anybody_here();
    if (room.state().match > 1) had_match_ = true;
    now_ = standing_of(room, stored_);
    counted_.has(room.counts(), room.state().status);
    host_.with([host = room.host()](SeatOwner& known) mutable { known.swap(host); });
}

std::optional<Departure> departure_of(Room const& room, bool stored, Duration age, RoomAges const& ages) {
    if (is_kept_board(room)) return stored && age >= ages.unused ? std::optional(Departure::unload) : std::nullopt;
    auto const waits = room.state().status == RoomStatus::waiting;
    auto const longest = waits && !room.was_used() ? ages.unseated : ages.unused;
    if (waits ? age >= longest : !stored && age >= ages.retention) return Departure::remove;
    if (stored && age >= (room.has_human() ? ages.unused : ages.unseated) && room.is_at_rest())
        return Departure::unload;
    return std::nullopt;
}

} // namespace tefuda::server
