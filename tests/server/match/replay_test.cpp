#include "server/bots/bot.hpp"
#include "server/match/match_run.hpp"
#include "tests/server/support/plain_record.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace tefuda;
using namespace tefuda::server;
using Json = nlohmann::json;

namespace {

/// Plays a match with random bots and adds its actions to the record. \returns for each update the texts for every
/// seat, then for a spectator
std::vector<std::string> play_through(MatchRecord& record) {
    MatchRun run(record);
    server::BotRandom random(5);
    std::vector<std::string> updates;
    auto const write_updates = [&] {
        for (auto const seat : all_seats(record.setup.seats())) updates.push_back(run.update(seat, {}));
        updates.push_back(run.update(Observer::spectator(), {}));
    };
    write_updates();
    while (!run.over()) {
        auto const seat = run.to_act().front();
        auto const action =
            server::choose_easy({seat, *run.decision(seat), BotLevel::easy, true, run.legal(seat)}, random);
        REQUIRE(action);
        REQUIRE_FALSE(run.act(seat, *action));
        record.actions.add({seat, *action, run.seq(), false});
        write_updates();
    }
    return updates;
}

} // namespace

TEST_CASE("a record played again gives the same updates, byte for byte", "[match]") {
    for (auto const* game : all_games()) {
        INFO(game->id());
        auto record = plain_record(*game, game->seat_counts().usual, 3);
        auto const updates = play_through(record);
        MatchRun again(record);
        std::size_t at = 0;
        auto const compare = [&] {
            for (auto const seat : all_seats(record.setup.seats())) REQUIRE(again.update(seat, {}) == updates[at++]);
            REQUIRE(again.update(Observer::spectator(), {}) == updates[at++]);
        };
        compare();
        for (auto const& action : record.actions) {
            REQUIRE_FALSE(again.act(action.seat, action.action));
            compare();
        }
        CHECK(at == updates.size());
    }
}

TEST_CASE("an update does not depend on whether earlier updates were written", "[match]") {
    for (auto const* game : all_games()) {
        INFO(game->id());
        auto record = plain_record(*game, game->seat_counts().usual, 3);
        auto const updates = play_through(record);
        auto const observers = static_cast<std::size_t>(record.setup.seats()) + 1;
        constexpr std::size_t step = 10;
        for (auto played = record.actions.size() % step; played <= record.actions.size(); played += step) {
            MatchRun run(record);
            std::size_t number = 0;
            for (auto const& action : record.actions)
                if (number++ < played) REQUIRE_FALSE(run.act(action.seat, action.action));
            for (auto const seat : all_seats(record.setup.seats()))
                REQUIRE(run.update(seat, {}) == updates[played * observers + static_cast<std::size_t>(seat.number())]);
            REQUIRE(run.update(Observer::spectator(), {}) == updates[played * observers + observers - 1]);
        }
    }
}

TEST_CASE("finished deals stay in every later view", "[match]") {
    auto record = plain_record(*find_game("fortyone"), 2, 3);
    auto before = Json::array();
    for (auto const& update : play_through(record)) {
        auto const view = Json::parse(update)["view"];
        auto const& finished = view["table"]["finished"];
        CHECK(finished.size() == view["table"]["deal"].get<std::size_t>() - (view["phase"] == "over" ? 0 : 1));
        CHECK(std::equal(before.begin(), before.end(), finished.begin()));
        before = finished;
    }
    CHECK(before.size() == 4);
}

TEST_CASE("a replay holds the match, its seeds and every outcome of chance", "[match]") {
    auto record = plain_record(*find_game("fortyone"), 2, 9);
    play_through(record);
    auto const replay = Json::parse(replay_of(record));
    CHECK(replay["format"] == "tefuda-replay/1");
    CHECK(replay["server_seed"] == to_hex(record.setup.server_seed));
    CHECK(replay["commitment"] == to_hex(commitment_of(record.setup.server_seed)));
    CHECK(replay["actions"].size() == record.actions.size());
    CHECK_FALSE(replay.contains("fixed"));
    CHECK(replay["result"]["ranks"].size() == 2);

    // Forty-One draws a dealer, then one shuffle for all four deals.
    REQUIRE(replay["chance"].size() == 2);
    CHECK(replay["shuffled"] == Json::parse(R"([{"pack":0}])"));
    REQUIRE(replay["packs"].size() == 1);
    CHECK(replay["packs"][0].size() == 52);
    CHECK(replay["chance"][0]["of"] == 2);
    SeededChance chance(final_seed_of(record.setup.server_seed, record.setup.entropies));
    CHECK(replay["chance"][0]["pick"] == chance.pick(2));
    auto cards = fresh_pack();
    chance.shuffle(cards);
    for (std::size_t i = 0; i < cards.size(); ++i)
        REQUIRE(replay["chance"][1]["shuffle"][i] == WireName<Card>::of(cards[i]));
}

TEST_CASE("a fixed shuffle consumes as many random words as a random one", "[match]") {
    auto record = plain_record(*find_game("fortyone"), 2, 9);
    auto reversed = fresh_pack();
    std::reverse(reversed.begin(), reversed.end());
    record.setup.fixed_shuffles = {reversed, reversed};
    ChanceRecord recorded;
    MatchRun run(record, &recorded);
    CHECK(run.replaced_shuffles() == 1);
    CHECK(recorded.chance.view().find(R"({"shuffle":["KC","QC")") != std::string_view::npos);

    MatchChance fixed(record.setup.server_seed, record.setup.entropies, record.setup.fixed_shuffles);
    MatchChance free(record.setup.server_seed, record.setup.entropies, {});
    auto cards = fresh_pack();
    fixed.shuffle(cards);
    CHECK(cards == reversed);
    free.shuffle(cards);
    CHECK(fixed.pick(1000) == free.pick(1000));
}

TEST_CASE("a fixed shuffle with the wrong cards ends the fixed shuffles", "[match]") {
    auto record = plain_record(*find_game("fortyone"), 2, 9);
    record.setup.fixed_shuffles = {fresh_pack(2), fresh_pack()};
    MatchRun run(record);
    CHECK(run.replaced_shuffles() == 0);
}

TEST_CASE("a decision number changes when the seat acts or its templates change, not when others act", "[match]") {
    auto record = plain_record(*find_game("sugekari21"), 4, 1);
    record.setup.options = std::get<std::string_view>(record.setup.game->settle(R"({"exchange":"partner"})", 4));
    MatchRun run(record);
    auto const before = run.decision(Seat(1));
    auto const give = Json::parse(run.legal(Seat(0)))[0]["cards"]["from"];
    Json const action{{"type", "give"}, {"cards", {give[0], give[1], give[2]}}};
    REQUIRE_FALSE(run.act(Seat(0), action.dump()));
    CHECK(run.decision(Seat(1)) == before);
    CHECK_FALSE(run.decision(Seat(0)));
}
