// A room as it was stored.
#pragma once

#include "server/match/match_record.hpp"
#include "server/room/room_state.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tefuda::server {

/// With its last match, if it had one.
struct RoomRecord {
    RoomState state;
    std::optional<MatchRecord> last_match;
    std::vector<std::int64_t> banks; ///< RoomMatch::banks after the last action
    /// Why the newest match can't be read, a sentence for the operator: then it is not here.
    std::optional<std::string> damage{};
};

} // namespace tefuda::server
