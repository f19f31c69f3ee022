#include "server/room/room_info.hpp"

namespace tefuda::server {

namespace {

Nullable<std::string> name_of(SeatState const& seat) {
    return seat.kind == SeatKind::empty ? Nullable<std::string>()
                                        : Nullable<std::string>(shown_name(seat.name, seat.player));
}

bool is_connected(SeatState const& seat, SeatPresence const& present) {
    return seat.kind == SeatKind::bot || (present.client && !seat.bot_plays);
}

/// A field that is there only where it is true.
std::optional<bool> if_true(bool value) {
    return value ? std::optional(true) : std::nullopt;
}

/// A field that is there only where it is false.
std::optional<bool> if_false(bool value) {
    return value ? std::nullopt : std::optional(false);
}

/// From where the match goes on that is on, or is the next.
std::optional<ReplayFrom> from_of(RoomState const& state) {
    return state.match == 1 ? state.setting.first_from : std::nullopt;
}

} // namespace

RoomInfo info_of(RoomState const& state, Presence const& presence) {
    RoomInfo info{.room = state.setting.code,
                  .game = std::string(state.setting.game->id()),
                  .options = {std::string(state.setting.options)},
                  .status = state.status,
                  .seats = {},
                  .spectators = static_cast<int>(presence.spectators().size()),
                  .public_ = state.setting.is_public,
                  .clock = state.setting.clock,
                  .hints = if_true(state.setting.hints),
                  .chat = if_false(!state.setting.no_chat),
                  .watching = if_false(!state.setting.no_spectators),
                  .from = from_of(state),
                  .match = state.match,
                  .commitment = state.commitment()};
    for (auto const seat : all_seats(state.seats.seats())) {
        auto const& one = state.seats[seat];
        auto const connected = is_connected(one, presence.seats[seat]);
        info.seats.push_back({.seat = seat,
                              .name = name_of(one),
                              .kind = one.kind,
                              .connected = connected,
                              .host = state.host == seat,
                              .bot_plays = if_true(one.bot_plays),
                              .player = shown<std::optional<SeatPlayer>>(one.player)});
    }
    return info;
}

RoomSummary summary_of_other(RoomState const& state, int spectators) {
    RoomSummary summary{.room = state.setting.code,
                        .game = std::string(state.setting.game->id()),
                        .options = {std::string(state.setting.options)},
                        .status = state.status,
                        .seats = {},
                        .spectators = spectators,
                        .clock = state.setting.clock,
                        .hints = if_true(state.setting.hints),
                        .chat = if_false(!state.setting.no_chat),
                        .watching = if_false(!state.setting.no_spectators),
                        .from = from_of(state),
                        .match = state.match,
                        .commitment = state.commitment()};
    for (auto const seat : all_seats(state.seats.seats()))
        summary.seats.push_back({.seat = seat,
                                 .name = name_of(state.seats[seat]),
                                 .kind = state.seats[seat].kind,
                                 .connected = {},
                                 .player = shown<std::optional<SeatPlayer>>(state.seats[seat].player)});
    return summary;
}

RoomSummary summary_of(RoomState const& state, Presence const& presence) {
    auto summary = summary_of_other(state, static_cast<int>(presence.spectators().size()));
    for (auto& seat : summary.seats) seat.connected = is_connected(state.seats[seat.seat], presence.seats[seat.seat]);
    return summary;
}

RoomSummary summary_of_stored(RoomState const& state) {
    return summary_of(state, Presence(state.setting.seats));
}

} // namespace tefuda::server
