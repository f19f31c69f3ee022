#include "server/rooms/public_rooms.hpp"

#include "protocol/codec/encode.hpp"

namespace tefuda::server {

void PublicRooms::update(Room const& room, std::int64_t epoch) {
    auto const& setting = room.state().setting;
    if (!setting.is_public) return;
    if (on_listed_) on_listed_({setting.code, epoch}, static_cast<int>(room.presence().spectators().size()));
    if (room.state().is_listed())
        list_.show(setting.code, setting.created, setting.game->id(), codec::to_json(room.summary()));
    else
        list_.hide(setting.code);
}

void PublicRooms::list_elsewhere(std::map<std::string, Listed> const& rooms,
                                 std::function<bool(std::string const& code)> const& is_here) {
    std::unordered_set<std::string> before;
    before.swap(elsewhere_);
    for (auto const& [code, room] : rooms) {
        before.erase(code);
        if (is_here(code)) continue;
        list_.show(code, room.created, room.game, room.summary);
        elsewhere_.insert(code);
    }
    for (auto const& code : before)
        if (!is_here(code)) list_.hide(code);
}

} // namespace tefuda::server
