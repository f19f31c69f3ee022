#include "server/room/stored_seat.hpp"

#include <cstddef>
#include <string>

namespace tefuda::server {

namespace {

std::optional<std::string> hex_of(std::optional<Bytes32> const& hash) {
    return hash ? std::optional(to_hex(*hash)) : std::nullopt;
}

/// Which seat of the last match was this one's, as SavedSeat::match_seat.
std::optional<Nullable<Seat>> stored_match_seat(RoomState const& room, Seat seat) {
    auto const& sits = room.seats[seat];
    if (room.status != RoomStatus::finished || sits.kind == SeatKind::empty || sits.match_seat == seat)
        return std::nullopt;
    return sits.match_seat ? Nullable<Seat>(*sits.match_seat) : Nullable<Seat>();
}

std::optional<Seat> match_seat_of(SavedRoom const& room, Seat seat) {
    auto const& saved = room.seats[static_cast<std::size_t>(seat.number())];
    if (room.status == RoomStatus::waiting || saved.kind == SeatKind::empty) return std::nullopt;
    if (room.status == RoomStatus::playing || !saved.match_seat) return seat;
    return *saved.match_seat;
}

} // namespace

SavedSeat stored_seat(RoomState const& room, Seat number) {
    auto const& seat = room.seats[number];
    return {seat.kind,
            seat.name,
            seat.entropy,
            hex_of(seat.token_hash),
            seat.bot_plays,
            seat.level,
            seat.wants_rematch,
            seat.updates,
            written<std::optional<SeatPlayer>>(seat.player),
            hex_of(seat.older_token_hash),
            stored_match_seat(room, number),
            seat.line};
}

std::optional<SeatState> seat_in(SavedRoom const& room, Seat number) {
    auto const& saved = room.seats[static_cast<std::size_t>(number.number())];
    auto const hash = saved.token_hash ? bytes32_from_hex(*saved.token_hash) : std::nullopt;
    auto const older = saved.older_token_hash ? bytes32_from_hex(*saved.older_token_hash) : std::nullopt;
    if (saved.token_hash.has_value() != hash.has_value()) return std::nullopt;
    if (saved.older_token_hash.has_value() != older.has_value()) return std::nullopt;
    return SeatState{saved.name,
                     saved.entropy,
                     hash,
                     saved.kind,
                     saved.bot_plays,
                     saved.level,
                     saved.wants_rematch,
                     saved.updates,
                     {},
                     owner_of(saved.player),
                     older,
                     match_seat_of(room, number),
                     saved.line};
}

} // namespace tefuda::server
