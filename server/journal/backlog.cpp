#include "server/journal/backlog.hpp"

#include "server/journal/stored_form.hpp"

namespace tefuda::server {

namespace {

void add(Backlog::Room& room, RoomSaved const& saved) {
    room.saved = {std::string(saved.state), saved.finished};
}

void add(Backlog::Room& room, MatchBegun const& begun) {
    room.matches[begun.number].setup = begun.setup;
}

void add(Backlog::Room& room, ActionTaken const& taken) {
    auto& match = room.matches[taken.match];
    match.actions += stored_form(MatchAction{taken.seat, std::string(taken.action), taken.ms});
    match.banks = taken.banks;
}

void add(Backlog::Room& room, MatchEnded const& ended) {
    auto& match = room.matches[ended.number];
    match.banks.clear();
    match.ended = true;
}

void add(Backlog::Room& room, RoomRemoved const&) {
    room = {.removed = true};
}

} // namespace

void Backlog::add(Unit const& unit) {
    auto& room = rooms[unit.room];
    for (auto const& change : unit.changes) std::visit([&](auto const& it) { server::add(room, it); }, change);
}

} // namespace tefuda::server
