#include "server/room/table_commands.hpp"

#include "server/room/room_evening.hpp"
#include "server/room/seating.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

namespace tefuda::server {

namespace {

/// The numbers of seats with which the game can be played; none where the options are wrong with all of them.
std::vector<int> seats_for(Game const& game, std::string_view options) {
    std::vector<int> allowed;
    for (auto const seats : game.seat_counts().values)
        if (std::holds_alternative<std::string_view>(game.settle(options, seats))) allowed.push_back(seats);
    return allowed;
}

/// Why nothing may be changed here, if so.
std::optional<std::string> why_fixed(RoomState const& state) {
    auto const& setting = state.setting;
    if (setting.board) return "A board of the day is the same for everybody.";
    if (setting.first_from) return "This room was made to go on from another match.";
    if (setting.is_fixed && state.match == 1) return "This room's first match has a deal that was made for it.";
    return std::nullopt;
}

bool is_same(RoomSetting const& one, RoomSetting const& other) {
    auto const all = [](RoomSetting const& it) { return std::tie(it.game, it.options, it.seats, it.clock, it.hints); };
    return all(one) == all(other);
}

} // namespace

OrRejection<RoomSetting> changed_setting(RoomState const& state, ChangeTable const& message) {
    auto setting = state.setting;
    auto const* before = setting.game;
    if (message.game) setting.game = find_game(*message.game);
    if (!setting.game) return refused(ErrorCode::unknown_game, "There is no such game here.");
    if (auto const why = why_fixed(state)) return refused(ErrorCode::bad_options, *why);

    auto const usual = setting.game == before ? std::string(setting.options) : "{}";
    auto const options = message.options ? message.options->text : usual;
    auto const seats = message.seats ? message.seats->as_int() : setting.seats;
    auto const are_enough = seats && *seats >= seats_taken(state);
    auto const settled = setting.game->settle(options, seats.value_or(0));
    auto const* illegal = std::get_if<Illegal>(&settled);
    if (illegal || !are_enough) {
        auto allowed = seats_for(*setting.game, options);
        auto rejection = refused(ErrorCode::bad_options, illegal ? illegal->reason : "More seats are taken.");
        // Else it is not for the number of seats.
        if (!allowed.empty()) rejection.seats = std::move(allowed);
        return rejection;
    }
    setting.options = std::get<std::string_view>(settled);
    setting.seats = *seats;
    if (message.clock) setting.clock = *message.clock;
    if (setting.clock && !is_in_range(*setting.clock)) return refused(ErrorCode::bad_options, clock_out_of_range);
    if (message.hints) setting.hints = *message.hints;
    return setting;
}

OrRejection<> TableCommands::on(CommandContext& command, ChangeTable const& message) {
    auto const& state = room_.state();
    if (auto const may = check_host(state, room_.presence(), command.from); !may) return may.error();
    if (state.playing()) return refused(ErrorCode::already_playing, "A match is on.");
    auto setting = changed_setting(state, message);
    if (!setting) return setting.error();
    room_.messages().ok(command.effects, command.from, command.id);
    if (is_same(*setting, state.setting)) return {};

    auto& contents = room_.change();
    auto const moved = set_seats(contents.state, contents.presence, setting->seats, command.now);
    contents.state.setting = std::move(*setting);
    // They have asked for another one.
    for (auto& seat : contents.state.seats) seat.wants_rematch = false;
    for (auto const seat : moved)
        if (contents.presence.seats[seat].client) room_.messages().joined(command.effects, seat, {});
    if (!matches_.begin_if_ready(command)) room_.send_room(command);
    return {};
}

OrRejection<> TableCommands::on(CommandContext& command, NewEvening const&) {
    auto const& state = room_.state();
    if (auto const may = check_host(state, room_.presence(), command.from); !may) return may.error();
    if (state.playing()) return refused(ErrorCode::already_playing, "A match is on.");
    if (auto const why = why_fixed(state)) return refused(ErrorCode::bad_options, *why);
    auto const since = std::chrono::floor<std::chrono::microseconds>(room_.wall().time_since_epoch());
    begin_evening(room_.change_state(), since.count());
    room_.messages().ok(command.effects, command.from, command.id);
    room_.send_room(command, command.from);
    return {};
}

} // namespace tefuda::server
