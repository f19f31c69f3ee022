#include "server/metrics/metrics.hpp"

#include "server/metrics/game_metrics.hpp"

#include <map>
#include <mutex>
#include <string>

namespace tefuda::server {

namespace {

struct Games {
    std::mutex mutex;
    std::map<std::string, GameMetrics, std::less<>> by_id;
};

Games& games() {
    static Games all;
    return all;
}

} // namespace

GameMetrics& game_metrics(std::string_view id) {
    std::lock_guard const lock(games().mutex);
    return games().by_id.try_emplace(std::string(id)).first->second;
}

void read_game_metrics(std::function<void(std::string_view, GameMetrics const&)> const& reader) {
    std::lock_guard const lock(games().mutex);
    for (auto const& [id, game] : games().by_id) reader(id, game);
}

} // namespace tefuda::server
