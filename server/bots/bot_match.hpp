// A match that built-in bots play among themselves, without a room and without waiting.
#pragma once

#include "server/bots/bot.hpp"
#include "server/match/match_record.hpp"
#include "server/match/match_run.hpp"

#include <optional>
#include <vector>

namespace tefuda::server {

/// Each seat is played by a bot, with the random numbers that it would have in a room. Where several seats may act, one
/// takes the person's place: it acts after all others. An action that the game sends after a time is sent when nobody
/// wants to act any more. With budgets of iterations the same match always goes the same way. Not thread-safe.
class BotMatch {
public:
    /// \param record where the bots begin; its actions were played before
    /// \param levels by seat
    /// \param person the seat that acts last
    /// \throws UnplayableMatch where the record's actions are against the rules
    BotMatch(MatchRecord record, SeatList<BotLevel> levels, Seat person);
    BotMatch(BotMatch const&) = delete;
    BotMatch& operator=(BotMatch const&) = delete;

    /// Has one bot act. \returns whether the match goes on
    /// \throws std::runtime_error if no bot acts and the match is not over
    bool step(search::Budget const& budget);

    MatchRun const& run() const { return run_; }

private:
    /// \returns whether it acted
    bool ask(Seat seat, search::Budget const& budget);
    bool act_at_random(Seat seat);
    bool act(Seat seat, std::string_view action);

    MatchRecord record_;
    MatchRun run_;
    SeatList<BotLevel> levels_;
    Seats order_;
    /// What each seat's bot was asked last and left.
    SeatList<std::optional<AskedDecision>> left_;
    std::vector<TimedMove> timed_;
    int useless_answers_ = 0;
};

} // namespace tefuda::server
