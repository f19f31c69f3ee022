#include "tests/support/catch.hpp"

#include "server/runtime/event_loops.hpp"

#include <algorithm>
#include <future>
#include <stdexcept>
#include <thread>

using namespace tefuda::server;

namespace {

/// An executor that runs.
struct OneThread {
    OneThread() { loops.start(); }
    ~OneThread() { loops.stop(); }

    /// Runs the task on the executor and waits for it.
    void run(Executor::Task task) {
        std::promise<void> done;
        executor.post([&] {
            task();
            done.set_value();
        });
        done.get_future().get();
    }

    EventLoops loops{1};
    Executor& executor = loops.executor(0);
};

} // namespace

TEST_CASE("An executor runs what is posted, in order, on its own thread", "[runtime]") {
    OneThread one;
    std::vector<int> order;
    auto id = std::this_thread::get_id();
    for (int i = 0; i < 100; ++i) one.executor.post([&order, i] { order.push_back(i); });
    one.run([&] { id = std::this_thread::get_id(); });
    CHECK(order.size() == 100);
    CHECK(std::is_sorted(order.begin(), order.end()));
    CHECK(id != std::this_thread::get_id());
}

TEST_CASE("dispatch runs at once here, later from elsewhere", "[runtime]") {
    OneThread one;
    CHECK_FALSE(one.executor.here());
    std::vector<std::string> order;
    std::promise<void> posted;
    one.run([&] {
        CHECK(one.executor.here());
        one.executor.post([&] {
            order.emplace_back("posted");
            posted.set_value();
        });
        one.executor.dispatch([&] { order.emplace_back("dispatched"); });
    });
    posted.get_future().get();
    CHECK(order == std::vector<std::string>{"dispatched", "posted"});
    std::promise<bool> elsewhere;
    one.executor.dispatch([&] { elsewhere.set_value(one.executor.here()); });
    CHECK(elsewhere.get_future().get());
}

TEST_CASE("A task that throws does not end its thread", "[runtime]") {
    OneThread one;
    bool ran = false;
    one.executor.post([] { throw std::runtime_error("a failure that a test asked for"); });
    one.run([&] { ran = true; });
    CHECK(ran);
}

TEST_CASE("A scheduled call comes once, not before its time", "[runtime]") {
    OneThread one;
    std::unique_ptr<Timer> timer;
    std::promise<Executor::TimePoint> called;
    auto const when = one.executor.now() + std::chrono::milliseconds(20);
    one.run([&] { timer = one.executor.schedule(when, [&] { called.set_value(one.executor.now()); }); });
    CHECK(called.get_future().get() >= when);
    one.run([&] { timer.reset(); });
}

TEST_CASE("A scheduled call may destroy its own timer", "[runtime]") {
    OneThread one;
    std::unique_ptr<Timer> timer;
    std::promise<void> called;
    auto const held = std::make_shared<int>(0);
    one.run([&] {
        timer = one.executor.schedule(one.executor.now(), [&, held] {
            timer.reset();
            if (held.use_count() > 1) called.set_value();
        });
    });
    called.get_future().get();
    CHECK(timer == nullptr);
}

TEST_CASE("A call whose timer is destroyed never comes, even if it was due", "[runtime]") {
    OneThread one;
    bool called = false;
    std::promise<void> later;
    std::unique_ptr<Timer> timer;
    std::unique_ptr<Timer> second;
    one.run([&] {
        auto const past = one.executor.now() - std::chrono::seconds(1);
        // Both calls are due: one of them is queued already when the other one runs.
        timer = one.executor.schedule(past, [&] { called = true; });
        second = one.executor.schedule(past - std::chrono::seconds(1), [&] {
            timer.reset();
            later.set_value();
        });
    });
    later.get_future().get();
    one.run([&] { second.reset(); });
    CHECK_FALSE(called);
}

TEST_CASE("Tasks that were posted before the start run after it", "[runtime]") {
    EventLoops loops(2);
    std::promise<void> ran;
    loops.executor(1).post([&] { ran.set_value(); });
    loops.start();
    ran.get_future().get();
    loops.stop();
    SUCCEED();
}

TEST_CASE("Tasks that have not run when the loops end may own timers of each loop", "[runtime]") {
    auto const kept = std::make_shared<int>(0);
    {
        EventLoops loops(2);
        for (auto* const waits_on : loops.executors()) {
            for (auto* const called_on : loops.executors()) {
                std::shared_ptr<Timer> const timer = called_on->schedule(called_on->now(), [kept] {});
                waits_on->post([timer] {});
            }
        }
    }
    CHECK(kept.use_count() == 1);
}

TEST_CASE("Objects that wait for a flush when the loops end are released, and may own timers of each loop",
          "[runtime]") {
    struct Waits final : Flushable {
        void flush() override {}
        std::vector<std::unique_ptr<Timer>> timers;
    };
    auto const kept = std::make_shared<int>(0);
    {
        EventLoops loops(2);
        for (auto* const waits_on : loops.executors()) {
            auto const object = std::make_shared<Waits>();
            for (auto* const called_on : loops.executors())
                object->timers.push_back(called_on->schedule(called_on->now(), [kept] {}));
            waits_on->flush_later(object);
        }
        CHECK(kept.use_count() == 5);
    }
    CHECK(kept.use_count() == 1);
}
