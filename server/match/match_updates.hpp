// Every update of a finished match, one after the other.
#pragma once

#include "server/match/match_run.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace tefuda::server {

/// Plays a match again from its deal on, and makes each update with its view when it is asked for, as the observer got
/// it. Not thread-safe.
class MatchUpdates {
public:
    /// \pre the match is over
    MatchUpdates(MatchRecord record, Observer observer);
    MatchUpdates(MatchUpdates const&) = delete;
    MatchUpdates& operator=(MatchUpdates const&) = delete;

    /// The next update, JSON text; nothing after the last one.
    std::optional<std::string> next();

    /// About how many bytes of memory this holds.
    std::size_t memory() const { return record_.actions.bytes().size() + 16 * 1024; }

private:
    MatchRecord const record_;
    Observer const observer_;
    MatchRun run_;
    MatchActions::Iterator action_;
    bool at_deal_ = true;
};

} // namespace tefuda::server
