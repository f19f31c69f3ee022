// The moment of a finished match from which another match goes on.
#pragma once

#include "server/match/match_actions.hpp"
#include "server/match/match_bytes.hpp"

#include <string>
#include <utility>
#include <vector>

namespace tefuda::server {

/// With what the match that goes on takes from there, but for the server's seed. Immutable; rooms share it.
class Continuation {
public:
    /// \param match number of the finished match in its room
    /// \param entropies its players', by seat
    /// \param actions its first ones, up to that moment
    Continuation(std::string room, int match, std::vector<std::string> entropies, MatchActions actions)
        : room_(std::move(room)), match_(match), entropies_(std::move(entropies)), actions_(std::move(actions)) {
        bytes_.set(actions_.bytes().capacity());
    }

    std::string const& room() const { return room_; }
    int match() const { return match_; }
    std::vector<std::string> const& entropies() const { return entropies_; }
    MatchActions const& actions() const { return actions_; }

private:
    std::string room_;
    int match_;
    std::vector<std::string> entropies_;
    MatchActions actions_;
    MatchBytes bytes_;
};

} // namespace tefuda::server
