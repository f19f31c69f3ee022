// What a room says about itself.
#include "server/room/room_state.hpp"

#include "server/room/room_info.hpp"

#include <algorithm>

namespace tefuda::server {

bool RoomState::has_empty_seat() const {
    return std::ranges::any_of(seats, [](auto const& seat) { return seat.kind == SeatKind::empty; });
}

std::string RoomState::commitment() const {
    return to_hex(commitment_of(server_seed));
}

namespace {

Nullable<std::string> name_of(SeatState const& seat) {
    return seat.kind == SeatKind::empty ? Nullable<std::string>() : Nullable<std::string>(seat.name);
}

/// A field that is there only where it is true.
std::optional<bool> if_true(bool value) {
    return value ? std::optional(true) : std::nullopt;
}

} // namespace

RoomInfo info_of(RoomState const& state, Presence const& presence) {
    RoomInfo info{.room = state.setting.code,
                  .game = std::string(state.setting.game->id()),
                  .options = {std::string(state.setting.options)},
                  .status = state.status,
                  .seats = {},
                  .spectators = static_cast<int>(presence.spectators.size()),
                  .public_ = state.setting.is_public,
                  .clock = state.setting.clock,
                  .hints = if_true(state.setting.hints),
                  .match = state.match,
                  .commitment = state.commitment()};
    for (auto const seat : all_seats(state.seats.seats())) {
        auto const& one = state.seats[seat];
        auto const connected = one.kind == SeatKind::bot || (presence.seats[seat].client && !one.bot_plays);
        info.seats.push_back({.seat = seat,
                              .name = name_of(one),
                              .kind = one.kind,
                              .connected = connected,
                              .host = state.host == seat,
                              .bot_plays = if_true(one.bot_plays)});
    }
    return info;
}

RoomSummary summary_of(RoomState const& state, int spectators) {
    RoomSummary summary{.room = state.setting.code,
                        .game = std::string(state.setting.game->id()),
                        .options = {std::string(state.setting.options)},
                        .status = state.status,
                        .seats = {},
                        .spectators = spectators,
                        .clock = state.setting.clock,
                        .hints = if_true(state.setting.hints),
                        .match = state.match,
                        .commitment = state.commitment()};
    for (auto const seat : all_seats(state.seats.seats()))
        summary.seats.push_back({seat, name_of(state.seats[seat]), state.seats[seat].kind});
    return summary;
}

} // namespace tefuda::server
