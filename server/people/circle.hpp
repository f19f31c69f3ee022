// Whom a player has met at tables this month, and how both did there and on the same boards of the day.
#pragma once

#include "protocol/circle.hpp"
#include "server/people/player_table.hpp"
#include "server/room/room_state.hpp"
#include "server/store/sql.hpp"

#include <chrono>
#include <string>

namespace tefuda::server {

/// From stored results alone. For one thread at a time; blocks. Throws StoreFailure.
class Circle {
public:
    /// The newest matches that are looked at, and the people that are shown: those with the most matches.
    static constexpr std::size_t most_matches = 500, most_people = 50;

    /// \param boards where players and the results of boards are \param results where those of matches are
    Circle(Sql& boards, Sql& results, PlayerTable& players, OpenBoards const& open)
        : boards_(boards), results_(results), players_(players), open_(open) {}

    /// \param now of whose month
    CircleOfPlayer of(std::string const& player, std::chrono::sys_days now);

private:
    Sql& boards_;
    Sql& results_;
    PlayerTable& players_;
    OpenBoards const& open_;
};

} // namespace tefuda::server
