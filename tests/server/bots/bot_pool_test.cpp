// Tests of the bot pool: the time for a search, and what happens when a bot fails.
#include "server/bots/bot_pool.hpp"
#include "tests/support/catch.hpp"

#include <future>
#include <thread>

using namespace tefuda;
using namespace tefuda::server;
using namespace std::chrono_literals;

namespace {

/// A BotView whose search is a function of the test.
class Scripted final : public BotView {
public:
    using Search = std::function<std::optional<std::string>(search::Budget const&)>;
    explicit Scripted(Search search) : search_(std::move(search)) {}

    std::optional<std::string> as_beginner(search::Random&) const override { return beginner; }
    std::optional<std::string> by_rules_of_thumb(search::Random&) const override { return "by rules of thumb"; }
    std::optional<std::string> by_search(search::Budget const& budget, search::Random&) const override {
        return search_(budget);
    }

    std::optional<Consideration> consider(search::Budget const& budget, search::Random&,
                                          std::string_view) const override {
        return Consideration{search_(budget).value(), {}};
    }

    std::optional<std::string> beginner;

private:
    Search search_;
};

BotTask task(BotLevel level, Scripted::Search search) {
    return {Seat(0), 1, level, true, R"([{"type":"pass"}])", std::make_shared<Scripted>(std::move(search))};
}

std::string answer_of(BotPool& pool, BotTask task) {
    std::promise<std::string> answer;
    pool.ask(std::move(task), {}, [&](std::optional<std::string> action) { answer.set_value(action.value()); });
    return answer.get_future().get();
}

constexpr auto trivial_search = [](search::Budget const&) { return std::optional<std::string>("by search"); };

} // namespace

TEST_CASE("each level decides in its own way", "[bots]") {
    BotPool pool(1, 20ms);
    CHECK(answer_of(pool, task(BotLevel::easy, trivial_search)) == R"({"type":"pass"})");
    CHECK(answer_of(pool, task(BotLevel::normal, trivial_search)) == "by rules of thumb");
    CHECK(answer_of(pool, task(BotLevel::hard, trivial_search)) == "by search");
}

TEST_CASE("easy plays as a beginner in a game that says how", "[bots]") {
    BotPool pool(1, 20ms);
    auto const view = std::make_shared<Scripted>(trivial_search);
    view->beginner = "as a beginner";
    CHECK(answer_of(pool, {Seat(0), 1, BotLevel::easy, true, R"([{"type":"pass"}])", view}) == "as a beginner");
}

TEST_CASE("a task's seed repeats what a bot does at random, and another seed changes it", "[bots]") {
    BotPool pool(2, 20ms);
    auto const choices = [&](std::uint64_t first_seed) {
        std::string all;
        for (auto seed = first_seed; seed < first_seed + 20; ++seed) {
            BotTask const asked{Seat(0), 1,   BotLevel::easy, true, R"([{"type":"stop"},{"type":"continue"}])",
                                nullptr, seed};
            all += answer_of(pool, asked);
        }
        return all;
    };
    CHECK(choices(1) == choices(1));
    CHECK(choices(1) != choices(21));
}

TEST_CASE("without time to think, hard plays like normal", "[bots]") {
    BotPool pool(1, 0ms);
    CHECK(answer_of(pool, task(BotLevel::hard, trivial_search)) == "by rules of thumb");
}

TEST_CASE("a bot that fails plays at random, so that the match goes on", "[bots]") {
    BotPool pool(1, 20ms);
    auto const fails = [](search::Budget const&) -> std::optional<std::string> { throw std::runtime_error("a bug"); };
    CHECK(answer_of(pool, task(BotLevel::hard, fails)) == R"({"type":"pass"})");
}

TEST_CASE("a bot that fails twice loses its decision, and the pool goes on", "[bots]") {
    BotPool pool(1, 20ms);
    auto failing = task(BotLevel::hard,
                        [](search::Budget const&) -> std::optional<std::string> { throw std::runtime_error("a bug"); });
    failing.legal = "not JSON";
    std::promise<bool> acts;
    pool.ask(failing, {}, [&](std::optional<std::string> const& action) { acts.set_value(action.has_value()); });
    CHECK_FALSE(acts.get_future().get());
    pool.ask(task(BotLevel::hard, trivial_search), {},
             [](auto const&) { throw std::runtime_error("the room is gone"); });
    CHECK(answer_of(pool, task(BotLevel::hard, trivial_search)) == "by search");
}

TEST_CASE("the pool cancels its searches when it is destroyed", "[bots]") {
    std::promise<void> begun;
    auto const thinks = [&](search::Budget const& budget) {
        begun.set_value();
        while (!budget.is_over()) std::this_thread::yield();
        return std::optional<std::string>("late");
    };
    BotPool pool(1, 1h);
    pool.ask(task(BotLevel::hard, thinks), {}, [](auto const&) {});
    begun.get_future().wait();
}

TEST_CASE("the more tasks wait, the shorter each search", "[bots]") {
    constexpr auto think = 10'000ms;
    std::vector<std::chrono::duration<double>> budgets;
    std::promise<void> all_asked;
    std::promise<void> all_done;
    {
        BotPool pool(1, think);
        auto const notes = [&](search::Budget const& budget) {
            budgets.emplace_back(budget.until - std::chrono::steady_clock::now());
            return std::optional<std::string>("done");
        };
        auto const waits = [&, asked = all_asked.get_future().share()](search::Budget const&) {
            asked.wait();
            return std::optional<std::string>("done");
        };
        pool.ask(task(BotLevel::hard, waits), {}, [](auto const&) {});
        for (int i = 0; i < 3; ++i) pool.ask(task(BotLevel::hard, notes), {}, [](auto const&) {});
        pool.ask(task(BotLevel::hard, notes), {}, [&](auto const&) { all_done.set_value(); });
        all_asked.set_value();
        all_done.get_future().wait();
    }
    REQUIRE(budgets.size() == 4);
    // During the first of them three tasks wait, then two, one, none.
    for (std::size_t i = 0; i < 4; ++i) {
        auto const share = std::chrono::duration<double>(think) / static_cast<double>(4 - i);
        CHECK(budgets[i] <= share);
        CHECK(budgets[i] > share * 0.9);
    }
}

TEST_CASE("no address takes all places of those who wait for advice", "[bots]") {
    std::promise<void> go_on;
    BotPool pool(1, 20ms);
    auto const waits = [until = go_on.get_future().share()](search::Budget const&) {
        until.wait();
        return std::optional<std::string>("done");
    };
    auto const asks = [&](
                          std::string const& address, BotPool::Considered const& answer = [](auto const&) {}) {
        return pool.consider(task(BotLevel::hard, waits), address, answer);
    };
    for (int i = 0; i < 8; ++i) CHECK(asks("many"));
    CHECK_FALSE(asks("many"));
    std::promise<void> done;
    CHECK(asks("other", [&](auto const&) { done.set_value(); }));
    go_on.set_value();
    // After the first of many.
    done.get_future().wait();
}
