#include "server/operate/room_rows.hpp"

#include "protocol/codec/decode.hpp"
#include "server/room/room_info.hpp"
#include "server/room/stored_form.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace tefuda::server {

namespace {

std::int64_t seconds_between(TimePoint then, TimePoint now) {
    return std::chrono::duration_cast<std::chrono::seconds>(now - then).count();
}

Nullable<std::string> id_of(std::optional<SeatPlayer> const& player) {
    return player ? Nullable<std::string>(player->id) : Nullable<std::string>();
}

SeatRow row_of(SeatSummary const& seat) {
    return {.seat = seat.seat,
            .name = seat.name,
            .kind = seat.kind,
            .player = id_of(seat.player),
            .connected = seat.connected ? Nullable<bool>(*seat.connected) : Nullable<bool>(),
            .address = {},
            .connected_s = {}};
}

std::optional<std::string> call_of(RoomState const& state) {
    return state.call.empty() ? std::nullopt : std::optional(state.call);
}

RoomRow row_of(RoomSummary const& summary, RoomSetting const& setting, Moment const& now) {
    constexpr std::int64_t second = 1'000'000;
    RoomRow row{.room = summary.room,
                .game = summary.game,
                .status = summary.status,
                .seats = {},
                .spectators = summary.spectators,
                .public_ = setting.is_public,
                .age_s = std::max<std::int64_t>(0, (now.microseconds() - setting.created) / second),
                .silent_s = {},
                .node = {},
                .call = {},
                .chat = {}};
    for (auto const& seat : summary.seats) row.seats.push_back(row_of(seat));
    return row;
}

} // namespace

RoomRow row_of(Room const& room, Moment const& now, std::string const& node, bool in_full) {
    auto row = row_of(room.summary(), room.state().setting, now);
    // The age is the wall clock's, this is another clock's: it may be ahead by what was cut off to whole seconds.
    row.silent_s = std::min(seconds_between(room.heard_at(), now.steady), row.age_s);
    row.node = node;
    if (!in_full) return row;
    for (auto& seat : row.seats) {
        auto const& client = room.presence().seats[seat.seat].client;
        seat.address = client ? Nullable<std::string>(client->address()) : Nullable<std::string>();
        seat.connected_s = client ? Nullable<std::int64_t>(seconds_between(client->connected_at(), now.steady))
                                  : Nullable<std::int64_t>();
    }
    row.call = call_of(room.state());
    row.chat.emplace();
    room.chat_log().for_each([&](ChatLine const& line, TimePoint said) {
        row.chat->push_back({line.from, line.name,
                             line.player ? Nullable<std::string>(*line.player) : Nullable<std::string>(), line.text,
                             seconds_between(said, now.steady)});
    });
    return row;
}

RoomRow row_of_stored(RoomState const& state, Moment const& now, Nullable<std::string> node, bool in_full) {
    auto row = row_of(summary_of_other(state, {}), state.setting, now);
    row.node = std::move(node);
    if (!in_full) return row;
    row.call = call_of(state);
    row.chat.emplace();
    for (auto& seat : row.seats) {
        seat.address.emplace();
        seat.connected_s.emplace();
    }
    return row;
}

std::vector<RoomRow> rows_of_all_servers(Sql& database, Moment const& now) {
    constexpr auto find = "SELECT code, coalesce(node, ''), spectators, state, "
                          "CAST(extract(epoch FROM now() - touched) AS bigint) FROM room "
                          "WHERE status <> 'finished' ORDER BY created DESC LIMIT 10000";
    std::vector<RoomRow> rows;
    for (auto const& found : database.read_one(find, {})) {
        auto const saved = codec::Decoder().read_text<SavedRoom>(found[3]);
        auto const state = saved ? state_of(found[0], *saved) : std::variant<RoomState, Illegal>(Illegal{});
        if (!std::holds_alternative<RoomState>(state)) continue;
        auto& row = rows.emplace_back(
            row_of_stored(std::get<RoomState>(state), now,
                          found[1].empty() ? Nullable<std::string>() : Nullable<std::string>(found[1]), false));
        row.spectators = std::stoi(found[2]);
        row.silent_s = std::stoll(found[4]);
    }
    return rows;
}

std::vector<Presentation> people_in(Room const& room) {
    std::vector<Presentation> people;
    auto const& state = room.state();
    for (auto const seat : all_seats(state.seats.seats()))
        if (auto const& client = room.presence().seats[seat].client)
            people.push_back({client, state.setting.code, state.seats[seat].name});
    room.presence().spectators().for_each(
        [&](Spectator const& spectator) { people.push_back({spectator.client, state.setting.code, spectator.name}); });
    return people;
}

} // namespace tefuda::server
