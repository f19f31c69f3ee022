// What ages goes on ageing, whatever fails once.
#include "server/metrics/metrics.hpp"
#include "server/rooms/room_ager.hpp"
#include "tests/server/support/fake_executor.hpp"
#include "tests/server/support/stub_store.hpp"

#include <new>

using namespace tefuda::server;
using namespace tefuda::server::test;
using namespace std::chrono_literals;

TEST_CASE("Rooms age also after a look that failed", "[room][out-of-memory]") {
    FakeExecutor executor;
    auto looks = 0;
    RoomAger const ager(executor, {}, nullptr, nullptr, [&]() -> std::vector<std::shared_ptr<RoomActor>> {
        if (++looks == 3) throw std::bad_alloc();
        return {};
    });
    executor.run();
    for (int i = 0; i < 20; ++i) executor.pass(15s);
    CHECK(looks == 20);
}

namespace {

/// The first step names rooms that are to go.
class LargeStore final : public StubStore {
public:
    std::atomic<int> trims = 0;

    LostPlaces commit(std::span<Transaction const>) override { return {}; }
    Trimmed trim(std::uint64_t, std::int64_t) override {
        ++trims;
        Trimmed step;
        step.rooms = {"A"};
        return step;
    }
};

} // namespace

TEST_CASE("A store that is too large is made smaller also after a step that failed", "[room][out-of-memory]") {
    FakeExecutor executor;
    LargeStore store;
    StoreReader reader(store);
    JournalWriter writer(store);
    auto const deleted_early = metrics().deleted_early.value();
    auto looks = 0;
    // Each look asks for the rooms twice: at its beginning, and when a step names those that are to go.
    RoomAger const ager(executor, {.store_bytes = 1}, &reader, &writer,
                        [&]() -> std::vector<std::shared_ptr<RoomActor>> {
                            if (++looks == 2) throw std::bad_alloc();
                            return {};
                        });
    executor.run();
    executor.pass(15s);
    executor.run_until([&] { return looks == 2; });
    executor.pass(15s);
    executor.run_until([&] { return looks == 4; });
    CHECK(store.trims == 2);
    // The step that failed is not counted.
    CHECK(metrics().deleted_early.value() - deleted_early == 1);
}
