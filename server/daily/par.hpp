// What a built-in bot makes of a board: the par.
#pragma once

#include "server/bots/bot_match.hpp"
#include "server/daily/board_table.hpp"

#include <cstdint>

namespace tefuda::server {

/// The board's match with a bot of level `normal` in the seat of its player. Not thread-safe.
class ParMatch {
public:
    explicit ParMatch(Board const& board);

    /// Has one bot act. \returns whether the match goes on \throws std::runtime_error as BotMatch::step
    bool step(search::Budget const& budget) { return match_.step(budget); }
    /// \pre the match is over
    std::int64_t margin() const;

private:
    Game const& game_;
    BotMatch match_;
};

/// The setup of a board's match. \param board as the table has it \throws StoreFailure where it can't be read
MatchRecord record_of(Board const& board);

} // namespace tefuda::server
