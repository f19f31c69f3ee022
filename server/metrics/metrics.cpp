#include "server/metrics/metrics.hpp"

#include "server/metrics/game_metrics.hpp"

#include <map>
#include <set>

namespace tefuda::server {

namespace {

/// A map leaves its values where they are.
Guarded<std::map<std::string, GameMetrics, std::less<>>>& games() {
    static Guarded<std::map<std::string, GameMetrics, std::less<>>> all;
    return all;
}

} // namespace

GameMetrics& game_metrics(std::string_view id) {
    return *games().with([&](auto& all) { return &all.try_emplace(std::string(id)).first->second; });
}

void read_game_metrics(std::function<void(std::string_view, GameMetrics const&)> const& reader) {
    games().with([&](auto const& all) {
        for (auto const& [id, game] : all) reader(id, game);
    });
}

void note_damaged_room(std::string const& code) {
    static Guarded<std::set<std::string>> known;
    // Each client that asks for it finds it again.
    if (known.with([&](auto& it) { return it.insert(code).second; })) metrics().journal_damaged.add();
}

} // namespace tefuda::server
