// What is done beside the event loops: workers with a thread, and the tasks that one carries out.
#include "server/runtime/runtime.hpp"
#include "tests/server/support/kept_log.hpp"
#include "tests/support/catch.hpp"

#include <atomic>
#include <future>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

using namespace tefuda::server;
using namespace std::chrono_literals;

namespace {

/// Lets a step wait for the test.
struct Gate {
    std::promise<void> entered, open;
};

} // namespace

TEST_CASE("A worker's step is called at once, and again whenever it is woken", "[worker]") {
    std::atomic<int> calls = 0;
    auto const worker = make_worker("test", [&] {
        ++calls;
        calls.notify_all();
        return Worker::Next::when_woken();
    });
    for (int seen = 0; seen < 3; ++seen) {
        calls.wait(seen);
        worker->wake();
    }
    worker->stop();
    auto const at_the_end = calls.load();
    worker->wake();
    CHECK(calls == at_the_end);
}

TEST_CASE("A worker that is woken while its step is called is called once more", "[worker]") {
    std::atomic<int> calls = 0;
    Gate gate;
    auto const worker = make_worker("test", [&] {
        if (calls++ == 0) {
            gate.entered.set_value();
            gate.open.get_future().wait();
        }
        calls.notify_all();
        return Worker::Next::when_woken();
    });
    gate.entered.get_future().wait();
    worker->wake();
    gate.open.set_value();
    calls.wait(1);
    CHECK(calls == 2);
}

TEST_CASE("A worker that rests is not woken before its time", "[worker]") {
    std::vector<SteadyTime> calls;
    std::promise<void> done;
    auto const begin = steady_now();
    auto const worker = make_worker("test", [&] {
        calls.push_back(steady_now());
        if (calls.size() == 2) done.set_value();
        return calls.size() == 1 ? Worker::Next::not_before(begin + 30ms) : Worker::Next::when_woken();
    });
    worker->wake();
    done.get_future().wait();
    worker->stop();
    CHECK(calls[1] >= begin + 30ms);
}

TEST_CASE("A worker goes on after a step that fails", "[worker]") {
    test::QuietLog const quiet;
    std::promise<void> again;
    int calls = 0;
    auto const worker = make_worker("test", [&] {
        if (++calls == 1) throw std::runtime_error("a defect");
        if (calls == 2) again.set_value();
        return Worker::Next::when_woken();
    });
    again.get_future().wait();
}

TEST_CASE("Addresses that ask a worker for tasks take turns, one that fails costs no other, and first ones are first",
          "[worker]") {
    test::QuietLog const quiet;
    std::string order;
    Gate gate;
    std::promise<void> done;
    TaskWorker worker("test");
    worker.start();
    REQUIRE(worker.post("", [&] {
        gate.entered.set_value();
        gate.open.get_future().wait();
    }));
    gate.entered.get_future().wait();
    for (auto const* task : {"a1", "a2"}) REQUIRE(worker.post("192.0.2.1", [&, task] { order += task; }));
    REQUIRE(worker.post("192.0.2.2", [] { throw std::runtime_error("a defect"); }));
    REQUIRE(worker.post("192.0.2.3", [&] { order += "c1"; }));
    REQUIRE(worker.post("192.0.2.3", [&] { done.set_value(); }));
    worker.post_first(
        "192.0.2.4", [&] { order += "first"; }, [&] { order += "refused"; });
    gate.open.set_value();
    done.get_future().wait();
    CHECK(order == "firsta1c1a2");
}

TEST_CASE("Of one address a thousand tasks may wait", "[worker]") {
    Gate gate;
    TaskWorker worker("test");
    worker.start();
    REQUIRE(worker.post("", [&] {
        gate.entered.set_value();
        gate.open.get_future().wait();
    }));
    gate.entered.get_future().wait();
    for (int i = 0; i < 1000; ++i) REQUIRE(worker.post("192.0.2.1", [] {}));
    CHECK_FALSE(worker.post("192.0.2.1", [] {}));
    CHECK(worker.post("192.0.2.2", [] {}));
    CHECK(worker.post("", [] {}));
    gate.open.set_value();
}

TEST_CASE("A worker's tick comes whether or not there are tasks", "[worker]") {
    std::atomic<int> ticks = 0;
    std::atomic<bool> goes_on = true;
    std::function<void()> again; // the worker's last task copies it
    TaskWorker worker("test", 1ms, [&](Moment const&) {
        ++ticks;
        ticks.notify_all();
    });
    worker.start();
    ticks.wait(0);
    ticks.wait(1);
    again = [&] {
        if (goes_on) static_cast<void>(worker.post("", again));
    };
    again();
    auto const before = ticks.load();
    ticks.wait(before);
    goes_on = false;
    CHECK(ticks > before);
}

TEST_CASE("Where a task is refused or throws, its other end is called, and where it was carried out, not", "[worker]") {
    test::QuietLog const quiet;
    TaskWorker worker("test");
    std::atomic<int> carried_out = 0, failed = 0;
    auto const ask = [&](bool throws) {
        std::promise<void> told;
        worker.post(
            "192.0.2.1",
            [&, throws] {
                if (throws) throw std::runtime_error("a defect");
                ++carried_out;
                told.set_value();
            },
            [&] {
                ++failed;
                told.set_value();
            });
        told.get_future().wait();
    };
    // It has not started.
    ask(false);
    CHECK((carried_out == 0 && failed == 1));
    worker.start();
    ask(false);
    CHECK((carried_out == 1 && failed == 1));
    ask(true);
    CHECK((carried_out == 1 && failed == 2));
}
