// What was committed and is not in the database yet, in as few pieces as it can be written there.
#pragma once

#include "server/journal/store.hpp"

#include <map>
#include <optional>
#include <string>
#include <unordered_map>

namespace tefuda::server {

class Backlog {
public:
    struct Match {
        /// Where it was begun.
        std::optional<std::string> setup;
        /// That it has taken, in their stored form.
        std::string actions;
        std::string banks;
        bool ended = false;
    };
    struct Saved {
        std::string state;
        bool finished = false;
    };
    struct Room {
        /// What there was of it before is gone.
        bool removed = false;
        /// Where it was saved, as it was last.
        std::optional<Saved> saved;
        std::map<int, Match> matches;
    };

    /// Behind all that was added before.
    void add(Unit const& unit);

    /// By their codes.
    std::unordered_map<std::string, Room> rooms;
};

} // namespace tefuda::server
