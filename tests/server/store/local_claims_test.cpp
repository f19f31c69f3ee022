// The claims in a store of one server.
#include "server/store/local_claims.hpp"
#include "server/store/sqlite/sqlite_store.hpp"
#include "tests/server/support/data_directory.hpp"
#include "tests/server/support/sqlite_fixture.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

Transaction made(std::string const& code) {
    return {.room = code, .changes = {RoomSaved{}}, .epoch = first_epoch, .creates = true};
}

LostPlaces store_in(LocalClaims& claims, Transaction const& transaction) {
    std::vector<Transaction> const all{transaction};
    auto lost = claims.fence(all);
    claims.forget_removed(all, lost);
    return lost;
}

} // namespace

TEST_CASE("Of two who claim a room, the older one stores nothing more", "[journal]") {
    LocalClaims claims;
    CHECK(store_in(claims, made("A")).empty());
    auto const older = claims.claim("A");
    CHECK(store_in(claims, {.room = "A", .changes = {}, .epoch = first_epoch}) == LostPlaces{0});
    CHECK(store_in(claims, {.room = "A", .changes = {}, .epoch = older}).empty());
    auto const newer = claims.claim("A");
    CHECK(newer > older);
    CHECK(store_in(claims, {.room = "A", .changes = {}, .epoch = older}) == LostPlaces{0});
    // It has nothing to give back either.
    claims.give_back({{"A", older}});
    CHECK(store_in(claims, {.room = "A", .changes = {}, .epoch = newer}).empty());
}

TEST_CASE("A room is removed for nobody only while nobody has claimed it", "[journal]") {
    LocalClaims claims;
    CHECK(store_in(claims, made("A")).empty());
    Transaction const removal{"A", {RoomRemoved()}};
    CHECK(store_in(claims, removal) == LostPlaces{0});
    CHECK(claims.has("A"));
    claims.give_back({{"A", first_epoch}});
    CHECK(store_in(claims, removal).empty());
    CHECK_FALSE(claims.has("A"));
    CHECK(claims.claim("A") == unclaimed);
}

TEST_CASE("No room is made with the code of another, one that was refused may be tried again", "[journal]") {
    LocalClaims claims;
    std::vector<Transaction> const first{made("A")};
    CHECK(claims.fence(first).empty());
    CHECK(store_in(claims, made("A")).empty());
    claims.claim("A");
    CHECK(store_in(claims, made("A")) == LostPlaces{0});
}

TEST_CASE("The store of one server fences, and knows which rooms it can have without a read", "[journal]") {
    DataDirectory const directory;
    {
        auto const store = open_sqlite_store(directory.path);
        store->recover([](ClaimedRoom const&) {});
        CHECK_FALSE(store->may_have("A"));
        CHECK(std::holds_alternative<NoSuchRoom>(store->claim("A", false)));
        CHECK(store
                  ->commit(std::vector<Transaction>{
                      {.room = "A", .changes = {saved("A")}, .epoch = first_epoch, .creates = true}})
                  .empty());
        CHECK(store->may_have("A"));
        auto const older = std::get<ClaimedRoom>(store->claim("A", false)).epoch;
        auto const newer = std::get<ClaimedRoom>(store->claim("A", false));
        CHECK(newer.room.code == "A");
        auto removes = [](std::int64_t epoch) {
            return std::vector<Transaction>{{.room = "A", .changes = {RoomRemoved()}, .epoch = epoch}};
        };
        CHECK(store->commit(removes(older)) == LostPlaces{0});
        CHECK(store->read_room("A"));
    }
    auto const store = open_sqlite_store(directory.path);
    std::vector<std::int64_t> epochs;
    store->recover([&](ClaimedRoom const& claimed) { epochs.push_back(claimed.epoch); });
    CHECK(store->may_have("A"));
    REQUIRE(epochs.size() == 1);
    CHECK(
        store->commit(std::vector<Transaction>{{.room = "A", .changes = {RoomRemoved()}, .epoch = epochs[0]}}).empty());
    CHECK_FALSE(store->may_have("A"));
}
