#include "server/people/running_room.hpp"

#include <algorithm>

namespace tefuda::server {

namespace {

/// \param waits_for whether the match waits for a seat
template <class WaitsFor>
std::optional<RunningRoom> running_room(RoomState const& state, std::string const& player, OpenBoards const& open,
                                        WaitsFor const& waits_for) {
    auto const& board = state.setting.board;
    if (state.status == RoomStatus::finished || (board && open.is_open(board->day))) return std::nullopt;
    std::optional<RunningRoom> found;
    for (auto const seat : all_seats(state.seats.seats())) {
        auto const& owner = state.seats[seat].player;
        if (!owner || owner->id != player) continue;
        if (!found)
            found = RunningRoom{
                state.setting.code, std::string(state.setting.game->id()), state.match, seat, state.status, false};
        found->to_act = found->to_act || (state.playing() && waits_for(seat));
    }
    return found;
}

} // namespace

std::optional<RunningRoom> running_room(Room const& room, std::string const& player, OpenBoards const& open) {
    auto const& match = room.match();
    return running_room(room.state(), player, open, [&](Seat seat) { return match && match->run().waits_for(seat); });
}

std::optional<RunningRoom> running_room(RoomState const& room, std::string const& player, OpenBoards const& open) {
    return running_room(room, player, open,
                        [&](Seat seat) { return std::ranges::find(room.awaited, seat) != room.awaited.end(); });
}

} // namespace tefuda::server
