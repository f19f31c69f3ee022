// What is done after a player was deleted.
#include "server/people/deletions.hpp"

#include "server/match/gone_players.hpp"
#include "server/people/player_table.hpp"
#include "server/store/sqlite/sqlite_sql.hpp"
#include "tests/server/support/data_directory.hpp"
#include "tests/support/catch.hpp"

#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

using enum Deletions::Outcome;

constexpr std::int64_t deletion_day = 1'764'234'000; // 2025-11-27

/// Rooms with seats of players, which answer when the test says so.
struct Left {
    std::shared_ptr<Sql> sql = open_memory_tables();
    PlayerTable players{*sql};
    std::map<std::string, std::set<std::string>> seats; ///< the rooms of each player
    struct Asked {
        std::string room, player;
        bool from_others;
        Deletions::Told told;
    };
    std::vector<Asked> asked;
    std::int64_t now = deletion_day;
    std::vector<std::string> left_here, forgotten;
    int written_anew = 0;
    bool can_forget = true;
    Deletions deletions = make();

    Deletions make(DeletionsFile* file = nullptr) {
        return {
            *sql,
            {.of_player =
                 [this](std::string const& player, std::optional<std::string> const& after) {
                     std::vector<std::string> codes;
                     for (auto const& code : seats[player])
                         if (!after || code > *after) codes.push_back(code);
                     return codes;
                 },
             .leave = [this](std::string const& room, std::string const& player, bool from_others,
                             Deletions::Told told) { asked.push_back({room, player, from_others, std::move(told)}); },
             .leave_here = [this](std::string const& room, std::string const&) { left_here.push_back(room); },
             .forget =
                 [this](std::string const& player, std::int64_t) {
                     forgotten.push_back(player);
                     return can_forget;
                 },
             .write_anew = [this] { ++written_anew; }},
            file};
    }

    void remove(std::string const& id) { deletions.remove(id, now); }
    void take_seats(std::string const& id, int count) {
        for (auto i = 0; i < count; ++i) seats[id].insert("R" + std::to_string(100 + i));
    }
    /// A second later, after which everything that was asked is answered. \returns how much that was
    std::size_t tick(Deletions::Outcome outcome = left) {
        deletions.tick(++now);
        auto const all = std::exchange(asked, {});
        for (auto const& each : all) {
            if (outcome == left) seats[each.player].erase(each.room);
            each.told(outcome);
        }
        return all.size();
    }
    std::size_t tick_for(int seconds, Deletions::Outcome outcome = left) {
        std::size_t count = 0;
        for (auto second = 0; second < seconds; ++second) count += tick(outcome);
        return count;
    }
    bool is_done(std::string const& id) {
        return !sql->read_one("SELECT 1 FROM deletion WHERE player = $1 AND due IS NULL", {id}).empty();
    }
};

} // namespace

TEST_CASE("the seats of a deleted player are left, a few rooms at a time", "[people]") {
    Left at;
    at.take_seats("aki", 50);
    at.remove("aki");
    CHECK(at.tick() == 20);
    CHECK(at.tick() == 20);
    CHECK(at.tick() == 10);
    CHECK(at.seats["aki"].empty());
    CHECK(at.tick_for(30) == 0);
    // A seat that was taken while the player was deleted.
    at.take_seats("aki", 1);
    CHECK(at.tick_for(120) == 1);
    CHECK(at.tick_for(120) == 0);
    CHECK(at.is_done("aki"));
}

TEST_CASE("nobody is woken while rooms that were asked have not answered", "[people]") {
    Left at;
    at.take_seats("aki", 50);
    at.remove("aki");
    at.deletions.tick(at.now);
    CHECK(at.asked.size() == 20);
    for (auto second = 1; second < 50; ++second) {
        at.deletions.tick(++at.now);
    }
    CHECK(at.asked.size() == 20);
}

TEST_CASE("a room that refuses is tried again, less and less often, and others are left meanwhile", "[people]") {
    Left at;
    at.take_seats("aki", 1);
    at.remove("aki");
    CHECK(at.tick(refused) == 1);
    auto const tries_in_an_hour = at.tick_for(3600, refused);
    CHECK(tries_in_an_hour >= 5);
    CHECK(tries_in_an_hour <= 8);
    at.take_seats("ben", 30);
    at.remove("ben");
    CHECK(at.tick_for(3, refused) == 30);
    CHECK(at.tick_for(86'400) >= 31);
    CHECK(at.seats["aki"].empty());
    CHECK(at.seats["ben"].empty());
    CHECK(at.is_done("aki"));
}

TEST_CASE("what a server had not done when it ended is done by the next one, or by another one", "[people]") {
    Left at;
    at.take_seats("aki", 50);
    at.remove("aki");
    at.deletions.tick(at.now);
    REQUIRE(at.asked.size() == 20);
    at.asked.clear();
    auto other = at.make();
    other.tick(++at.now);
    CHECK(at.asked.empty());
    other.tick(at.now += Deletions::pause);
    CHECK(at.asked.size() == 20);
    CHECK(at.asked.front().player == "aki");
}

TEST_CASE("a room is taken from another server only when that one has had time to leave it", "[people]") {
    Left at;
    at.take_seats("aki", 1);
    at.remove("aki");
    at.deletions.tick(at.now);
    REQUIRE(at.asked.size() == 1);
    CHECK_FALSE(at.asked[0].from_others);
    at.asked[0].told(refused);
    at.deletions.tick(++at.now);
    at.deletions.tick(at.now += Deletions::pause);
    REQUIRE(at.asked.size() == 2);
    CHECK(at.asked[1].from_others);
}

TEST_CASE("a server learns whom another one has deleted, and what it kept before it started", "[people]") {
    Left at;
    at.remove("aki");
    at.remove("ben");
    auto other = at.make();
    other.load(at.now);
    CHECK(gone_players().contains("aki"));
    CHECK(gone_players().contains("ben"));
    CHECK_FALSE(gone_players().contains("chi"));
    at.take_seats("chi", 3);
    at.remove("chi");
    auto const before = at.written_anew;
    other.learn(at.now);
    CHECK(gone_players().contains("chi"));
    CHECK(at.left_here == std::vector<std::string>{"R100", "R101", "R102"});
    CHECK(at.written_anew == before + 1);
    other.learn(at.now);
    CHECK(at.left_here.size() == 3);
    CHECK(at.written_anew == before + 1);
}

TEST_CASE("what could not be forgotten elsewhere is forgotten later", "[people]") {
    Left at;
    at.can_forget = false;
    at.remove("aki");
    at.tick();
    CHECK(at.forgotten == std::vector<std::string>{"aki"});
    at.can_forget = true;
    at.tick_for(200);
    CHECK(at.forgotten.size() >= 2);
    CHECK(at.is_done("aki"));
}

TEST_CASE("a deletion and what is to be done for it are stored together", "[people]") {
    Left at;
    at.players.create({"dai", "Aki", PlayerKind::human, "2026-11-27"}, hash_of("secret"), at.now);
    at.sql->write_one(WriteKey(),
                      "CREATE TRIGGER full BEFORE INSERT ON deletion BEGIN SELECT RAISE(ABORT, 'full'); END", {});
    CHECK_THROWS(at.remove("dai"));
    CHECK(at.players.find("dai"));
    CHECK_FALSE(gone_players().contains("dai"));
}

TEST_CASE("who is in the file or in the table is deleted by a start, and both have all then", "[people]") {
    DataDirectory const directory;
    auto const some_player = [](std::string const& id) { return Player{id, "Aki", PlayerKind::human, "2026-11-27"}; };
    std::string const in_file = "file00000000", in_table = "table0000000", here = "here00000000";
    {
        DeletionsFile file(directory.path);
        file.append({in_file}, deletion_day);
    }
    // As after an older store was put back, and after a start without the file.
    Left at;
    for (auto const& id : {in_file, here}) at.players.create(some_player(id), hash_of("secret of " + id), at.now);
    at.take_seats(in_file, 1);
    at.remove(in_table);
    DeletionsFile file(directory.path);
    auto deletions = at.make(&file);
    deletions.load(at.now);
    CHECK_FALSE(at.players.find(in_file));
    CHECK_FALSE(at.players.find_by_secret(hash_of("secret of " + in_file)));
    CHECK(at.players.find(here));
    CHECK(gone_players().contains(in_file));
    CHECK(gone_players().contains(in_table));
    CHECK_FALSE(gone_players().contains(here));
    CHECK(file.read() == std::vector{in_file, in_table});
    deletions.tick(at.now);
    REQUIRE(at.asked.size() == 1);
    CHECK(at.asked[0].player == in_file);
    // Neither grows by another start.
    at.make(&file).load(at.now);
    CHECK(file.read().size() == 2);
    CHECK(at.sql->read_one("SELECT 1 FROM deletion", {}).size() == 2);
}

TEST_CASE("the file has a line for each deletion, and goes on behind half a line", "[people]") {
    DataDirectory const directory;
    auto const path = directory.path / "deletions";
    DeletionsFile(directory.path).append({"aki000000000"}, deletion_day);
    std::ofstream(path, std::ios::app) << "half0000";
    DeletionsFile file(directory.path);
    file.append({"ben000000000", "chi000000000"}, deletion_day);
    CHECK(file.read() == std::vector<std::string>{"aki000000000", "ben000000000", "chi000000000"});
    std::ifstream text(path);
    std::string line;
    while (std::getline(text, line) && line.empty()) {}
    CHECK(line == "aki000000000 2025-11-27");
}

TEST_CASE("nobody is deleted where the file can't be written", "[people]") {
    DataDirectory const directory;
    std::filesystem::create_directory(directory.path / "deletions");
    CHECK_THROWS_WITH(DeletionsFile(directory.path), Catch::Matchers::Contains("can't be opened: Is a directory"));
}
