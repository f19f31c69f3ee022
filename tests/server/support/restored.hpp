// A room as another process takes it up.
#pragma once

#include "server/room/stored_form.hpp"
#include "tests/server/support/room_fixture.hpp"

namespace tefuda::server::test {

/// What the store has after all that the fixture's room has had stored. \pre it keeps a journal
inline StoredRoom stored_room(RoomFixture const& table) {
    StoredRoom stored{.code = "ROOM", .room = table.stored<RoomSaved>().back().room, .last_match = {}};
    if (auto const begun = table.stored<MatchBegun>(); !begun.empty()) {
        auto& match = stored.last_match.emplace();
        match.number = begun.back().number;
        match.setup = begun.back().setup;
        for (auto const& taken : table.stored<ActionTaken>())
            if (taken.match == match.number) match.actions.add({taken.seat, taken.action, taken.ms, taken.by_bot});
    }
    return stored;
}

/// The room as it is read from there; nobody is connected. \pre it keeps a journal
inline Room restored(RoomFixture const& table) {
    auto read = room_of(stored_room(table));
    REQUIRE(std::holds_alternative<RoomRecord>(read));
    auto& record = std::get<RoomRecord>(read);
    REQUIRE_FALSE(record.damage);
    return {std::move(record), counted_bytes(), table.now};
}

} // namespace tefuda::server::test
