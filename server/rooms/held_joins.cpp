#include "server/rooms/held_joins.hpp"

#include "server/rooms/room_actor.hpp"

#include <optional>
#include <utility>

namespace tefuda::server {

bool HeldJoins::hold(RoomRequest& request, Room const& room, RoomActor& actor) {
    if (!held_.contains(request.from)) {
        auto const host = room.host_to_ask(request.from, request.message);
        auto const is_known = host && request.absent_host && request.absent_host->player == host->id;
        if (!host || is_known) return false;
        auto go_on = [actor = actor.shared_from_this(), client = request.from, host](std::optional<bool> blocks) {
            actor->let_go_on(client, {host->id, blocks});
        };
        request.from->ask_whether_blocked_by(host->id, std::move(go_on));
    }
    // The answer comes later, also where there is no memory for this.
    held_[request.from].emplace_back(std::move(request));
    return true;
}

std::list<RoomCommand> HeldJoins::release(ParticipantPtr const& client, std::shared_ptr<AbsentHost const> const& host) {
    auto held = held_.extract(client);
    if (held.empty() || held.mapped().empty()) return {};
    std::get<RoomRequest>(held.mapped().front()).absent_host = host;
    return std::move(held.mapped());
}

} // namespace tefuda::server
