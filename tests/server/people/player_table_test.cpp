// Players as they are stored, where the store's answers are lost.
#include "server/people/player_table.hpp"

#include "server/people/deletions.hpp"
#include "server/store/sqlite/sqlite_sql.hpp"
#include "tests/server/support/losing_sql.hpp"
#include "tests/support/catch.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

struct LosingPlayers : LosingTables {
    PlayerTable players{*sql};
    Player const aki{"aki", "Aki", PlayerKind::human, "2026-11-27"};

    LosingPlayers() : LosingTables(open_memory_tables()) { players.create(aki, "first", 100); }
};

bool is(PlayerTable::Recovered const& recovered, Player const& player) {
    auto const* found = std::get_if<Player>(&recovered);
    return found && found->id == player.id;
}

} // namespace

TEST_CASE("A player is made once, also where the answer is lost, and what it does then is done once", "[people]") {
    LosingPlayers f;
    CHECK(f.count("SELECT count(*) FROM player") == "1");
    CHECK(f.players.find_by_secret("first")->id == f.aki.id);
    f.players.rename(f.aki.id, "Natsu");
    CHECK(f.players.find(f.aki.id)->name == "Natsu");
    f.players.set_blocked(f.aki.id, "ben", true);
    CHECK(f.players.has_blocked(f.aki.id, "ben"));
    f.players.set_blocked(f.aki.id, "ben", false);
    CHECK_FALSE(f.players.has_blocked(f.aki.id, "ben"));
    CHECK(f.players.cookies("abcdef") == std::vector<std::string>{"abcdef"});
    CHECK(f.players.cookies("ghijkl") == std::vector<std::string>{"abcdef"});
    Deletions(*f.sql, {}).remove(f.aki.id, 1);
    CHECK(f.count("SELECT count(*) FROM secret") == "0");
}

TEST_CASE("A link is used up by the one who gets in with it, also where the answer is lost", "[people]") {
    LosingPlayers f;
    f.players.set_code(f.aki.id, CodeUse::link, "link", 220);
    CHECK(is(f.players.recover("link", "second", 220), f.aki));
    CHECK(f.players.find_by_secret("second"));
    CHECK(std::holds_alternative<PlayerTable::NoSuchCode>(f.players.recover("link", "third", 220)));
    CHECK_FALSE(f.players.find_by_secret("third"));
}

TEST_CASE("A link ends after its time, a recovery code is good until all else is revoked", "[people]") {
    LosingPlayers f;
    f.players.set_code(f.aki.id, CodeUse::link, "link", 220);
    CHECK(std::holds_alternative<PlayerTable::NoSuchCode>(f.players.recover("link", "second", 221)));
    f.players.set_code(f.aki.id, CodeUse::recovery, "recovery", 0);
    for (auto const* secret : {"second", "third"}) CHECK(is(f.players.recover("recovery", secret, 1'000), f.aki));
    f.players.revoke(f.aki.id, "third");
    CHECK(f.players.are_valid({"first", "second", "third"}) == std::vector<bool>{false, false, true});
    CHECK(std::holds_alternative<PlayerTable::NoSuchCode>(f.players.recover("recovery", "fourth", 1'000)));
}

TEST_CASE("A player with a thousand secrets gets no more, and keeps the code", "[people]") {
    LosingPlayers f;
    f.players.set_code(f.aki.id, CodeUse::link, "link", 220);
    std::vector<SqlCall> calls;
    for (auto i = 1; i < PlayerTable::most_secrets; ++i)
        calls.push_back({"INSERT INTO secret (hash, player) VALUES ($1, $2)", {std::to_string(i), f.aki.id}});
    f.kept->write(WriteKey(), calls);
    CHECK(std::holds_alternative<PlayerTable::TooManySecrets>(f.players.recover("link", "more", 220)));
    f.players.revoke(f.aki.id, "first");
    f.players.set_code(f.aki.id, CodeUse::link, "link", 220);
    CHECK(is(f.players.recover("link", "more", 220), f.aki));
}

TEST_CASE("That a player is here is written once a day", "[people]") {
    LosingPlayers f;
    auto const before = f.loss->writes;
    for (auto const now : {101, 86'500}) f.players.note_seen({f.aki.id, "gone"}, now);
    CHECK(f.loss->writes == before);
    for (auto const now : {86'501, 90'000}) f.players.note_seen({f.aki.id, "gone"}, now);
    CHECK(f.loss->writes == before + 1);
    CHECK(f.players.kept(f.aki.id).seen == 86'501);
}
