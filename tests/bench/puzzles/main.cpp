// How good a game's puzzles are: looks for them in matches of `normal` bots, as the server does, and searches each
// position once more with ten times the iterations. With --ship it prints the first of them as the server ships them.
#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"
#include "protocol/server_message.hpp"
#include "server/bots/bot.hpp"
#include "server/daily/puzzle_search.hpp"
#include "server/daily/shipped_puzzles.hpp"
#include "server/runtime/random.hpp"
#include "tests/server/support/plain_record.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tefuda::bench {

namespace {

using namespace server;

struct Settings {
    std::string game;
    int matches = 20;
    int first = 0;
    int iterations = 3000;
    int times = 10;
    bool each = false;
    int ship = 0;
};

/// The match with this number, always the same.
MatchRecord match_of_bots(Game const& game, int number) {
    auto record = server::plain_record(game, game.seat_counts().usual);
    record.room = "BENCH";
    record.number = number;
    auto const text = "match " + std::to_string(number);
    record.setup.server_seed = sha256(std::span(reinterpret_cast<std::uint8_t const*>(text.data()), text.size()));
    MatchRun run(record);
    BotRandom random(static_cast<std::uint64_t>(number));
    while (!run.over()) {
        auto const seat = run.to_act().front();
        BotTask task{seat, *run.decision(seat), BotLevel::normal, true, run.legal(seat), run.bot_view_of(seat)};
        task.seldom = game.seldom();
        auto action = choose(task, {.iterations = 0}, random);
        while (!action || run.act(seat, *action)) action = choose_easy(task, random);
        record.actions.add({seat, *action, run.seq(), false});
        run.forget_events();
    }
    return record;
}

/// What the longer search says of a puzzle.
struct Judged {
    double lead;      ///< of the puzzle's action over the second, as it is stored
    double lead_then; ///< of the puzzle's action over the best other one; negative where it is not the best
};

Judged judge(Game const& game, MatchRecord const& record, StoredPuzzle const& puzzle, int iterations) {
    MatchRun run(record);
    auto next = record.actions.begin();
    for (auto i = 0; i < puzzle.actions; ++i, ++next) {
        run.act((*next).seat, (*next).action);
        run.forget_events();
    }
    auto const compared = codec::Decoder().read_text<std::vector<ValuedAction>>(puzzle.compared).value();
    auto const& best = compared[0].action.text;
    search::Random random(static_cast<std::uint64_t>(puzzle.actions) + 77);
    auto const thought = run.bot_view_of(Seat(puzzle.seat))->consider({.iterations = iterations}, random, best);
    if (!thought || !thought->value_of_asked) throw std::runtime_error("a puzzle's position can't be searched");
    auto const key = game.move_key(best);
    auto other = 0.0;
    for (auto const& [action, value] : thought->opinions)
        if (game.move_key(action) != key) other = std::max(other, value);
    return {compared[0].value - compared[1].value, *thought->value_of_asked - other};
}

/// A line of a file of shipped puzzles.
std::string line_of(StoredPuzzle const& puzzle) {
    constexpr std::size_t bytes_of_id = 8;
    auto const text = puzzle.game + puzzle.view;
    auto const hash = sha256(std::span(reinterpret_cast<std::uint8_t const*>(text.data()), text.size()));
    auto compared = codec::Decoder().read_text<std::vector<ValuedAction>>(puzzle.compared).value();
    return codec::to_json(ShippedPuzzle{.id = to_hex(std::span(hash).first(bytes_of_id)),
                                        .options = {puzzle.options},
                                        .seats = puzzle.seats,
                                        .seat = Seat(puzzle.seat),
                                        .view = {puzzle.view},
                                        .legal = {puzzle.legal},
                                        .compared = std::move(compared)});
}

/// Prints the first puzzles, one of a match: what is right also in the longer search.
int ship(Settings const& of, Game const& game) {
    auto printed = 0;
    for (auto number = of.first; printed < of.ship; ++number) {
        auto const record = match_of_bots(game, number);
        PuzzleSearch search(record);
        while (search.step({.iterations = of.iterations})) {}
        for (auto const& puzzle : search.found()) {
            if (judge(game, record, puzzle, of.iterations * of.times).lead_then < PuzzleSearch::difference / 2)
                continue;
            std::printf("%s\n", line_of(puzzle).c_str());
            std::fflush(stdout);
            ++printed;
            break;
        }
    }
    return 0;
}

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    return values[values.size() / 2];
}

int run(Settings const& of) {
    auto const* game = find_game(of.game);
    if (!game) {
        std::fprintf(stderr, "There is no such game.\n");
        return 2;
    }
    if (of.ship > 0) return ship(of, *game);
    std::vector<Judged> all;
    auto actions = std::size_t{0};
    auto with_puzzles = 0;
    std::chrono::duration<double> searched{};
    for (auto number = of.first; number < of.first + of.matches; ++number) {
        auto const record = match_of_bots(*game, number);
        actions += record.actions.size();
        auto const begun = std::chrono::steady_clock::now();
        PuzzleSearch search(record);
        while (search.step({.iterations = of.iterations})) {}
        searched += std::chrono::steady_clock::now() - begun;
        with_puzzles += search.found().empty() ? 0 : 1;
        for (auto const& puzzle : search.found()) {
            auto const judged = judge(*game, record, puzzle, of.iterations * of.times);
            all.push_back(judged);
            if (of.each)
                std::printf("match %d action %d: %.3f, then %.3f\n", number, puzzle.actions, judged.lead,
                            judged.lead_then);
        }
    }
    std::vector<double> leads, leads_then;
    for (auto const& [lead, lead_then] : all) {
        leads.push_back(lead);
        leads_then.push_back(lead_then);
    }
    auto const at_least = [&](double lead) {
        return std::ranges::count_if(all, [&](Judged const& one) { return one.lead_then >= lead; });
    };
    std::printf("%s: %d matches of %.0f actions, %.1f s each; %d with puzzles, %zu puzzles\n", of.game.c_str(),
                of.matches, static_cast<double>(actions) / of.matches, searched.count() / of.matches, with_puzzles,
                all.size());
    std::printf("median lead %.2f, with %d times the iterations %.2f; then at least 0.1 ahead %td, best %td\n",
                median(leads), of.times, median(leads_then), at_least(0.1), at_least(0));
    return 0;
}

} // namespace

} // namespace tefuda::bench

int main(int argc, char* argv[]) {
    tefuda::bench::Settings of;
    CLI::App app("Looks for puzzles in matches of bots, and judges them with a longer search");
    app.add_option("--game", of.game)->required();
    app.add_option("--matches", of.matches, "how many")->capture_default_str()->check(CLI::Range(1, 1000000));
    app.add_option("--first", of.first, "number of the first match")->capture_default_str();
    app.add_option("--iterations", of.iterations, "of a search")->capture_default_str();
    app.add_option("--times", of.times, "how many times more the longer search has")->capture_default_str();
    app.add_flag("--each", of.each, "print each puzzle");
    app.add_option("--ship", of.ship, "print so many puzzles as they are shipped, and no figures");
    CLI11_PARSE(app, argc, argv);
    return tefuda::bench::run(of);
}
