#include "server/room/room_list.hpp"

#include <utility>

namespace tefuda::server {

void RoomList::show(std::string const& code, std::int64_t created, std::string_view game, std::string summary) {
    std::lock_guard const lock(mutex_);
    created_[code] = created;
    shown_[{created, code}] = {std::string(game), std::move(summary)};
}

void RoomList::hide(std::string const& code) {
    constexpr std::size_t most_remembered = 10'000;
    std::lock_guard const lock(mutex_);
    auto const found = created_.find(code);
    if (found == created_.end()) return;
    shown_.erase({found->second, code});
    if (created_.size() <= shown_.size() + most_remembered) return;
    std::erase_if(created_, [this](auto const& each) { return !shown_.contains({each.second, each.first}); });
}

RoomList::Found RoomList::find(Query const& query) const {
    std::lock_guard const lock(mutex_);
    auto room = shown_.begin();
    if (query.after) {
        auto const before = created_.find(*query.after);
        room = before == created_.end() ? shown_.end() : shown_.upper_bound({before->second, before->first});
    }
    Found found{.rooms = "[", .created = {}};
    for (int count = 0; room != shown_.end() && count < page; ++room) {
        auto const& [game, summary] = room->second;
        if (query.game && *query.game != game) continue;
        if (count++ > 0) found.rooms += ',';
        found.rooms += summary;
        found.created.push_back(room->first.created);
    }
    found.rooms += ']';
    return found;
}

} // namespace tefuda::server
