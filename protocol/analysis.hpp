// What bots work out about a finished match: its analysis, format tefuda-analysis/1, is what the `hard` bot thinks of
// each decision; its par is what `normal` would have made of a person's cards.
#pragma once

#include "protocol/server_message.hpp"

#include <boost/describe/class.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tefuda {

enum class DecisionMark : std::uint8_t { best, worst };
BOOST_DESCRIBE_ENUM(DecisionMark, best, worst)

/// A decision in which the seat had a choice.
struct AnalysedDecision {
    int action; ///< the place of what was played in the replay's `actions`, from 0
    Seat seat;
    double value;      ///< of what was played, from 0 to 1: how likely the seat was to win, from what it knew
    ValuedAction best; ///< what the bot would have played
    /// The seat's best or worst decision of the match; absent for all others.
    std::optional<DecisionMark> mark;
};
BOOST_DESCRIBE_STRUCT(AnalysedDecision, (), (action, seat, value, best, mark))

struct Analysis {
    std::string format;
    std::string room;
    int match;
    std::string game;
    std::vector<AnalysedDecision> decisions;
};
BOOST_DESCRIBE_STRUCT(Analysis, (), (format, room, match, game, decisions))

/// Of a match of one person against built-in bots.
struct Par {
    std::string room;
    int match;
    std::string game;
    Seat seat;           ///< the person's
    std::int64_t margin; ///< that the person has made
    std::int64_t par;    ///< that the `normal` bot makes in this seat, with the same deal and the same bots
};
BOOST_DESCRIBE_STRUCT(Par, (), (room, match, game, seat, margin, par))

/// Instead of an analysis or a par while it is being made.
struct AnalysisProgress {
    int done; ///< actions that have been looked at, or played
    int of;   ///< about as many as the match has
};
BOOST_DESCRIBE_STRUCT(AnalysisProgress, (), (done, of))

} // namespace tefuda
