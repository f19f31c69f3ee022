// Whether it is seen that a store can store nothing: by /readyz, by the metric, and by two lines in the log.
#include "server/metrics/metrics.hpp"
#include "server/store/monitored_store.hpp"
#include "tests/server/support/failing_memory.hpp"
#include "tests/server/support/full_disk.hpp"
#include "tests/server/support/kept_log.hpp"
#include "tests/server/support/sqlite_fixture.hpp"
#include "tests/server/support/stub_store.hpp"

#include <future>

using namespace tefuda::server;
using namespace tefuda::server::test;
using namespace std::chrono_literals;

namespace {

/// Fails while it is told to, with bad memory or with a sentence.
class FailingStore final : public StubStore {
public:
    std::atomic<bool> fails = false;
    bool no_memory = false;
    bool unknown = false;
    bool refuses_data = false;
    LostPlaces lost;
    std::promise<void>* entered = nullptr;
    std::shared_future<void> held;

    LostPlaces commit(std::span<Transaction const>) override {
        if (entered) entered->set_value();
        if (held.valid()) held.wait();
        if (fails && no_memory) throw std::bad_alloc();
        if (fails && refuses_data) throw DataRefused("ERROR:  unsupported Unicode escape sequence");
        if (fails && unknown) throw OutcomeUnknown("The connection broke.");
        if (fails) throw StoreFailure("The disk is full: make room there.");
        return lost;
    }
    Outcome outcome() override {
        if (fails) throw StoreAway("No database answers.");
        return {true, lost};
    }
};

/// A store that is watched, with a clock that the test turns.
struct Watched {
    std::atomic<std::chrono::steady_clock::duration> passed{0s};
    FailingStore* inner = nullptr;
    MonitoredStore store{make(), [this] { return std::chrono::steady_clock::time_point(passed.load()); }};

    std::unique_ptr<Store> make() {
        auto made = std::make_unique<FailingStore>();
        inner = made.get();
        return made;
    }
    bool stores() {
        try {
            store.commit({});
            return true;
        } catch (std::exception const&) {
            return false;
        }
    }
};

std::size_t count(std::string const& text, std::string const& what) {
    std::size_t found = 0;
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
    return found;
}

} // namespace

TEST_CASE("A store in which nothing could be stored for ten seconds is not ready", "[journal]") {
    KeptLog const log(LogFormat::text);
    Watched watched;
    CHECK(watched.stores());
    watched.passed = 1h;
    CHECK(watched.store.can_store());
    watched.inner->no_memory = GENERATE(true, false);
    watched.inner->fails = true;
    for (int i = 0; i < 3; ++i) CHECK_FALSE(watched.stores());
    CHECK(metrics().journal_failing.value() == 1);
    watched.passed = 1h + 9s;
    CHECK(watched.store.can_store());
    watched.passed = 1h + 10s;
    CHECK_FALSE(watched.store.can_store());
    CHECK(count(log.text(), "can store nothing now") == 1);
    watched.inner->fails = false;
    // Nobody plays: it is tried all the same.
    auto const deadline = std::chrono::steady_clock::now() + 1min;
    while (!watched.store.can_store() && std::chrono::steady_clock::now() < deadline) std::this_thread::sleep_for(10ms);
    CHECK(watched.store.can_store());
    CHECK(metrics().journal_failing.value() == 0);
    CHECK(count(log.text(), "The journal stores again") == 1);
}

TEST_CASE("A store that refuses some data is not one that can store nothing", "[journal]") {
    KeptLog const log(LogFormat::text);
    Watched watched;
    watched.inner->fails = watched.inner->refuses_data = true;
    for (int i = 0; i < 3; ++i) CHECK_FALSE(watched.stores());
    CHECK(metrics().journal_failing.value() == 0);
    watched.passed = 1h;
    CHECK(watched.store.can_store());
    CHECK(count(log.text(), "can store nothing now") == 0);
}

TEST_CASE("A commit that takes ten seconds makes the store not ready, and that is said", "[journal]") {
    KeptLog const log(LogFormat::text);
    Watched watched;
    std::promise<void> entered, release;
    watched.inner->entered = &entered;
    watched.inner->held = release.get_future().share();
    auto const committed = std::async(std::launch::async, [&] { return watched.stores(); });
    entered.get_future().wait();
    CHECK(watched.store.can_store());
    watched.passed = 10s;
    CHECK_FALSE(watched.store.can_store());
    auto const deadline = std::chrono::steady_clock::now() + 1min;
    while (metrics().journal_failing.value() == 0 && std::chrono::steady_clock::now() < deadline)
        std::this_thread::sleep_for(10ms);
    CHECK(metrics().journal_failing.value() == 1);
    release.set_value();
    committed.wait();
    CHECK(watched.store.can_store());
    CHECK(metrics().journal_failing.value() == 0);
    CHECK(count(log.text(), "a commit has taken more than ten seconds") == 1);
    CHECK(count(log.text(), "The journal stores again") == 1);
}

TEST_CASE("A watched store tells which transactions were lost, and the outcome of a commit that was not known",
          "[journal]") {
    KeptLog const log(LogFormat::text);
    Watched watched;
    watched.inner->lost = {0, 2};
    CHECK(watched.store.commit({}) == LostPlaces{0, 2});
    watched.inner->unknown = true;
    watched.inner->fails = true;
    CHECK_THROWS_AS(watched.store.commit({}), OutcomeUnknown);
    CHECK_THROWS_AS(watched.store.outcome(), StoreAway);
    CHECK(metrics().journal_failing.value() == 1);
    watched.passed = 10s;
    CHECK_FALSE(watched.store.can_store());
    watched.inner->fails = false;
    auto const outcome = watched.store.outcome();
    CHECK(outcome.stored);
    CHECK(outcome.lost == LostPlaces{0, 2});
    CHECK(watched.store.can_store());
    CHECK(metrics().journal_failing.value() == 0);
    CHECK(count(log.text(), "The journal stores again") == 1);
}

TEST_CASE("A full disk is said with the file and what to do", "[journal][sqlite]") {
    KeptLog const log(LogFormat::text);
    DataDirectory const directory;
    MonitoredStore store(open_sqlite_store(directory.path));
    FullDisk const full(std::uintmax_t{0});
    CHECK_THROWS_AS(commit(store, {{"A", {saved(std::string(100'000, 'x'))}}}), StoreFailure);
    INFO(log.text());
    CHECK(log.text().find(directory.pending().string()) != std::string::npos);
    CHECK(log.text().find("make room") != std::string::npos);
}

TEST_CASE("A commit that fails where there is no memory for its sentence is over", "[journal][out-of-memory]") {
    class Store final : public StubStore {
    public:
        bool fails = true;
        LostPlaces commit(std::span<Transaction const>) override {
            if (!std::exchange(fails, false)) return {};
            StoreFailure const failure("The disk is full, and the sentence that says so is long.");
            fail_allocation(1);
            throw failure;
        }
    };
    std::atomic<std::chrono::steady_clock::duration> passed{0s};
    MonitoredStore store(std::make_unique<Store>(),
                         [&] { return std::chrono::steady_clock::time_point(passed.load()); });
    // Made at their first use, which is long past in a server.
    KeptLog const log(LogFormat::text);
    static_cast<void>(metrics());
    CHECK_THROWS_AS(store.commit({}), StoreFailure);
    fail_allocation(0);
    store.commit({});
    passed = 1h;
    CHECK(store.can_store());
}
