#include "server/store/sqlite/room_changes.hpp"

#include <algorithm>
#include <utility>

namespace tefuda::server {

void RoomChanges::add(EncodedRoom const& saved) {
    state = saved.state;
    finished = saved.finished;
}

void RoomChanges::add(EncodedMatch const& begun) {
    // A second one with the same number is a contradiction, which the database finds.
    matches.push_back({begun.number, std::string(begun.setup), {}, {}});
}

void RoomChanges::add(EncodedAction const& taken) {
    auto& changed = match(taken.match);
    changed.actions.add({taken.seat, std::string(taken.action), taken.ms, taken.by_bot});
    changed.banks = taken.banks;
}

void RoomChanges::add(MatchEnded const& ended) {
    auto& changed = match(ended.number);
    changed.banks.clear();
    changed.ended = true;
}

void RoomChanges::add(RoomRemoved const&) {
    RoomChanges kept;
    kept.results = std::move(results);
    kept.board = std::move(board);
    kept.board_end = board_end;
    kept.removed = true;
    *this = std::move(kept);
}

MatchChanges& RoomChanges::match(int number) {
    // Nearly always the last one.
    auto const found =
        std::find_if(matches.rbegin(), matches.rend(), [&](auto const& m) { return m.number == number; });
    return found != matches.rend() ? *found : matches.emplace_back(MatchChanges{.number = number});
}

void ChangesByRoom::add(std::string_view room, EncodedChange const& change) {
    auto found = rooms_.find(room);
    if (found == rooms_.end()) found = rooms_.emplace(room, RoomChanges()).first;
    std::visit([&](auto const& it) { found->second.add(it); }, change);
}

RoomChanges const* ChangesByRoom::find(std::string_view room) const {
    auto const found = rooms_.find(room);
    return found == rooms_.end() ? nullptr : &found->second;
}

} // namespace tefuda::server
