#include "server/app_settings.hpp"

#include "protocol/codec/encode.hpp"
#include "protocol/server_message.hpp"
#include "server/match/match.hpp"
#include "server/metrics/game_metrics.hpp"

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <system_error>

namespace tefuda::server {

namespace {

/// Null where there is no limit.
Nullable<double> to_limit(double value) {
    return std::isfinite(value) ? Nullable<double>(value) : Nullable<double>();
}

Nullable<int> to_limit(int value) {
    return value < std::numeric_limits<int>::max() ? Nullable<int>(value) : Nullable<int>();
}

/// Maximum number of bytes for rooms and matches in `--data`.
std::uint64_t store_bytes(Config const& config) {
    constexpr auto unlimited = std::numeric_limits<std::uint64_t>::max();
    if (config.max_disk) return *config.max_disk > 0 ? std::uint64_t{*config.max_disk} * 1024 * 1024 : unlimited;
    if (!config.data) return unlimited;
    std::error_code error;
    auto const space = std::filesystem::space(*config.data, error);
    if (error) return unlimited;
    // What others have on the disk is not the journal's to fill.
    std::uint64_t own = 0;
    for (auto const& file : std::filesystem::directory_iterator(*config.data, error))
        if (auto const size = std::filesystem::file_size(file, error); !error) own += size;
    return (space.available + own) / 4 * 3;
}

} // namespace

std::string welcome_text(Config const& config) {
    auto const& limits = config.limits;
    Welcome welcome{protocol_version,
                    {"tefuda", version()},
                    {},
                    {.messages_per_second = to_limit(limits.messages.a_second),
                     .burst = to_limit(limits.messages.burst),
                     .rooms = to_limit(limits.rooms_a_connection),
                     .seats = to_limit(limits.seats_a_connection),
                     .message_bytes = static_cast<std::int64_t>(config.transport.message_bytes)}};
    for (auto const* game : all_games()) {
        welcome.games.push_back(game->id());
        // Creates the game's metrics, so that /metrics also shows games that nobody plays.
        game_metrics(game->id());
    }
    return codec::to_json(welcome);
}

std::string welcome_text_for(std::shared_ptr<Identity const> const& who, std::string const& welcome) {
    return welcome.substr(0, welcome.size() - 1) + ",\"you\":" + (who ? codec::to_json(who->player) : "null") + "}";
}

RoomRegistry::Settings registry_settings(Config const& config) {
    return {.allow_fixed = config.allow_fixed,
            .ages = {.retention = config.retention},
            .capacity = {.rooms = config.limits.rooms,
                         .rooms_an_address = config.limits.rooms_an_address,
                         .public_rooms_an_address = config.limits.public_rooms_an_address,
                         .match_bytes = config.limits.match_bytes},
            .has_public_rooms = config.public_rooms,
            .store_bytes = store_bytes(config)};
}

} // namespace tefuda::server
