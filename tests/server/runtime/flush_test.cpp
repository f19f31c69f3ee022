#include "tests/support/catch.hpp"

#include "tests/server/support/fake_executor.hpp"

#include <functional>
#include <stdexcept>
#include <string>

using namespace tefuda::server;
using tefuda::server::test::FakeExecutor;

namespace {

/// Calls a function when it is flushed.
struct Calls final : Flushable {
    explicit Calls(std::function<void()> to_call) : function(std::move(to_call)) {}
    void flush() override { function(); }
    std::function<void()> const function;
};

} // namespace

TEST_CASE("Scheduled objects are flushed in order, after everything that is ready to run", "[runtime]") {
    FakeExecutor executor;
    std::string order;
    auto const notes = [&](char name) { return std::make_shared<Calls>([&order, name] { order += name; }); };
    executor.post([&] {
        executor.flush_later(notes('a'));
        executor.flush_later(notes('b'));
        order += '1';
    });
    executor.post([&] {
        order += '2';
        executor.flush_later(notes('c'));
    });
    executor.run();
    CHECK(order == "12abc");
    executor.flush_later(notes('d'));
    executor.run();
    CHECK(order == "12abcd");
}

TEST_CASE("An object that is scheduled by a flush is flushed in the same pass", "[runtime]") {
    FakeExecutor executor;
    std::string order;
    auto const second = std::make_shared<Calls>([&] { order += "second "; });
    auto const first = std::make_shared<Calls>([&] {
        order += "first ";
        executor.post([&] { order += "next turn"; });
        executor.flush_later(second);
    });
    executor.flush_later(first);
    executor.run();
    CHECK(order == "first second next turn");
}

TEST_CASE("A flush that throws does not keep others from being flushed", "[runtime]") {
    FakeExecutor executor;
    int flushed = 0;
    executor.flush_later(std::make_shared<Calls>([] { throw std::runtime_error("a failure that a test asked for"); }));
    executor.flush_later(std::make_shared<Calls>([&] { ++flushed; }));
    executor.run();
    CHECK(flushed == 1);
    executor.flush_later(std::make_shared<Calls>([&] { ++flushed; }));
    executor.run();
    CHECK(flushed == 2);
}

TEST_CASE("A flush scheduler that is cleared releases its objects without flushing them", "[runtime]") {
    FakeExecutor executor;
    bool flushed = false;
    auto const object = std::make_shared<Calls>([&] { flushed = true; });
    executor.flush_later(object);
    executor.drop_flushes();
    CHECK(object.use_count() == 1);
    executor.run();
    CHECK_FALSE(flushed);
}
