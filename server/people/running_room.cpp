#include "server/people/running_room.hpp"

#include "server/room/stored_form.hpp"

#include <algorithm>
#include <utility>

namespace tefuda::server {

namespace {

/// \param run the match that is on; null: none is
std::optional<RunningRoom> running_room(RoomState const& state, MatchRun const* run, std::string const& player,
                                        OpenBoards const& open) {
    auto const& board = state.setting.board;
    if (state.status == RoomStatus::finished || (board && open.is_open(board->day))) return std::nullopt;
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

} // namespace

std::optional<RunningRoom> running_room(Room const& room, std::string const& player, OpenBoards const& open) {
    auto const& match = room.match();
    return running_room(room.state(), match ? &match->run() : nullptr, player, open);
}

std::optional<RunningRoom> running_room(StoredRoom stored, std::string const& player, OpenBoards const& open) {
    auto const room = room_of(std::move(stored));
    auto const* record = std::get_if<RoomRecord>(&room);
    if (!record) return std::nullopt;
    if (!record->last_match) return running_room(record->state, nullptr, player, open);
    MatchRun run(*record->last_match);
    for (auto const& action : record->last_match->actions) run.act(action.seat, action.action);
    return running_room(record->state, &run, player, open);
}

} // namespace tefuda::server
