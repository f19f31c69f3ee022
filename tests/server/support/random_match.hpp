// Finished matches for what looks at them afterwards.
#pragma once

#include "server/bots/bot.hpp"
#include "server/match/match_run.hpp"
#include "tests/server/support/plain_record.hpp"
#include "tests/support/catch.hpp"

namespace tefuda::server::test {

/// A match between bots that play at random.
inline MatchRecord random_match(Game const& game, std::uint8_t seed) {
    auto record = plain_record(game, game.seat_counts().usual, seed);
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
