// Whose turn it is on the threads of the bots, by a clock of the test.
#include "server/bots/bot_turns.hpp"
#include "tests/support/catch.hpp"

#include <functional>
#include <map>

using namespace std::chrono_literals;

namespace {

using Turns = tefuda::server::BotTurns<std::string, std::string>;
using Kind = Turns::Kind;

/// One thread that works on what its turns say, and for how long each kind of work has had it.
struct Thread {
    void work_for(std::chrono::milliseconds time) {
        for (auto const end = now + time; now < end;) {
            again();
            auto next = turns.pop(now);
            REQUIRE(next);
            auto const* step = std::get_if<std::list<std::string>>(&next->work);
            auto const name = step ? step->front() : std::get<Turns::NextJob>(next->work).job;
            now += takes.at(name);
            had[name] += takes.at(name);
            if (next->takes_share) turns.charge_share(takes.at(name));
        }
    }

    Turns turns{1};
    Turns::TimePoint now{100s};
    std::map<std::string, std::chrono::milliseconds> takes;
    std::map<std::string, std::chrono::milliseconds> had;
    /// What wants a thread all the time.
    std::function<void()> again;
};

} // namespace

TEST_CASE("Idle work has a tenth of each second, however many bots think", "[bots]") {
    Thread thread;
    thread.takes = {{"bot", 30ms}, {"idle", 10ms}};
    thread.again = [&] {
        thread.turns.push(Kind::humans, "bot", "a", true);
        thread.turns.push("idle");
    };
    for (int second = 0; second < 10; ++second) {
        thread.had.clear();
        thread.work_for(1s);
        CHECK(thread.had["idle"] >= 90ms);
        CHECK(thread.had["idle"] <= 130ms);
    }
}

TEST_CASE("Idle work whose steps are long pays for them later", "[bots]") {
    Thread thread;
    thread.takes = {{"bot", 30ms}, {"idle", 700ms}};
    thread.again = [&] {
        thread.turns.push(Kind::humans, "bot", "a", true);
        thread.turns.push("idle");
    };
    thread.work_for(70s);
    CHECK(thread.had["idle"] >= 6'300ms);
    CHECK(thread.had["idle"] <= 7'700ms);
}

TEST_CASE("Rooms of bots alone pay from the share of idle work, and leave it half", "[bots]") {
    Thread thread;
    thread.takes = {{"bot", 30ms}, {"alone", 20ms}, {"idle", 20ms}};
    thread.again = [&] {
        thread.turns.push(Kind::humans, "bot", "a", true);
        thread.turns.push(Kind::bots_alone, "alone", "b", true);
        thread.turns.push("idle");
    };
    thread.work_for(10s);
    CHECK(thread.had["bot"] >= 8'800ms);
    CHECK(thread.had["idle"] >= 450ms);
    CHECK(thread.had["alone"] >= 450ms);
}

TEST_CASE("Where no human waits, rooms of bots alone and idle work share the threads", "[bots]") {
    Thread thread;
    thread.takes = {{"alone", 20ms}, {"idle", 20ms}};
    thread.again = [&] {
        thread.turns.push(Kind::bots_alone, "alone", "b", true);
        thread.turns.push("idle");
    };
    thread.work_for(1s);
    CHECK(thread.had["alone"] == 500ms);
    CHECK(thread.had["idle"] == 500ms);
}

TEST_CASE("What the background does while nobody waits costs it nothing later", "[bots]") {
    Thread thread;
    thread.takes = {{"bot", 30ms}, {"idle", 10ms}};
    thread.again = [&] { thread.turns.push("idle"); };
    thread.work_for(60s);
    thread.again = [&] {
        thread.turns.push(Kind::humans, "bot", "a", true);
        thread.turns.push("idle");
    };
    thread.had.clear();
    thread.work_for(1s);
    CHECK(thread.had["idle"] >= 90ms);
    CHECK(thread.had["idle"] <= 130ms);
}

TEST_CASE("Without work of the background, bots of humans have it all, and nothing is saved up", "[bots]") {
    Thread thread;
    thread.takes = {{"bot", 20ms}, {"idle", 10ms}};
    thread.again = [&] { thread.turns.push(Kind::humans, "bot", "a", true); };
    thread.work_for(60s);
    CHECK(thread.had["bot"] == 60s);
    thread.again = [&] {
        thread.turns.push(Kind::humans, "bot", "a", true);
        thread.turns.push("idle");
    };
    thread.work_for(1s);
    CHECK(thread.had["idle"] <= 130ms);
}
