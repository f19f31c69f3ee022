// Puzzles in a finished match: what is one, and that it tells no more than its seat knew.
#include "protocol/codec/decode.hpp"
#include "protocol/server_message.hpp"
#include "server/daily/puzzle_finder.hpp"
#include "server/daily/puzzle_search.hpp"
#include "server/store/sqlite/sqlite_sql.hpp"
#include "tests/server/support/random_match.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <future>
#include <set>

using namespace tefuda;
using namespace tefuda::server;
using tefuda::server::test::random_match;
using Json = nlohmann::json;

namespace {

std::vector<StoredPuzzle> puzzles_of(MatchRecord const& record, int iterations) {
    PuzzleSearch search(record);
    while (search.step({.iterations = iterations}));
    return search.found();
}

/// A match in which there is a puzzle.
MatchRecord with_puzzle(Game const& game) {
    for (std::uint8_t seed = 1; seed < 40; ++seed) {
        auto record = random_match(game, seed);
        if (!puzzles_of(record, 60).empty()) return record;
    }
    throw std::logic_error("no match has a puzzle");
}

std::shared_ptr<PuzzleTable> table_in_memory() {
    return std::make_shared<PuzzleTable>(std::shared_ptr<Sql>(open_memory_tables()));
}

} // namespace

TEST_CASE("A puzzle is what its seat saw when it had to act, with one action far ahead", "[daily][puzzles]") {
    auto const& game = *find_game("twentytwo");
    auto const record = with_puzzle(game);
    std::set<int> seats;
    for (auto const& puzzle : puzzles_of(record, 60)) {
        CHECK(seats.insert(puzzle.seat).second);
        MatchRun run(record);
        auto next = record.actions.begin();
        for (auto i = 0; i < puzzle.actions; ++i, ++next) REQUIRE_FALSE(run.act((*next).seat, (*next).action));
        Seat const seat(puzzle.seat);
        CHECK(run.waits_for(seat));
        CHECK(puzzle.view == run.view(seat));
        CHECK(puzzle.view != run.view(Observer::spectator()));
        CHECK(puzzle.legal == run.legal(seat));
        CHECK(Json::parse(puzzle.view)["seat"] == puzzle.seat);
        CHECK(puzzle.view.find(record.room) == std::string::npos);
        CHECK((puzzle.room == record.room && puzzle.match == record.number && puzzle.game == game.id()));
        auto const compared = Json::parse(puzzle.compared);
        REQUIRE(compared.size() >= 2);
        CHECK(compared.size() <= PuzzleSearch::max_compared);
        // Rounded.
        CHECK(compared[0]["value"].get<double>() - compared[1]["value"].get<double>() >=
              PuzzleSearch::difference - 0.001);
        // The solution can be played.
        CHECK_FALSE(run.act(seat, compared[0]["action"].dump()));
    }
}

TEST_CASE("The same match always has the same puzzles, and with no search it has none", "[daily][puzzles]") {
    auto const record = with_puzzle(*find_game("twentytwo"));
    auto const one = puzzles_of(record, 60), other = puzzles_of(record, 60);
    REQUIRE(one.size() == other.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
        CHECK(one[i].actions == other[i].actions);
        CHECK(one[i].compared == other[i].compared);
    }
    CHECK(puzzles_of(record, 0).empty());
}

TEST_CASE("What is clearly best in one search alone is no puzzle", "[daily][puzzles]") {
    auto const& game = *find_game("twentytwo");
    constexpr int few = 12;
    std::size_t clear = 0, found = 0;
    for (std::uint8_t seed = 1; seed < 10; ++seed) {
        auto const record = random_match(game, seed);
        MatchAnalysis analysis(record);
        while (analysis.step({.iterations = few})) {}
        auto const decisions = analysis.clear_decisions(PuzzleSearch::difference);
        clear += decisions.size();
        for (auto const& puzzle : puzzles_of(record, few)) {
            ++found;
            auto const is_it = [&](auto const& one) { return one.action == puzzle.actions; };
            CHECK(std::ranges::any_of(decisions, is_it));
        }
    }
    CHECK(found > 0);
    CHECK(found < clear);
}

TEST_CASE("Boards, test deals and matches that go on from others give no puzzles", "[daily][puzzles]") {
    auto const record = random_match(*find_game("fortyone"), 1);
    CHECK(gives_puzzles(record));
    auto board = record, fixed = record, from = record;
    board.setup.board = 20'000;
    fixed.setup.fixed_shuffles = record.setup.game->packs(record.setup.options, record.setup.seats());
    from.setup.from =
        std::make_shared<Continuation const>("OTHER", 1, std::vector<std::string>{"", ""}, MatchActions());
    for (auto const& other : {board, fixed, from}) CHECK_FALSE(gives_puzzles(other));
}

TEST_CASE("Puzzles are found while the bots have nothing else to do, each position once", "[daily][puzzles]") {
    auto const& game = *find_game("twentytwo");
    auto const record = with_puzzle(game);
    auto const table = table_in_memory();
    Moment const now{{}, WallTime(std::chrono::seconds(1))};
    BotPool bots(1, std::chrono::milliseconds(6));
    PuzzleFinder finder(bots, table);
    CHECK(finder.add(record, now));
    CHECK(finder.add(record, now));
    // A match that is looked at last: once it has puzzles the others have theirs.
    auto last = record;
    last.room = "LAST";
    CHECK(finder.add(last, now));
    std::promise<void> done;
    bots.when_idle([&](search::Budget const&) {
        for (auto const& id : table->ids(std::string(game.id())))
            if (table->find(id)->room == last.room) {
                done.set_value();
                return false;
            }
        return true;
    });
    REQUIRE(done.get_future().wait_for(std::chrono::minutes(1)) == std::future_status::ready);
    std::set<int> actions;
    for (auto const& id : table->ids(std::string(game.id()))) {
        auto const puzzle = table->find(id);
        CHECK(id.size() == 16);
        CHECK(puzzle->found == now.microseconds());
        if (puzzle->room == record.room) CHECK(actions.insert(puzzle->actions).second);
    }
    CHECK(actions.size() == puzzles_of(record, 60).size());
}

TEST_CASE("Twenty matches wait to be looked at: one more is left out", "[daily][puzzles]") {
    auto const record = random_match(*find_game("fortyone"), 1);
    std::promise<void> go_on;
    Moment now{};
    BotPool bots(1, std::chrono::milliseconds(0));
    bots.when_idle([waits = go_on.get_future().share()](search::Budget const&) { return waits.wait(), false; });
    PuzzleFinder finder(bots, table_in_memory());
    for (auto i = 0; i < 20; ++i) CHECK(finder.add(record, now));
    now.steady += std::chrono::hours(1);
    CHECK_FALSE(finder.add(record, now));
    go_on.set_value();
}

TEST_CASE("After the first twenty matches one a minute is looked at", "[daily][puzzles]") {
    auto const record = random_match(*find_game("fortyone"), 1);
    auto const last = with_puzzle(*find_game("twentytwo"));
    auto const table = table_in_memory();
    Moment now{};
    BotPool bots(1, std::chrono::milliseconds(6));
    PuzzleFinder finder(bots, table);
    for (auto i = 0; i < 19; ++i) CHECK(finder.add(record, now));
    CHECK(finder.add(last, now));
    auto const done = std::make_shared<std::promise<void>>();
    bots.when_idle([table, done](search::Budget const&) {
        if (table->ids("twentytwo").empty()) return true;
        done->set_value();
        return false;
    });
    REQUIRE(done->get_future().wait_for(std::chrono::minutes(1)) == std::future_status::ready);
    // None waits any more.
    CHECK_FALSE(finder.add(record, now));
    now.steady += std::chrono::seconds(59);
    CHECK_FALSE(finder.add(record, now));
    now.steady += std::chrono::seconds(2);
    CHECK(finder.add(record, now));
    CHECK_FALSE(finder.add(record, now));
}

TEST_CASE("A match that gives no puzzles, or is very long, is left out", "[daily][puzzles]") {
    auto const record = random_match(*find_game("fortyone"), 1);
    BotPool bots(1, std::chrono::milliseconds(0));
    PuzzleFinder finder(bots, table_in_memory());
    auto board = record, longer = record;
    board.setup.board = 20'000;
    while (longer.actions.size() <= PuzzleFinder::max_actions)
        longer.actions.add({Seat(0), R"({"type":"pass"})", longer.actions.last_ms(), false});
    CHECK_FALSE(finder.add(board, {}));
    CHECK_FALSE(finder.add(longer, {}));
}
