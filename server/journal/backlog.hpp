// What was committed and is not in the database yet, room by room, in as few pieces as it can be written there.
#pragma once

#include "server/journal/store.hpp"

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tefuda::server {

class Backlog {
public:
    struct Match {
        /// Where it was begun.
        std::optional<std::string_view> setup;
        /// That it has taken, as `append_action` puts them together.
        std::string actions;
        std::string_view banks;
        bool ended = false;
    };
    struct Room {
        /// What there was of it before is gone.
        bool removed = false;
        /// Where it was saved, as it was last.
        std::optional<RoomSaved> saved;
        std::map<int, Match> matches;
    };

    /// \param commits the units of each, in order, as `append_unit` puts them together; they have to outlive this
    /// \throws StoreFailure where they are damaged
    explicit Backlog(std::span<std::string const> commits);

    /// Gives all rooms, in no order. \throws StoreFailure where the units are damaged
    void for_each(std::function<void(std::string const& code, Room const&)> const& take) const;

private:
    /// Of each room, unit by unit: put together one room after the other, each has what it needs at hand.
    std::unordered_map<std::string_view, std::vector<std::string_view>> changes_;
};

} // namespace tefuda::server
