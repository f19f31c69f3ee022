#include "server/metrics/game_metrics.hpp"
#include "server/metrics/metrics.hpp"

#include "tests/support/catch.hpp"

#include <array>
#include <latch>
#include <thread>
#include <vector>

using namespace tefuda::server;

namespace {

constexpr std::array bounds{1.0, 2.5, 10.0};

template <class Work>
void in_threads(int count, Work work) {
    std::vector<std::thread> threads;
    std::latch all_started(count);
    for (int i = 0; i < count; ++i)
        threads.emplace_back([&] {
            all_started.arrive_and_wait();
            work();
        });
    for (auto& thread : threads) thread.join();
}

} // namespace

TEST_CASE("No count is lost when there are more threads than slots", "[metrics]") {
    Counter counter;
    Gauge gauge;
    Histogram histogram(bounds);
    in_threads(40, [&] {
        for (int i = 0; i < 500'000; ++i) {
            counter.add(3);
            gauge.add(2);
            gauge.subtract();
            histogram.observe(0.5);
        }
    });
    CHECK(counter.value() == 60'000'000);
    CHECK(gauge.value() == 20'000'000);
    CHECK(histogram.snapshot().cumulative ==
          std::vector<std::uint64_t>{20'000'000, 20'000'000, 20'000'000, 20'000'000});
    CHECK(histogram.snapshot().sum == 10'000'000);
}

TEST_CASE("A bucket counts values up to and including its bound", "[metrics]") {
    Histogram histogram(bounds);
    for (auto const value : {0.0, 1.0, 1.5, 2.5, 9.0, 10.0, 11.0}) histogram.observe(value);
    CHECK(histogram.snapshot().cumulative == std::vector<std::uint64_t>{2, 4, 6, 7});
    CHECK(histogram.snapshot().sum == 35);
}

TEST_CASE("A room is counted once, in its current game and status", "[metrics]") {
    GameMetrics game, next;
    {
        using enum tefuda::RoomStatus;
        CountedRoom room(game, waiting);
        CountedRoom const other(game, waiting);
        CHECK(game.rooms[waiting].value() == 2);
        room.has(game, playing);
        room.has(game, playing);
        CHECK(game.rooms[waiting].value() == 1);
        CHECK(game.rooms[playing].value() == 1);
        room.has(next, playing);
        CHECK(game.rooms[playing].value() == 0);
        CHECK(next.rooms[playing].value() == 1);
    }
    CHECK(next.rooms[tefuda::RoomStatus::playing].value() == 0);
    CHECK(game.rooms[tefuda::RoomStatus::waiting].value() == 0);
    CHECK(game.rooms[tefuda::RoomStatus::playing].value() == 0);
}

TEST_CASE("A game has the same metrics at every call, and /metrics shows them", "[metrics]") {
    auto& game = game_metrics("a-game-of-this-test");
    game.matches_begun.add();
    CHECK(game_metrics("a-game-of-this-test").matches_begun.value() == 1);
    auto const text = metrics_text({"1.2.3", "here"}, true);
    CHECK(text.find("tefuda_ready 1\n") != std::string::npos);
    CHECK(metrics_text({"1.2.3", "here"}, false).find("tefuda_ready 0\n") != std::string::npos);
    CHECK(text.find("tefuda_matches_begun_total{game=\"a-game-of-this-test\"} 1\n") != std::string::npos);
    CHECK(text.find("tefuda_build_info{version=\"1.2.3\",node=\"here\"") != std::string::npos);
}
