#include "server/people/running_room.hpp"

#include "server/room/stored_form.hpp"

#include <algorithm>
#include <utility>

namespace tefuda::server {

std::optional<RunningRoom> running_room(RoomState const& state, MatchRun const* run, std::string const& player) {
    if (state.status == RoomStatus::finished) return std::nullopt;
    std::optional<RunningRoom> found;
    for (auto const seat : all_seats(state.seats.seats())) {
        auto const& owner = state.seats[seat].player;
        if (!owner || owner->id != player) continue;
        if (!found)
            found = RunningRoom{
                state.setting.code, std::string(state.setting.game->id()), state.match, seat, state.status, false};
        found->to_act = found->to_act || (state.playing() && run && run->waits_for(seat));
    }
    return found;
}

std::optional<RunningRoom> running_room(Room const& room, std::string const& player) {
    auto const& match = room.match();
    return running_room(room.state(), match ? &match->run() : nullptr, player);
}

std::optional<RunningRoom> running_room(StoredRoom stored, std::string const& player) {
    auto const room = room_of(std::move(stored));
    auto const* record = std::get_if<RoomRecord>(&room);
    if (!record) return std::nullopt;
    if (!record->last_match) return running_room(record->state, nullptr, player);
    MatchRun run(*record->last_match);
    for (auto const& action : record->last_match->actions) run.act(action.seat, action.action);
    return running_room(record->state, &run, player);
}

} // namespace tefuda::server
