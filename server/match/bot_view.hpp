// The view of a match that a built-in bot decides on, the same interface for every game.
#pragma once

#include "rules/search/budget.hpp"
#include "rules/search/random.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tefuda::server {

/// What a bot thinks of an action.
struct Opinion {
    std::string action; ///< JSON text
    double value;       ///< from 0 to 1: how likely the seat is to win
};

/// What a bot would do, and what it has compared that with.
struct Consideration {
    std::string action; ///< JSON text
    /// Every action that it has compared, the best first; empty where it compared none.
    std::vector<Opinion> opinions;
    /// Of the action that it was asked about; nothing if it has not compared that one.
    std::optional<double> value_of_asked = std::nullopt;
};

/// What one seat knows of a match, and nothing else. It holds a state in which all cards that the seat can't see were
/// dealt again, so two matches that look the same to the seat give equal views. Immutable and independent of the match;
/// thread-safe.
class BotView {
public:
    virtual ~BotView() = default;

    /// Decides as a beginner would. \returns an action, JSON text; nothing if the game has no such play or the seat
    /// need not act
    virtual std::optional<std::string> as_beginner(search::Random& random) const = 0;
    /// Decides by the game's rules of thumb. \returns an action, JSON text; nothing if the seat need not act and does
    /// not
    virtual std::optional<std::string> by_rules_of_thumb(search::Random& random) const = 0;
    /// Decides by a search, which ends at the budget. \returns as `by_rules_of_thumb`
    virtual std::optional<std::string> by_search(search::Budget const& budget, search::Random& random) const = 0;
    /// As `by_search`, with the values of the actions.
    /// \param asked a legal action, JSON text, which it compares too; empty for none
    virtual std::optional<Consideration> consider(search::Budget const& budget, search::Random& random,
                                                  std::string_view asked) const = 0;
};

} // namespace tefuda::server
