// Bots for which memory runs out.
#include "server/bots/bot.hpp"
#include "tests/server/support/failing_memory.hpp"
#include "tests/support/catch.hpp"

#include <new>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

TEST_CASE("A bot that plays at random acts once there is memory again", "[bots][out-of-memory]") {
    BotTask const task{
        Seat(0), 1, BotLevel::easy, true,
        R"([{"type":"play","cards":{"choose":[1,2],"from":["7S","7H","XX"],"with":["9C"]},"optional":["as","last"]}])"};
    for (auto failing = 1, ended = 0; ended == 0; ++failing) {
        INFO("allocation " << failing);
        BotRandom random(1);
        std::optional<std::string> action;
        fail_allocation(failing);
        try {
            action = choose_easy(task, random);
        } catch (std::bad_alloc const&) {
            // It is asked again.
        }
        ended = is_to_fail() ? 1 : 0;
        fail_allocation(0);
        if (ended == 1) CHECK(action);
    }
}
