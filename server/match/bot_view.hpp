// What a bot thinks with, whichever game it is.
#pragma once

#include "rules/search/budget.hpp"
#include "rules/search/random.hpp"

#include <optional>
#include <string>

namespace tefuda::server {

/// What one seat knows of a match, and nothing else: whatever it can't see was dealt anew when this was made, so that
/// matches which the seat can't tell apart give the same. It refers to no match and never changes; any thread may use
/// it.
class BotView {
public:
    virtual ~BotView() = default;

    /// The rules of thumb. \returns an action, JSON text; nothing for a chance that is let pass
    virtual std::optional<std::string> by_rules_of_thumb(search::Random& random) const = 0;
    /// The search, until its budget is used up. \returns as above
    virtual std::optional<std::string> by_search(search::Budget const& budget, search::Random& random) const = 0;
};

} // namespace tefuda::server
