// What a message costs of its address's day.
#include "server/session/message_limits.hpp"
#include "tests/server/support/room_fixture.hpp"

using namespace tefuda;
using namespace tefuda::server;

namespace {

/// How many such messages an address may send that has 64 actions a day.
int allowed(std::string const& text) {
    auto const message = test::room_message(test::Json::parse(text)).second;
    auto limits = Limits::none();
    limits.actions_a_day = 64;
    DayQuota quota({limits.actions_a_day, limits.rooms_a_day, limits.bytes_a_day});
    std::string const address = "192.0.2.1";
    MessageLimits of_client(limits, quota, address);
    MessageLimits::TimePoint const now(std::chrono::hours(1));
    int count = 0;
    while (count < 1000 && of_client.charge(message, 100, now)) ++count;
    return count;
}

} // namespace

TEST_CASE("A message costs as much as it has stored or played again, and what nothing stores costs nothing",
          "[session]") {
    CHECK(allowed(R"({"type":"act","room":"R","decision":1,"action":{}})") == 64);
    CHECK(allowed(R"({"type":"resume","room":"R","token":"t"})") == 64);
    CHECK(allowed(R"({"type":"resume","room":"R","token":"t","since":1})") == 4);
    // With a new token the room is stored.
    CHECK(allowed(R"({"type":"resume","room":"R","token":"t","renew":true})") == 16);
    for (auto const* more : {R"("join","name":"n")", R"("leave")", R"("move","seat":1)", R"("start")", R"("fill")",
                             R"("kick","seat":1)", R"("rematch")", R"("change")", R"("new_evening")"})
        CHECK(allowed(R"({"room":"R","type":)" + std::string(more) + "}") == 16);
    CHECK(allowed(R"({"type":"advise","room":"R"})") == 1000);
    CHECK(allowed(R"({"type":"chat","room":"R","text":"hi"})") == 1000);
}
