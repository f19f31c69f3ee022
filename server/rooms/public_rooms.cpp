#include "server/rooms/public_rooms.hpp"

#include "protocol/codec/encode.hpp"
#include "server/room/room_info.hpp"

namespace tefuda::server {

void RoomList::show(std::string const& code, std::int64_t created, std::string_view game, std::string summary) {
    created_[code] = created;
    auto& shown = shown_[{created, code}];
    // It may have had another game before.
    if (shown.game != game) of_game_[shown.game].erase({created, code});
    shown = {std::string(game), std::move(summary)};
    of_game_[shown.game].insert({created, code});
}

void RoomList::hide(std::string const& code) {
    constexpr std::size_t most_remembered = 10'000;
    auto const found = created_.find(code);
    if (found == created_.end()) return;
    if (auto const room = shown_.find({found->second, code}); room != shown_.end()) {
        of_game_[room->second.game].erase(room->first);
        shown_.erase(room);
    }
    if (created_.size() <= shown_.size() + most_remembered) return;
    std::erase_if(created_, [this](auto const& each) { return !shown_.contains({each.second, each.first}); });
}

RoomList::Page RoomList::find(Query const& query) const {
    Page found{.rooms = "[", .created = {}};
    auto const add = [&](Place const& place, Shown const& room) {
        if (found.created.size() == static_cast<std::size_t>(page)) return false;
        if (!found.created.empty()) found.rooms += ',';
        found.rooms += room.summary;
        found.created.push_back(place.created);
        return true;
    };
    std::optional<Place> after;
    if (query.after) {
        auto const before = created_.find(*query.after);
        if (before == created_.end()) return {.rooms = "[]", .created = {}};
        after = {before->second, before->first};
    }
    auto const first = [&](auto const& places) { return after ? places.upper_bound(*after) : places.begin(); };
    if (!query.game) {
        for (auto room = first(shown_); room != shown_.end() && add(room->first, room->second);) ++room;
    } else if (auto const game = of_game_.find(*query.game); game != of_game_.end()) {
        for (auto place = first(game->second); place != game->second.end() && add(*place, shown_.at(*place));) ++place;
    }
    found.rooms += ']';
    return found;
}

void PublicRooms::update(Room const& room, std::int64_t epoch) {
    auto const& setting = room.state().setting;
    if (!setting.is_public) return;
    if (on_listed_) on_listed_({setting.code, epoch}, presence_of(room.state(), room.presence()));
    if (!room.state().is_listed()) return hide(setting.code);
    auto summary = codec::to_json(room.summary());
    list_.with(
        [&](RoomList& list) { list.show(setting.code, setting.created, setting.game->id(), std::move(summary)); });
}

void PublicRooms::list_elsewhere(std::map<std::string, Listed> const& rooms,
                                 std::function<bool(std::string const& code)> const& is_here) {
    std::unordered_set<std::string> before;
    before.swap(elsewhere_);
    for (auto const& [code, room] : rooms) {
        before.erase(code);
        if (is_here(code)) continue;
        list_.with([&](RoomList& list) { list.show(code, room.created, room.game, room.summary); });
        elsewhere_.insert(code);
    }
    for (auto const& code : before)
        if (!is_here(code)) hide(code);
}

} // namespace tefuda::server
