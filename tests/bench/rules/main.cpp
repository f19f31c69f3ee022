// Benchmarks of the engines, on one core, without sockets and JSON. Each figure is for one move, with the game's usual
// number of seats and its default options.
#include "rules/core/seeded_chance.hpp"
#include "rules/registry.hpp"
#include "tests/bench/rules/allocations.hpp"
#include "tests/support/template_oracle.hpp"

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

namespace tefuda::bench {

namespace {

/// A match that was played in advance, so that a benchmark measures only the operation in question.
template <Engine E>
struct Played {
    struct Move {
        Seat seat;
        typename E::Action action;
        typename E::State before;
    };
    Bytes32 seed{};
    std::vector<Move> moves;
};

template <Engine E>
typename E::Options default_options(int seats) {
    return std::get<typename E::Options>(E::settle({}, seats));
}

/// Plays at random from a state until the match is over. \param move called before each move
template <Engine E, class OnMove>
void play_on(typename E::State& state, Chance& chance, test::Random& random, OnMove const& move) {
    std::vector<typename E::Event> events;
    while (!E::over(state)) {
        auto const seat = E::to_act(state).front();
        auto const legal = E::legal(state, seat);
        auto const& chosen = legal[static_cast<std::size_t>(test::below(random, static_cast<int>(legal.size())))];
        auto const action = test::fill_in(chosen, random);
        if (!action) continue;
        move(seat, *action, state);
        events.clear();
        E::apply(state, seat, *action, chance, events);
    }
}

template <Engine E>
std::vector<Played<E>> const& played() {
    static auto const matches = [] {
        std::vector<Played<E>> all(20);
        test::Random random(1);
        auto const seats = E::seat_counts().usual;
        for (std::size_t i = 0; i < all.size(); ++i) {
            all[i].seed[0] = static_cast<std::uint8_t>(i);
            SeededChance chance(all[i].seed);
            std::vector<typename E::Event> events;
            auto state = E::start(default_options<E>(seats), seats, chance, events);
            play_on<E>(state, chance, random, [&](Seat seat, auto const& action, auto const& before) {
                all[i].moves.push_back({seat, action, before});
            });
        }
        return all;
    }();
    return matches;
}

/// Reports time and allocations for each move. \param run does the work and returns the number of moves
template <class Run>
void measure(benchmark::State& bench, Run const& run) {
    std::int64_t moves = 0;
    auto const before = allocations();
    for (auto _ : bench) moves += run();
    bench.counters["allocations"] = static_cast<double>(allocations() - before) / static_cast<double>(moves);
    bench.counters["moves"] = benchmark::Counter(static_cast<double>(moves), benchmark::Counter::kIsRate);
    bench.counters["each"] =
        benchmark::Counter(static_cast<double>(moves), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// Calls `work` for each move of all recorded matches. \returns the number of moves
template <Engine E, class Do>
std::int64_t for_each_move(Do const& work) {
    std::int64_t moves = 0;
    for (auto const& match : played<E>())
        for (auto const& move : match.moves) {
            work(move);
            ++moves;
        }
    return moves;
}

/// A whole match of random moves: compute the legal actions, choose one, apply it.
template <Engine E>
void random_play(benchmark::State& bench) {
    test::Random random(1);
    auto const seats = E::seat_counts().usual;
    auto const options = default_options<E>(seats);
    Bytes32 seed{};
    SeededChance chance(seed);
    std::vector<typename E::Event> events;
    measure(bench, [&] {
        std::int64_t moves = 0;
        auto state = E::start(options, seats, chance, events);
        events.clear();
        play_on<E>(state, chance, random, [&](auto const&...) { ++moves; });
        return moves;
    });
}

/// Plays the recorded matches again.
template <Engine E>
void replay(benchmark::State& bench) {
    auto const seats = E::seat_counts().usual;
    auto const options = default_options<E>(seats);
    std::vector<typename E::Event> events;
    measure(bench, [&] {
        std::int64_t moves = 0;
        for (auto const& match : played<E>()) {
            SeededChance chance(match.seed);
            auto state = E::start(options, seats, chance, events);
            for (auto const& move : match.moves) {
                events.clear();
                benchmark::DoNotOptimize(E::apply(state, move.seat, move.action, chance, events));
                ++moves;
            }
        }
        return moves;
    });
}

template <Engine E>
void legal(benchmark::State& bench) {
    measure(bench, [] {
        return for_each_move<E>([](auto const& move) { benchmark::DoNotOptimize(E::legal(move.before, move.seat)); });
    });
}

template <Engine E>
void view(benchmark::State& bench) {
    measure(bench, [] {
        return for_each_move<E>([](auto const& move) { benchmark::DoNotOptimize(E::view(move.before, move.seat)); });
    });
}

template <Engine E>
void add() {
    auto const name = [](char const* what) { return std::string(E::id) + "/" + what; };
    benchmark::RegisterBenchmark(name("random play").c_str(), random_play<E>);
    benchmark::RegisterBenchmark(name("replay").c_str(), replay<E>);
    benchmark::RegisterBenchmark(name("legal").c_str(), legal<E>);
    benchmark::RegisterBenchmark(name("view").c_str(), view<E>);
}

template <class... E>
void add_all(EngineList<E...>) {
    (add<E>(), ...);
}

} // namespace

} // namespace tefuda::bench

int main(int argc, char* argv[]) {
    tefuda::bench::add_all(tefuda::Engines());
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
}
