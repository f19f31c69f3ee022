#include "server/journal/backlog.hpp"

#include "server/match/fetch.hpp"
#include "server/journal/unit_bytes.hpp"

#include <algorithm>

namespace tefuda::server {

namespace {

void add(Backlog::Room& room, RoomSaved const& saved) {
    room.saved = saved;
}

void add(Backlog::Room& room, MatchBegun const& begun) {
    room.matches[begun.number].setup = begun.setup;
}

void add(Backlog::Room& room, ActionTaken const& taken) {
    auto& match = room.matches[taken.match];
    append_action(match.actions, taken);
    match.banks = taken.banks;
}

void add(Backlog::Room& room, MatchEnded const& ended) {
    auto& match = room.matches[ended.number];
    match.banks = {};
    match.ended = true;
}

void add(Backlog::Room& room, RoomRemoved const&) {
    room = {.removed = true};
}

/// A room's units lie far apart: so many of them come from memory at once.
constexpr std::size_t ahead = 8;

void fetch(std::string_view unit) {
    server::fetch(unit.data(), unit.size());
}

[[noreturn]] void fail() {
    throw StoreFailure("What the journal's log has can't be read.");
}

} // namespace

Backlog::Backlog(std::span<std::string const> commits) {
    for (auto const& units : commits)
        if (!read_units(units, [this](Unit const& unit) { changes_[unit.room].push_back(unit.changes); })) fail();
}

void Backlog::for_each(std::function<void(std::string const& code, Room const&)> const& take) const {
    for (auto const& [code, units] : changes_) {
        Room room;
        auto const add_to_room = [&](Change const& change) {
            std::visit([&](auto const& it) { add(room, it); }, change);
        };
        for (std::size_t i = 0; i < std::min(ahead, units.size()); ++i) fetch(units[i]);
        for (std::size_t i = 0; i < units.size(); ++i) {
            if (i + ahead < units.size()) fetch(units[i + ahead]);
            if (!read_changes(units[i], add_to_room)) fail();
        }
        take(std::string(code), room);
    }
}

} // namespace tefuda::server
