// Reads for event loops: every request is answered once, on its executor.
#include "server/store/store_reader.hpp"
#include "tests/server/support/failing_memory.hpp"
#include "tests/server/support/fake_executor.hpp"
#include "tests/server/support/fake_store.hpp"
#include "tests/server/support/stub_store.hpp"

#include <future>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

template <class T>
std::string reason(ReadResult<T> const& result) {
    auto const* failure = std::get_if<ReadFailure>(&result);
    return failure ? failure->reason : "none";
}

/// Blocks the reader's thread until it is let go.
class SlowStore final : public StubStore {
public:
    LostPlaces commit(std::span<Transaction const>) override { return {}; }
    std::optional<StoredRoom> read_room(std::string const&) override {
        began.set_value();
        go_on.get_future().wait();
        return std::nullopt;
    }

    std::promise<void> began;
    std::promise<void> go_on;
};

} // namespace

TEST_CASE("A room and a match are read for an executor", "[journal]") {
    FakeStore store;
    FakeExecutor executor;
    store.commit(std::vector<Transaction>{{"A",
                                           {RoomSaved{{.game = "fortyone"}}, MatchBegun{1, {}},
                                            ActionTaken{1, Seat(0), "{}", 3, {}, 1, false}, MatchEnded{1}}}});
    StoreReader reader(store);
    std::optional<ReadResult<std::optional<StoredRoom>>> room;
    std::optional<ReadResult<std::optional<StoredMatch>>> match;
    reader.read_room("A", executor, [&](auto result) { room = std::move(result); });
    reader.read_match("A", 1, executor, [&](auto result) { match = std::move(result); });
    executor.run_until([&] { return match.has_value(); });
    REQUIRE(room);
    CHECK(std::get<0>(*room)->room.game == "fortyone");
    CHECK(std::get<0>(*match)->actions.size() == 1);

    reader.read_room("B", executor, [&](auto result) { room = std::move(result); });
    reader.read_match("A", 2, executor, [&](auto result) { match = std::move(result); });
    match.reset();
    executor.run_until([&] { return match.has_value(); });
    CHECK_FALSE(std::get<0>(*room));
    CHECK_FALSE(std::get<0>(*match));
}

TEST_CASE("A store that fails is a value for the caller, and the next read works", "[journal]") {
    FakeStore store;
    FakeExecutor executor;
    StoreReader reader(store);
    std::optional<ReadResult<std::vector<std::string>>> expired;
    store.fail_reads();
    reader.expire(1, executor, [&](auto result) { expired = std::move(result); });
    executor.run_until([&] { return expired.has_value(); });
    CHECK(reason(*expired) == "The disk can't be read.");

    store.fail_reads(false);
    expired.reset();
    reader.expire(1, executor, [&](auto result) { expired = std::move(result); });
    executor.run_until([&] { return expired.has_value(); });
    CHECK(std::get<0>(*expired).empty());
}

TEST_CASE("A reader with too many requests refuses at once, one that is destroyed refuses what waits", "[journal]") {
    SlowStore store;
    FakeExecutor executor;
    std::string said;
    auto const note = [&](auto const& result) { said += reason(result) + ' '; };
    {
        std::optional<StoreReader> reader(std::in_place, store, 1);
        reader->read_room("A", executor, note);
        store.began.get_future().wait();
        reader->read_match("B", 1, executor, note);
        reader->read_match("C", 1, executor, note);
        executor.run();
        CHECK(said == "Too many reads of the journal wait already. ");
        auto ending = std::async(std::launch::async, [&] { reader.reset(); });
        executor.run_until([&] { return said.ends_with("The server is stopping. "); });
        store.go_on.set_value();
    }
    executor.run();
    CHECK(said == "Too many reads of the journal wait already. The server is stopping. none ");
}

TEST_CASE("A reader whose answer there is no memory for at first is answered", "[journal][out-of-memory]") {
    class Store final : public StubStore {
    public:
        LostPlaces commit(std::span<Transaction const>) override { return {}; }
        std::optional<StoredRoom> read_room(std::string const&) override {
            fail_allocation(1);
            return std::nullopt;
        }
    };
    Store store;
    FakeExecutor executor;
    StoreReader reader(store);
    auto answers = 0;
    for (int i = 0; i < 2; ++i) reader.read_room("A", executor, [&](auto const&) { ++answers; });
    executor.run_until([&] { return answers == 2; });
}
