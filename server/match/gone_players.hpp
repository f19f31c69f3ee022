// The players who were deleted.
#pragma once

#include "server/runtime/shared_ids.hpp"

namespace tefuda::server {

/// Of this process: an id belongs to one player for ever, and whoever writes a name or an id must ask here, wherever it
/// comes from. `people/` says who is gone.
inline SharedIds& gone_players() {
    static SharedIds all;
    return all;
}

/// What is shown in the place of a deleted player's name.
inline constexpr auto gone_name = "\u2013";

} // namespace tefuda::server
