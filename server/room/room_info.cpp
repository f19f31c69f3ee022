#include "server/room/room_info.hpp"

#include "server/room/room_evening.hpp"

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

/// What both of them say.
template <class Info>
Info common_of(RoomState const& state, int spectators) {
    auto const& setting = state.setting;
    Info info{};
    info.room = setting.code;
    info.game = setting.game->id();
    info.options = {std::string(setting.options)};
    info.status = state.status;
    info.spectators = spectators;
    info.clock = setting.clock;
    info.hints = if_true(setting.hints);
    info.chat = if_false(!setting.no_chat);
    info.watching = if_false(!setting.no_spectators);
    // Of the match that is on, or is the next.
    if (state.match == 1) info.from = setting.first_from;
    info.match = state.match;
    info.commitment = state.commitment();
    return info;
}

} // namespace

RoomInfo info_of(RoomState const& state, Presence const& presence) {
    auto info = common_of<RoomInfo>(state, static_cast<int>(presence.spectators().size()));
    info.public_ = state.setting.is_public;
    if (!state.call.empty()) info.call = state.call;
    for (auto const seat : all_seats(state.seats.seats())) {
        auto const& one = state.seats[seat];
        info.seats.push_back({.seat = seat,
                              .name = name_of(one),
                              .kind = one.kind,
                              .connected = is_connected(one, presence.seats[seat]),
                              .host = state.host == seat,
                              .bot_plays = if_true(one.bot_plays),
                              .player = shown<std::optional<SeatPlayer>>(one.player)});
    }
    info.evening = evening_info_of(state);
    return info;
}

RoomSummary summary_of_other(RoomState const& state, RoomPresence const& presence) {
    auto summary = common_of<RoomSummary>(state, presence.spectators);
    auto const connected = [&](Seat seat) -> std::optional<bool> {
        if (!presence.connected) return std::nullopt;
        return state.seats[seat].kind == SeatKind::bot || ((*presence.connected >> seat.number()) & 1) != 0;
    };
    for (auto const seat : all_seats(state.seats.seats()))
        summary.seats.push_back({.seat = seat,
                                 .name = name_of(state.seats[seat]),
                                 .kind = state.seats[seat].kind,
                                 .connected = connected(seat),
                                 .player = shown<std::optional<SeatPlayer>>(state.seats[seat].player)});
    return summary;
}

RoomSummary summary_of(RoomState const& state, Presence const& presence) {
    return summary_of_other(state, presence_of(state, presence));
}

RoomPresence presence_of(RoomState const& state, Presence const& presence) {
    std::int64_t connected = 0;
    for (auto const seat : all_seats(state.seats.seats()))
        if (state.seats[seat].kind == SeatKind::human && is_connected(state.seats[seat], presence.seats[seat]))
            connected |= std::int64_t{1} << seat.number();
    return {static_cast<int>(presence.spectators().size()), connected};
}

RoomSummary summary_of_stored(RoomState const& state) {
    return summary_of(state, Presence(state.setting.seats));
}

} // namespace tefuda::server
