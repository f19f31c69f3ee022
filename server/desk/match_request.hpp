// What is asked of a finished match over HTTP.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tefuda::server {

struct MatchRequest {
    enum class What : std::uint8_t { replay, updates, analysis, par };

    int match; ///< its number in the room
    What what = What::replay;
    /// Whose updates; nothing: a spectator's.
    std::optional<int> seat = std::nullopt;
};

/// \param path `{n}`, `{n}/updates`, `{n}/analysis` or `{n}/par`
/// \param query empty, or `seat={k}` with updates
/// \returns nothing for anything else
std::optional<MatchRequest> read_match_request(std::string_view path, std::string_view query);

} // namespace tefuda::server
