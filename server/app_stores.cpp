#include "server/app_stores.hpp"

#include "server/store/postgres/pg_sql.hpp"
#include "server/store/postgres/postgres_store.hpp"
#include "server/store/sqlite/sqlite_sql.hpp"
#include "server/store/sqlite/sqlite_store.hpp"

#include <spdlog/spdlog.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <utility>

namespace tefuda::server {

Storage::Storage(Config const& config) {
    if (config.database && config.journal) {
        auto database = open_postgres_store(*config.database, config.node);
        shared = database.get();
        store = std::make_unique<MonitoredStore>(std::move(database));
        spdlog::info("This server is {} of those that share its database", config.node);
    } else if (!config.data || !config.journal) {
        spdlog::info("No journal is kept: rooms end with this process");
        return;
    } else {
        store = std::make_unique<MonitoredStore>(open_sqlite_store(*config.data));
    }
    reader = std::make_unique<StoreReader>(*store);
    writer = std::make_unique<JournalWriter>(*store);
}

bool Storage::prepare(std::stop_token const& stop, std::vector<Sql*> const& others) const {
    constexpr std::chrono::milliseconds pause(300);
    std::mutex mutex;
    std::unique_lock lock(mutex);
    for (auto is_logged = false; shared && !stop.stop_requested();) {
        try {
            shared->prepare(stop);
            for (auto* sql : others) sql->read_one("SELECT 1", {});
            return true;
        } catch (StoreDenied const&) {
            throw;
        } catch (StoreAway const& problem) {
            if (!std::exchange(is_logged, true)) spdlog::warn("Waiting for the database: {}", problem.what());
        }
        std::condition_variable_any().wait_for(lock, stop, pause, [] { return false; });
    }
    return !shared;
}

People::Tables open_people_tables(Config const& config, Storage const& storage) {
    People::Tables tables;
    tables.store = storage.store.get();
    if (storage.shared) {
        tables.players = open_pg_people(*config.database, "tefuda knows players " + config.node);
        return tables;
    }
    // Shared with the boards.
    tables.players = open_sqlite_people(storage.store ? *config.data : std::filesystem::path());
    if (storage.store)
        tables.results = open_sqlite_results(*config.data, [store = storage.store.get()] { store->fold(); });
    return tables;
}

Boards::Tables board_tables(Config const& config, Storage const& storage, People::Tables const& people) {
    if (!storage.shared) return {people.players, people.results ? people.results : people.players, people.store};
    // Two threads use it: that of the boards and that of the players.
    auto const database = std::shared_ptr<Sql>(open_pg_people(*config.database, "tefuda deals " + config.node));
    return {database, database, people.store};
}

std::unique_ptr<Sql> operator_tables(Config const& config, Storage const& storage) {
    if (storage.shared) return open_pg_people(*config.database, "tefuda moderates " + config.node);
    return open_sqlite_operator(storage.store ? *config.data : std::filesystem::path());
}

std::unique_ptr<Sql> operator_database(Config const& config, Storage const& storage) {
    return storage.shared ? open_pg_people(*config.database, "tefuda operates " + config.node) : nullptr;
}

} // namespace tefuda::server
