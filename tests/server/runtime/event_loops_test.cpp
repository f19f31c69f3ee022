#include "tests/support/catch.hpp"

#include "server/runtime/event_loops.hpp"

#include <algorithm>
#include <future>
#include <stdexcept>
#include <thread>

using namespace tefuda::server;

namespace {

/// One running executor.
struct OneThread {
    OneThread() { threads.start(); }
    ~OneThread() { threads.stop(); }

    /// Runs it there and waits.
    void run(Executor::Task const& task) {
        std::promise<void> done;
        executor.post([&] {
            task();
            done.set_value();
        });
        done.get_future().get();
    }

    EventLoops threads{1};
    Executor& executor = *threads.executors().front();
};

} // namespace

TEST_CASE("An executor runs what is posted, in order, on its own thread") {
    OneThread one;
    std::vector<int> order;
    auto id = std::this_thread::get_id();
    for (int i = 0; i < 100; ++i) one.executor.post([&order, i] { order.push_back(i); });
    one.run([&] { id = std::this_thread::get_id(); });
    CHECK(order.size() == 100);
    CHECK(std::is_sorted(order.begin(), order.end()));
    CHECK(id != std::this_thread::get_id());
}

TEST_CASE("dispatch runs at once here, later from elsewhere") {
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

TEST_CASE("A task that throws does not end its thread") {
    OneThread one;
    bool ran = false;
    one.executor.post([] { throw std::runtime_error("a failure that a test asked for"); });
    one.run([&] { ran = true; });
    CHECK(ran);
}

TEST_CASE("A scheduled call comes once, not before its time") {
    OneThread one;
    std::unique_ptr<Timer> timer;
    std::promise<Executor::TimePoint> called;
    auto const when = one.executor.now() + std::chrono::milliseconds(20);
    one.run([&] { timer = one.executor.schedule(when, [&] { called.set_value(one.executor.now()); }); });
    CHECK(called.get_future().get() >= when);
    one.run([&] { timer.reset(); });
}

TEST_CASE("A scheduled call may destroy its own timer") {
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

TEST_CASE("A call whose timer is destroyed never comes, even if it was due") {
    OneThread one;
    bool called = false;
    std::promise<void> later;
    std::unique_ptr<Timer> timer;
    std::unique_ptr<Timer> second;
    one.run([&] {
        auto const past = one.executor.now() - std::chrono::seconds(1);
        // The first is queued when the second destroys it, or the other way round.
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

TEST_CASE("What was posted before the start runs after it") {
    EventLoops threads(2);
    std::promise<void> ran;
    threads.executors().at(1)->post([&] { ran.set_value(); });
    threads.start();
    ran.get_future().get();
    threads.stop();
    SUCCEED();
}

TEST_CASE("What has not run when the threads end may have timers of each of them") {
    auto const kept = std::make_shared<int>(0);
    {
        EventLoops threads(2);
        for (auto* const waits_on : threads.executors()) {
            for (auto* const called_on : threads.executors()) {
                std::shared_ptr<Timer> const timer = called_on->schedule(called_on->now(), [kept] {});
                waits_on->post([timer] {});
            }
        }
    }
    CHECK(kept.use_count() == 1);
}
