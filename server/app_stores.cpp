#include "server/app_stores.hpp"

#include "server/people/player_table.hpp"
#include "server/store/postgres/postgres_store.hpp"
#include "server/store/sqlite/sqlite_sql.hpp"
#include "server/store/sqlite/sqlite_store.hpp"

#include <spdlog/spdlog.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>

namespace tefuda::server {

namespace {

/// Null where the folder that nobody named can't be written. \pre rooms are stored
std::unique_ptr<DeletionsFile> open_deletions(Config const& config) {
    if (config.deletions) {
        std::error_code error; // what can't be created can't be opened
        std::filesystem::create_directories(*config.deletions, error);
        return std::make_unique<DeletionsFile>(*config.deletions);
    }
    if (!config.database) return std::make_unique<DeletionsFile>(*config.data);
    try {
        return std::make_unique<DeletionsFile>(deletions_folder);
    } catch (StoreFailure const& problem) {
        spdlog::warn("{} Only the database knows then who was deleted, and after an older one is put back they are "
                     "there again: name a folder with --deletions",
                     problem.what());
        return nullptr;
    }
}

} // namespace

Storage::Storage(Config const& config, StoreFilters const& filters) {
    if (config.database && config.journal) {
        auto database =
            filters.database ? filters.database(config.node) : open_postgres_store(*config.database, config.node);
        shared = database.get();
        store = std::make_unique<MonitoredStore>(std::move(database));
        operators = shared->tables();
        if (config.identity) players = results = operators;
        spdlog::info("This server is {} of those that share its database", config.node);
    } else if (config.data && config.journal) {
        auto files = open_sqlite_store(*config.data);
        store = std::make_unique<MonitoredStore>(filters.rooms ? filters.rooms(std::move(files)) : std::move(files));
        operators = open_sqlite_operator(*config.data);
        if (config.identity) {
            players = open_sqlite_people(*config.data);
            results = open_sqlite_results(*config.data, [rooms = store.get()] { rooms->fold_rooms(); });
        }
    } else {
        operators = open_memory_tables();
        if (config.identity) {
            players = results = operators;
            memory = open_memory_store(results);
            writer = std::make_unique<JournalWriter>(*memory);
            // A name of its own at each start would leave a dead cookie in each browser.
            if (config.port != 0) PlayerTable(*players).cookies("port" + std::to_string(config.port));
        }
        spdlog::info("No journal is kept: rooms end with this process");
    }
    for (auto* tables : {&operators, &players, &results})
        if (*tables && filters.tables && !shared) *tables = filters.tables(std::move(*tables));
    if (!store) return;
    if (config.identity) deletions = open_deletions(config);
    reader = std::make_unique<StoreReader>(*store);
    writer = std::make_unique<JournalWriter>(*store);
}

bool Storage::prepare(std::stop_token const& stop) const {
    constexpr std::chrono::milliseconds pause(300);
    std::mutex mutex;
    std::unique_lock lock(mutex);
    for (auto is_logged = false; shared && !stop.stop_requested();) {
        try {
            shared->prepare(stop);
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

} // namespace tefuda::server
