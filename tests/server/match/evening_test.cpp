#include "server/match/evening.hpp"
#include "tests/support/catch.hpp"

#include <string>
#include <utility>
#include <vector>

using namespace tefuda;
using namespace tefuda::server;

namespace {

SheetSeat nobody(std::string name) {
    return {.name = std::move(name)};
}

SheetSeat somebody(std::string name, std::string id) {
    return {.name = std::move(name), .player = SeatPlayer{std::move(id), PlayerKind::human}};
}

SheetSeat bot(std::string name, BotLevel level) {
    return {.name = std::move(name), .kind = PlayerKind::bot, .level = level};
}

/// As `Mio 3/2/1`: points in halves, matches played and won. Most points first.
std::string text_of(Evening const& evening) {
    std::string text;
    for (auto const* line : ranking_of(evening))
        text += (text.empty() ? "" : ", ") + line->name + " " + std::to_string(line->halves) + "/" +
                std::to_string(line->played) + "/" + std::to_string(line->won);
    return text;
}

/// A match whose seats end in this order; the first one wins.
void play_match(Evening& evening, std::vector<SheetSeat>& seats, std::vector<int> const& ranks) {
    auto const halves = halves_of(ranks, std::nullopt, true);
    std::vector<SheetScore> scores;
    for (std::size_t i = 0; i < seats.size(); ++i) scores.push_back({halves[i], ranks[i] == 1, 0});
    add_match(evening, {evening.matches + 1, "game", "2026-11-27T20:00:00.000Z"}, seats, scores);
}

std::vector<int> halves(std::vector<int> const& ranks, std::optional<std::vector<int>> const& teams = {},
                        bool has_winners = true) {
    return halves_of(ranks, teams, has_winners);
}

} // namespace

TEST_CASE("A seat wins a point of each other seat behind it, and half a point of one beside it", "[match][evening]") {
    CHECK(halves({1, 2, 3, 4}) == std::vector{6, 4, 2, 0});
    CHECK(halves({2, 1}) == std::vector{0, 2});
    CHECK(halves({1, 2, 2, 4}) == std::vector{6, 3, 3, 0});
    CHECK(halves({1, 1, 1}) == std::vector{2, 2, 2});
}

TEST_CASE("Seats of the own team give no points", "[match][evening]") {
    CHECK(halves({1, 3, 1, 3}, std::vector{0, 1, 0, 1}) == std::vector{4, 0, 4, 0});
    CHECK(halves({1, 1, 1, 1}, std::vector{0, 1, 0, 1}) == std::vector{2, 2, 2, 2});
}

TEST_CASE("Without winners each other seat gives half a point", "[match][evening]") {
    CHECK(halves({1, 2, 3}, std::nullopt, false) == std::vector{2, 2, 2});
    CHECK(halves({1, 2, 1, 2}, std::vector{0, 1, 0, 1}, false) == std::vector{2, 2, 2, 2});
}

TEST_CASE("A line goes on with the seat's token, the player or the bot's name and level", "[match][evening]") {
    Evening evening;
    std::vector seats{nobody("Mio"), somebody("Ren", "ren"), bot("Aoi", BotLevel::easy)};
    play_match(evening, seats, {1, 2, 3});
    CHECK(text_of(evening) == "Mio 4/1/1, Ren 2/1/0, Aoi 0/1/0");

    // The token's holder stays under another name; the player and the bot sit down anew.
    seats = {SheetSeat{.line = seats[0].line, .name = "Mi"}, bot("Aoi", BotLevel::easy), somebody("Ren 2", "ren")};
    play_match(evening, seats, {3, 2, 1});
    CHECK(text_of(evening) == "Ren 2 6/2/1, Mi 4/2/1, Aoi 2/2/0");

    // Who left without an identity comes back as somebody new, and a bot of another level is another one.
    seats = {nobody("Mi"), bot("Aoi", BotLevel::hard)};
    play_match(evening, seats, {1, 2});
    CHECK(text_of(evening) == "Ren 2 6/2/1, Mi 4/2/1, Aoi 2/2/0, Mi 2/1/1, Aoi 0/1/0");
}

TEST_CASE("Two seats of one player are one line, which counts a match once", "[match][evening]") {
    Evening evening;
    std::vector seats{somebody("Ren", "ren"), nobody("Mio"), somebody("Ren 2", "ren")};
    std::vector<SheetScore> const scores{{4, true, 0.5}, {2, false, 0}, {0, false, 0.25}};
    add_match(evening, {1, "game", "2026-11-27T20:00:00.000Z"}, seats, scores);
    CHECK(text_of(evening) == "Ren 4/1/1, Mio 2/1/0");
    CHECK(seats[0].line == seats[2].line);
    CHECK(evening.lines[0].seats == 2);
    CHECK(evening.lines[0].bot_shares == 0.75);
}

TEST_CASE("A seat that gets a player keeps its line, and becomes one with the line that the player has",
          "[match][evening]") {
    Evening evening;
    std::vector seats{nobody("Mio"), nobody("Ren")};
    play_match(evening, seats, {1, 2});
    seats[0].player = SeatPlayer{"mio", PlayerKind::human};
    assign_lines(evening, seats);
    CHECK(text_of(evening) == "Mio 2/1/1, Ren 0/1/0");
    CHECK(evening.lines[0].player->id == "mio");

    // Both of these seats turn out to be Mio's: the first match was played by one of them and Ren, too.
    seats[1].player = SeatPlayer{"mio", PlayerKind::human};
    assign_lines(evening, seats);
    CHECK(text_of(evening) == "Ren 2/1/1");
    CHECK(seats[0].line == seats[1].line);
    CHECK(halves_in(evening.newest[0], *seats[0].line) == 2);
    CHECK(is_sound(evening));
}

TEST_CASE("Who gets a seat of another player by its token does not get that player's line", "[match][evening]") {
    Evening evening;
    std::vector seats{somebody("Mio", "mio"), somebody("Ren", "ren")};
    play_match(evening, seats, {1, 2});
    seats[0].name = "Ren";
    seats[0].player = SeatPlayer{"ren", PlayerKind::human};
    assign_lines(evening, seats);
    CHECK(text_of(evening) == "Mio 2/1/1, Ren 0/1/0");
    CHECK(seats[0].line == seats[1].line);
}

TEST_CASE("A deleted player's line stays, is nobody's, and takes what its seat wins later", "[match][evening]") {
    Evening evening;
    std::vector seats{somebody("Mio", "mio"), somebody("Ren", "ren")};
    play_match(evening, seats, {1, 2});
    forget_player(evening, "mio");
    forget_player(evening, "ren");
    CHECK(text_of(evening) == "\u2013 2/1/1, \u2013 0/1/0");
    for (auto& seat : seats) seat = {.line = seat.line, .name = "\u2013"};
    play_match(evening, seats, {2, 1});
    CHECK(text_of(evening) == "\u2013 2/2/1, \u2013 2/2/1");
    CHECK(!evening.lines[0].player);
}

TEST_CASE("A sheet has 64 lines at most: the oldest of those who are gone leave, with their points",
          "[match][evening]") {
    Evening evening;
    std::vector host{nobody("Host")};
    for (int i = 1; i <= 70; ++i) {
        std::vector seats{host[0], nobody("Guest " + std::to_string(i))};
        play_match(evening, seats, {2, 1});
        host[0] = seats[0];
    }
    REQUIRE(evening.lines.size() == max_sheet_lines);
    CHECK(evening.lines[0].name == "Host");
    CHECK(evening.lines[1].name == "Guest 8");
    CHECK(evening.matches == 70);
    CHECK(halves_in(evening.newest[6], 1) == 0);
    CHECK(evening.newest[6].scores.size() == 3);
    CHECK(evening.newest[7].scores.size() == 6);
    CHECK(is_sound(evening));
}

TEST_CASE("A sheet has the newest 200 matches, and the points of all", "[match][evening]") {
    Evening evening;
    std::vector seats{nobody("Mio"), nobody("Ren")};
    for (int i = 0; i < 205; ++i) play_match(evening, seats, {1, 2});
    CHECK(text_of(evening) == "Mio 410/205/205, Ren 0/205/0");
    REQUIRE(evening.newest.size() == max_sheet_matches);
    CHECK(evening.newest.front().match == 6);
}

TEST_CASE("A sheet that can't be right is not sound", "[match][evening]") {
    Evening evening;
    std::vector seats{nobody("Mio"), nobody("Ren")};
    play_match(evening, seats, {1, 2});
    REQUIRE(is_sound(evening));
    auto damaged = evening;
    SECTION("two lines with one id") {
        damaged.lines[1].id = damaged.lines[0].id;
    }
    SECTION("an id that was never given") {
        damaged.lines[1].id = 9;
    }
    SECTION("more won than played") {
        damaged.lines[0].won = 2;
    }
    SECTION("points of a line that is not there") {
        damaged.newest[0].scores[0] = 9;
    }
    SECTION("a score in part") {
        damaged.newest[0].scores.pop_back();
    }
    SECTION("a time before 1970") {
        damaged.since = -1;
    }
    CHECK(!is_sound(damaged));
}
