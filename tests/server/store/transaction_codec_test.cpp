// Transactions as bytes.
#include "server/store/saved_json.hpp"
#include "server/store/sqlite/transaction_codec.hpp"
#include "tests/support/catch.hpp"

using namespace tefuda;
using namespace tefuda::server;

namespace {

struct RoomChange {
    std::string room;
    EncodedChange change;
    friend bool operator==(RoomChange const&, RoomChange const&) = default;
};
using Changes = std::vector<RoomChange>;

/// All changes with their rooms. They refer to the bytes.
std::optional<Changes> read(std::string const& bytes) {
    Changes changes;
    auto const add = [&](std::string_view room, EncodedChange const& change) {
        changes.push_back({std::string(room), change});
    };
    return read_transactions(bytes, add) ? std::optional(changes) : std::nullopt;
}

std::string bytes_of(std::vector<Transaction> const& transactions) {
    std::string bytes;
    for (auto const& transaction : transactions) append_transaction(bytes, transaction);
    return bytes;
}

SavedRoom const playing{.game = "fortyone", .options = {"{}"}, .status = RoomStatus::playing};
SavedRoom const finished{.game = "fortyone", .options = {"{}"}, .status = RoomStatus::finished};
SavedSetup const setup{.game = "fortyone", .options = {"{}"}};

std::vector<Transaction> const all{
    {"ROOM", {RoomSaved{playing}, MatchBegun{1, setup}}},
    {"", {}},
    {"OTHER", {ActionTaken{300, Seat(12), R"({"type":"draw"})", 3'000'000'000, {1, 60'000}, 0, true}, MatchEnded{300}}},
    {"ROOM", {ActionTaken{1, Seat(0), "{}", 0, {}, 0, false}, RoomSaved{finished}, RoomRemoved()}},
    {"SEATS", {RoomPlayers{{"aki", "ben"}, true}, RoomPlayers{{"ben"}, false, {"aki"}}}},
};

} // namespace

TEST_CASE("Transactions are read as they were appended", "[journal][sqlite]") {
    auto const playing_text = to_json(playing), finished_text = to_json(finished), setup_text = to_json(setup);
    auto const bytes = bytes_of(all);
    Changes const expected{
        {"ROOM", EncodedRoom{playing_text, false}},
        {"ROOM", EncodedMatch{1, setup_text}},
        {"OTHER", EncodedAction{300, Seat(12), 3'000'000'000, R"({"type":"draw"})", "[1,60000]", true}},
        {"OTHER", MatchEnded{300}},
        {"ROOM", EncodedAction{1, Seat(0), 0, "{}", "", false}},
        {"ROOM", EncodedRoom{finished_text, true}},
        {"ROOM", RoomRemoved()},
        {"SEATS", RoomPlayers{{"aki", "ben"}, true}},
        {"SEATS", RoomPlayers{{"ben"}, false, {"aki"}}},
    };
    CHECK((read(bytes) == expected));
    CHECK(read_saved_room(playing_text) == playing);
    CHECK(read_saved_setup(setup_text) == setup);
}

TEST_CASE("Transactions that are cut off are damaged, unless between two of them", "[journal][sqlite]") {
    auto const bytes = bytes_of(all);
    std::vector<std::size_t> ends{0};
    for (auto const& transaction : all) ends.push_back(ends.back() + bytes_of({transaction}).size());
    for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
        INFO(cut);
        auto const is_end = std::find(ends.begin(), ends.end(), cut) != ends.end();
        CHECK(read(bytes.substr(0, cut)).has_value() == is_end);
    }
}

TEST_CASE("Only whole changes before the damage are visited", "[journal][sqlite]") {
    auto const bytes = bytes_of({{"R", {MatchEnded{1}, MatchEnded{300}}}});
    for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
        INFO(cut);
        std::vector<int> ended;
        read_transactions(bytes.substr(0, cut), [&](std::string_view, EncodedChange const& change) {
            ended.push_back(std::get<MatchEnded>(change).number);
        });
        // Room, count, kind and number of the first: one byte each, but two of the room.
        CHECK(ended == (cut < 5 ? std::vector<int>() : std::vector{1}));
    }
}

TEST_CASE("A change that can't be is damage", "[journal][sqlite]") {
    auto const one_change = [](std::string const& change) { return read("\x01R\x01" + change); };
    REQUIRE(one_change("\x02\x01\x0c\x05\x02{}" + std::string(1, '\0')));
    CHECK_FALSE(one_change("\x02\x01\x0d\x05\x02{}" + std::string(1, '\0'))); // seat 13
    CHECK_FALSE(one_change("\x05"));                                          // no such kind
    CHECK_FALSE(one_change("\x03\xff\xff\xff\xff\xff\x01"));                  // a match of more than 32 bits
    CHECK_FALSE(one_change(std::string("\0\x01x\x02", 4)));                   // neither finished nor not
    CHECK_FALSE(read("\x01R\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x04"));   // more changes than bytes
}

TEST_CASE("Bank times are whole numbers that are not negative", "[journal][sqlite]") {
    CHECK(banks_to_json({}).empty());
    CHECK(read_banks("") == std::vector<std::int64_t>());
    std::vector<std::int64_t> const banks{0, 60'000, 1'000'000'000'000};
    CHECK(banks_to_json(banks) == "[0,60000,1000000000000]");
    CHECK(read_banks(banks_to_json(banks)) == banks);
    for (auto const* text : {"[-1]", "[0.5]", "[1e16]", "7", "[", "[\"1\"]", "{}"}) CHECK_FALSE(read_banks(text));
}
