// Brings the rooms of one store into another one.
#pragma once

#include "server/journal/shared_store.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace tefuda::server {

struct CopiedRooms {
    std::size_t rooms = 0;
    std::size_t matches = 0;
    std::size_t actions = 0;
    std::size_t present = 0;             ///< rooms that were left as they are because `to` has them already
    std::vector<std::string> not_copied; ///< a sentence for each room that can't be read
};

/// Copies each room of `from` with all its matches, one commit for each room; the copy is claimed by no server. Calls
/// `recover` on both stores first. If it throws, the rooms that were copied stay, and it may be called again.
/// \pre no server uses `from`; servers may use `to` \throws StoreFailure
CopiedRooms copy_rooms(Store& from, SharedStore& to);

} // namespace tefuda::server
