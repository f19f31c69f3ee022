#include "server/rooms/public_rooms.hpp"

#include "tests/support/catch.hpp"

using namespace tefuda::server;

namespace {

std::string code(int number) {
    return "ROOM" + std::to_string(number);
}

/// Rooms 1, 2, 3 …, created in this order; each third is of another game.
void fill(RoomList& list, int count) {
    for (int number = 1; number <= count; ++number)
        list.show(code(number), number, number % 3 == 0 ? "selfish" : "fortyone", std::to_string(number));
}

/// The pages of a list from the newest room to the oldest: a summary is the room's number.
std::vector<int> all_pages(RoomList const& list, RoomList::Query query = {}) {
    std::vector<int> numbers;
    for (;;) {
        auto const page = list.find(query).rooms;
        auto count = 0;
        for (std::size_t at = 1; at + 1 < page.size(); at = page.find_first_of(",]", at) + 1, ++count)
            numbers.push_back(std::stoi(page.substr(at)));
        CHECK(count <= 200);
        if (count == 0) return numbers;
        query.after = code(numbers.back());
    }
}

} // namespace

TEST_CASE("A page of the list has 200 rooms at the most, the newest first", "[room]") {
    RoomList list;
    CHECK(list.find({}).rooms == "[]");
    fill(list, 3);
    CHECK(list.find({}).rooms == "[3,2,1]");
    CHECK(list.find({}).created == std::vector<std::int64_t>{3, 2, 1});
    CHECK(list.find({.after = code(3)}).rooms == "[2,1]");
    CHECK(list.find({.after = code(1)}).rooms == "[]");
    fill(list, 1000);
    auto const numbers = all_pages(list);
    REQUIRE(numbers.size() == 1000);
    for (int i = 0; i < 1000; ++i) REQUIRE(numbers[static_cast<std::size_t>(i)] == 1000 - i);
}

TEST_CASE("The list may be asked for the rooms of one game", "[room]") {
    RoomList list;
    fill(list, 9);
    CHECK(list.find({.game = "selfish"}).rooms == "[9,6,3]");
    CHECK(list.find({.after = code(7), .game = "selfish"}).rooms == "[6,3]");
    CHECK(list.find({.game = "bridge"}).rooms == "[]");
    fill(list, 1000);
    CHECK(all_pages(list, {.game = "selfish"}).size() == 333);
}

TEST_CASE("A room that has another game now is among the rooms of that one alone", "[room]") {
    RoomList list;
    fill(list, 4);
    list.show(code(3), 3, "fortyone", "33");
    CHECK(list.find({.game = "selfish"}).rooms == "[]");
    CHECK(list.find({.game = "fortyone"}).rooms == "[4,33,2,1]");
    list.hide(code(3));
    CHECK(list.find({.game = "fortyone"}).rooms == "[4,2,1]");
}

TEST_CASE("Whoever goes from page to page misses no room, though rooms come, change and go", "[room]") {
    RoomList list;
    fill(list, 5);
    list.hide(code(4));
    CHECK(list.find({.after = code(4)}).rooms == "[3,2,1]");
    list.show(code(2), 2, "fortyone", "22");
    list.show(code(6), 6, "fortyone", "6");
    CHECK(list.find({.after = code(4)}).rooms == "[3,22,1]");
    list.show(code(4), 4, "fortyone", "4");
    CHECK(list.find({}).rooms == "[6,5,4,3,22,1]");
}

TEST_CASE("Behind a code that was never in the list there is nothing: a private room is as good as none", "[room]") {
    RoomList list;
    fill(list, 5);
    list.hide("PRIVATE");
    CHECK(list.find({.after = "PRIVATE"}).rooms == "[]");
    CHECK(list.find({.after = ""}).rooms == "[]");
}
