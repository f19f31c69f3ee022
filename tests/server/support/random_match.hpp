// Finished matches for what looks at them afterwards.
#pragma once

#include "server/bots/bot.hpp"
#include "server/match/match_record.hpp"
#include "server/match/match_run.hpp"
#include "tests/support/catch.hpp"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace tefuda::server::test {

/// A match between bots that play at random.
inline MatchRecord random_match(Game const& game, std::uint8_t seed) {
    auto const seats = game.seat_counts().usual;
    MatchRecord record;
    record.room = "ROOM";
    record.setup.game = &game;
    record.setup.options = std::get<std::string_view>(game.settle("{}", seats));
    record.setup.server_seed.fill(seed);
    record.setup.names = std::vector<std::string>(static_cast<std::size_t>(seats), "A");
    record.setup.entropies = std::vector<std::string>(static_cast<std::size_t>(seats));
    record.decisions_before = SeatList<std::int64_t>(seats);
    MatchRun run(record);
    BotRandom random(seed);
    while (!run.over()) {
        auto const seat = run.to_act().front();
        auto const action = choose_easy({seat, *run.decision(seat), BotLevel::easy, true, run.legal(seat)}, random);
        REQUIRE_FALSE(run.act(seat, action.value()));
        record.actions.add({seat, *action, run.seq(), false});
    }
    return record;
}

} // namespace tefuda::server::test
