#include "server/runtime/answer_once.hpp"
#include "tests/server/support/fake_executor.hpp"

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using namespace tefuda::server;
using namespace tefuda::server::test;

TEST_CASE("Whoever waits for an answer gets the first one, or another where none comes, later and once", "[runtime]") {
    FakeExecutor executor;
    std::vector<std::string> got;
    auto once = std::make_shared<AnswerOnce<std::string>>(
        executor, [&](std::string const& answer) { got.push_back(answer); }, "none");
    SECTION("an answer") {
        once->answer("first");
        once->answer("second");
        CHECK(got.empty());
        once.reset();
        executor.run();
        CHECK(got == std::vector<std::string>{"first"});
    }
    SECTION("what was to answer is dropped") {
        std::function<void()> work = [once] { once->answer("never"); };
        once.reset();
        CHECK(executor.waiting() == 0);
        work = {};
        executor.run();
        CHECK(got == std::vector<std::string>{"none"});
    }
    SECTION("what was to answer fails") {
        executor.post([once = std::move(once)] { throw std::runtime_error("no memory"); });
        executor.run();
        CHECK(got == std::vector<std::string>{"none"});
    }
}
