// That `easy` loses to somebody who plays a first game. The tables of server/bots/README.md: test-server-bots
// "[beginner-table]"
#include "server/bots/bot.hpp"
#include "server/match/match_run.hpp"
#include "tests/server/bots/beginners.hpp"
#include "tests/server/support/plain_record.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>

using namespace tefuda;
using namespace tefuda::server;
using Json = nlohmann::json;

namespace {

struct Table {
    std::string_view game;
    int seats;
    std::string_view options = "{}";
};

/// A match of beginners against bots at one level. It depends on nothing but its number.
class BeginnersMatch {
public:
    /// \param beginners the seats without a bot
    BeginnersMatch(Table const& table, int number, Seats beginners, BotLevel level)
        : record_(record_of(table, number)), run_(record_), beginners_(std::move(beginners)), level_(level),
          left_(table.seats) {}

    /// \returns for each seat its share of the win
    std::vector<double> play() {
        while (!run_.over()) step();
        auto const result = Json::parse(run_.result());
        std::vector<double> share(static_cast<std::size_t>(record_.setup.seats()));
        auto const& winners = result["winners"];
        for (auto const& seat : winners) share[seat.get<std::size_t>()] = 1.0 / static_cast<double>(winners.size());
        // Nobody has won.
        if (winners.empty())
            for (auto& each : share) each = 1.0 / static_cast<double>(share.size());
        return share;
    }

private:
    static MatchRecord record_of(Table const& table, int number) {
        auto record = plain_record(*find_game(table.game), table.seats, 0, table.options);
        record.setup.server_seed[0] = static_cast<std::uint8_t>(number);
        record.setup.server_seed[1] = static_cast<std::uint8_t>(number / 256);
        return record;
    }

    /// A bot that may act but need not is asked once for each decision, before those for whom the match waits.
    void step() {
        for (auto const seat : all_seats(record_.setup.seats()))
            if (is_bot(seat) && run_.decision(seat) && !run_.waits_for(seat) && left_[seat] != run_.decision(seat)) {
                left_[seat] = run_.decision(seat);
                if (auto const action = bots_action(seat)) return act(seat, *action);
            }
        auto const seat = run_.to_act().front();
        act(seat, is_bot(seat) ? bots_action(seat).value()
                               : test::beginners_action(record_.setup.game->id(), run_.view(seat), run_.legal(seat)));
    }

    bool is_bot(Seat seat) const { return std::ranges::find(beginners_, seat) == beginners_.end(); }

    std::optional<std::string> bots_action(Seat seat) const {
        BotTask const task{
            seat, *run_.decision(seat),        level_, run_.waits_for(seat), run_.legal(seat), run_.bot_view_of(seat),
            0,    record_.setup.game->seldom()};
        BotRandom random(bot_seed_of(record_, seat, *run_.decision(seat)));
        return choose(task, {}, random);
    }

    void act(Seat seat, std::string_view action) {
        INFO(action << " of " << run_.legal(seat));
        REQUIRE_FALSE(run_.act(seat, action));
        run_.forget_events();
    }

    MatchRecord record_;
    MatchRun run_;
    Seats beginners_;
    BotLevel level_;
    SeatList<std::optional<std::int64_t>> left_;
};

/// The per cent of matches that the beginners win. Beginners and bots sit in turn, and every deal is played twice: with
/// beginners in the even seats, then in the odd ones.
double won_in_turn(Table const& table, int deals, BotLevel level) {
    auto won = 0.0;
    for (int deal = 0; deal < deals; ++deal)
        for (auto const side : {0, 1}) {
            Seats beginners;
            for (int seat = side; seat < table.seats; seat += 2) beginners.push_back(Seat(seat));
            auto const share = BeginnersMatch(table, deal, beginners, level).play();
            for (auto const seat : beginners) won += share[static_cast<std::size_t>(seat.number())];
        }
    return 100 * won / (2 * deals);
}

/// The per cent of matches that one beginner wins against bots alone.
double won_alone(Table const& table, int matches, BotLevel level) {
    auto won = 0.0;
    for (int match = 0; match < matches; ++match) {
        auto const seat = Seat(match % table.seats);
        won += BeginnersMatch(table, match, {seat}, level).play()[static_cast<std::size_t>(seat.number())];
    }
    return 100 * won / matches;
}

/// The smallest table of each game; of Selfish a match as the page deals it.
constexpr std::array<Table, 5> smallest{
    {{"fortyone", 2}, {"sugekari21", 2}, {"twentytwo", 2}, {"ttpageone", 3}, {"selfish", 2, R"({"games":5})"}}};
constexpr std::array<Table, 4> usual{
    {{"sugekari21", 4}, {"twentytwo", 4}, {"ttpageone", 4}, {"selfish", 4, R"({"games":5})"}}};

} // namespace

TEST_CASE("who plays a game for the first time wins three of five matches against easy", "[bots][beginner]") {
    for (auto const& table : smallest) {
        INFO(table.game);
        CHECK(won_in_turn(table, 250, BotLevel::easy) >= 60);
    }
}

TEST_CASE("how often beginners win", "[.][beginner-table]") {
    std::printf("| game | seats | level | in turn | alone | a fair share |\n| --- | --- | --- | --- | --- | --- |\n");
    auto const row = [](Table const& table, char const* name, BotLevel level) {
        std::printf("| %s | %d | %s | %.1f | %.1f | %.1f |\n", table.game.data(), table.seats, name,
                    won_in_turn(table, 1000, level), won_alone(table, 2000, level), 100.0 / table.seats);
        std::fflush(stdout);
    };
    for (auto const& tables : {std::span<Table const>(smallest), std::span<Table const>(usual)})
        for (auto const& table : tables) {
            row(table, "easy", BotLevel::easy);
            row(table, "normal", BotLevel::normal);
        }
}
