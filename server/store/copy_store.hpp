// Brings what one store has into another one: its rooms, and the tables beside them.
#pragma once

#include "server/store/sql.hpp"
#include "server/store/store.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace tefuda::server {

struct CopiedRooms {
    std::size_t rooms = 0;
    std::size_t matches = 0;
    std::size_t actions = 0;
    std::size_t present = 0; ///< rooms that were left as they are because `to` has them already
    /// A sentence for each room or match that can't be read, or that `to` does not take.
    std::vector<std::string> not_copied;
};

/// Copies each room of `from` with all its matches, one commit for each room; the copy is claimed by no server. U+0000,
/// which PostgreSQL takes in no text, becomes U+FFFD in names; a match that was dealt with it is left out. Calls
/// `recover` on both stores first. If it throws, the rooms that were copied stay, and it may be called again.
/// \pre no server uses `from`; servers may use `to` \throws StoreFailure
CopiedRooms copy_rooms(Store& from, SharedStore& to);

struct CopiedTables {
    std::size_t players = 0;
    std::size_t results = 0;
};

/// Copies players with their secrets and codes, results, boards of the day, puzzles, and what the operator has decided;
/// what `to` has already stays as it is there. If it throws, it may be called again. \throws StoreFailure
CopiedTables copy_tables(Sql& players, Sql& results, Sql& operators, Sql& to);

} // namespace tefuda::server
