// Rooms whose stored form is damaged.
#include "tests/server/support/restored.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

TEST_CASE("a stored room with times that no clock can have is named as damaged", "[room]") {
    RoomFixture table({.game = "selfish", .seats = 2, .clock = ClockSetting{30, 60}}, Keeps::journal);
    auto const aki = table.join("Aki"), ben = table.join("Ben");
    auto const& on_turn = aki.last("update").contains("legal") ? aki : ben;
    table.act(on_turn, on_turn.last("update")["legal"][0]);
    auto const good = stored_room(table);
    auto const damage_of = [&](auto const& change) -> std::string {
        auto stored = good;
        change(stored);
        auto const read = room_of(std::move(stored));
        if (auto const* illegal = std::get_if<Illegal>(&read)) return illegal->reason;
        return std::get<RoomRecord>(read).damage.value_or("");
    };
    CHECK(damage_of([](auto&) {}).empty());
    for (auto const seconds : {-1.0, 1e24})
        CHECK(damage_of([&](StoredRoom& it) { it.room.clock->bank = seconds; }) == "its clock can't be read");
    constexpr std::int64_t endless = 1'000'000'000'000'000;
    CHECK_THAT(damage_of([](StoredRoom& it) {
                   it.last_match->actions.add({Seat(0), R"({"type":"draw"})", endless, false});
               }),
               Catch::Contains("its times can't be read"));
    for (auto const ms : {std::int64_t{-1}, endless}) {
        CHECK_THAT(damage_of([&](StoredRoom& it) {
                       it.last_match->banks = {5, ms};
                   }),
                   Catch::Contains("its clocks can't be read"));
        CHECK(damage_of([&](StoredRoom& it) {
                  it.room.banks = {1, 1, {5, static_cast<double>(ms)}};
              }) == "its clocks can't be read");
    }
}
