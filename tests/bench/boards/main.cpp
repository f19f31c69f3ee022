// How well a game's deal of the day tells players apart: plays the same boards once with each level of the built-in
// bots in seat 0, with `normal` in the other seats.
#include "server/bots/bot_match.hpp"
#include "server/match/match.hpp"
#include "tests/server/support/plain_record.hpp"

#include <CLI/CLI.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <exception>
#include <span>
#include <string>
#include <vector>

namespace tefuda::bench {

namespace {

using namespace server;

constexpr std::array levels{BotLevel::easy, BotLevel::normal, BotLevel::hard};
/// Standard errors on either side of the mean that a 95 % interval has.
constexpr double z95 = 1.96;

struct Settings {
    std::string game;
    std::optional<int> seats;
    std::optional<std::string> options;
    int boards = 200;
    int first = 0;
    int iterations = 300;
    bool results = false;
};

/// The board with this number, always the same.
MatchRecord board(Game const& game, std::string_view options, int seats, int number) {
    auto record = server::plain_record(game, seats, 0, options);
    record.room = "BOARD";
    auto const text = "board " + std::to_string(number);
    record.setup.server_seed = sha256(std::span(reinterpret_cast<std::uint8_t const*>(text.data()), text.size()));
    return record;
}

struct Sample {
    double mean;
    double deviation; ///< of one value
};

Sample sample_of(std::vector<double> const& values) {
    auto const n = static_cast<double>(values.size());
    double sum = 0;
    for (auto const value : values) sum += value;
    double squares = 0;
    for (auto const value : values) squares += (value - sum / n) * (value - sum / n);
    return {sum / n, std::sqrt(squares / (n - 1))};
}

struct Played {
    std::array<std::vector<double>, levels.size()> margins;
    double decisions = 0; ///< of seat 0, of all matches
    double actions = 0;   ///< of all seats
};

void play(Settings const& of, Game const& game, std::string_view options, int seats, int number, Played& played) {
    for (std::size_t i = 0; i < levels.size(); ++i) {
        SeatList<BotLevel> in_seats(seats, BotLevel::normal);
        in_seats[Seat(0)] = levels[i];
        BotMatch match(board(game, options, seats, number), in_seats, Seat(0));
        while (match.step({.iterations = of.iterations})) {}
        auto const result = match.run().result();
        if (of.results) std::printf("%d %zu %s\n", number, i, result.c_str());
        played.margins[i].push_back(static_cast<double>(game.margin(result, Seat(0))));
        played.decisions += static_cast<double>(match.run().decisions_reached()[Seat(0)]);
        played.actions += static_cast<double>(match.run().seq() - 1);
    }
}

void print(Settings const& of, Played const& played) {
    auto const root = std::sqrt(of.boards);
    for (std::size_t i = 0; i < levels.size(); ++i) {
        constexpr std::array names{"easy", "normal", "hard"};
        auto const [mean, deviation] = sample_of(played.margins[i]);
        std::printf("%-7s %8.2f +- %.2f\n", names[i], mean, z95 * deviation / root);
    }
    std::vector<double> ahead;
    for (std::size_t i = 0; i < played.margins[1].size(); ++i)
        ahead.push_back(played.margins[2][i] - played.margins[1][i]);
    auto const [mean, deviation] = sample_of(ahead);
    std::printf("hard is ahead of normal by %.2f +- %.2f\n", mean, z95 * deviation / root);
    if (mean > 0) {
        auto const needed = z95 * deviation / mean;
        std::printf("boards until that is sure (95 %%): %.0f\n", std::ceil(needed * needed));
    }
    auto const matches = static_cast<double>(of.boards) * levels.size();
    std::printf("a match: %.0f decisions of seat 0, %.0f actions\n", played.decisions / matches,
                played.actions / matches);
}

int run(Settings const& of) {
    auto const* game = find_game(of.game);
    auto const daily = game ? game->daily() : std::nullopt;
    if (!daily) {
        std::fprintf(stderr, "There is no such game, or it has no deal of the day.\n");
        return 2;
    }
    auto const seats = of.seats.value_or(daily->seats);
    auto const settled = game->settle(of.options.value_or(daily->options), seats);
    if (auto const* bad = std::get_if<Illegal>(&settled)) {
        std::fprintf(stderr, "%s\n", bad->reason.c_str());
        return 2;
    }
    Played played;
    for (int number = of.first; number < of.first + of.boards; ++number)
        play(of, *game, std::get<std::string_view>(settled), seats, number, played);
    print(of, played);
    return 0;
}

} // namespace

} // namespace tefuda::bench

int main(int argc, char* argv[]) {
    tefuda::bench::Settings of;
    CLI::App app("Plays boards of the day with a bot of each level in seat 0");
    app.add_option("--game", of.game)->required();
    app.add_option("--seats", of.seats, "instead of the game's own for its deal of the day");
    app.add_option("--options", of.options, "JSON; instead of the game's own");
    app.add_option("--boards", of.boards, "how many")->capture_default_str()->check(CLI::Range(2, 1000000));
    app.add_option("--first", of.first, "number of the first board")->capture_default_str();
    app.add_option("--iterations", of.iterations, "of a search of `hard`")->capture_default_str();
    app.add_flag("--results", of.results, "print each result, with its board and level");
    CLI11_PARSE(app, argc, argv);
    return tefuda::bench::run(of);
}
