// Where the server keeps what it keeps.
#pragma once

#include "server/config/config.hpp"
#include "server/people/deletions_file.hpp"
#include "server/rooms/room_registry.hpp"
#include "server/store/monitored_store.hpp"
#include "server/store/sql.hpp"
#include "server/store/store.hpp"

#include <functional>
#include <memory>
#include <stop_token>

namespace tefuda::server {

/// What stands between the server and where it keeps something: a simulation has it fail there. Empty: nothing.
struct StoreFilters {
    // Between it and its files.
    std::function<std::unique_ptr<Store>(std::unique_ptr<Store>)> rooms{};
    std::function<std::shared_ptr<Sql>(std::shared_ptr<Sql>)> tables{};
    /// Instead of a database.
    std::function<std::unique_ptr<SharedStore>(std::string const& node)> database{};
};

/// The store of rooms with its threads, and the tables beside it.
struct Storage {
    /// \throws StoreFailure
    Storage(Config const& config, StoreFilters const& filters);

    Journal journal() const { return {store.get(), writer.get(), reader.get()}; }
    /// Opens the connections to a database. One that is away is waited for.
    /// \returns false if it is asked to stop before \throws StoreFailure where waiting does not help
    bool prepare(std::stop_token const& stop) const;
    bool can_store() const { return !store || store->can_store(); }

    // In memory if rooms are not stored; in a database they are one. The first two are null with `--identity off`.
    std::shared_ptr<Sql> players; ///< also boards of the day and puzzles
    std::shared_ptr<Sql> results; ///< where the journal puts them, and who has a seat
    std::shared_ptr<Sql> operators;
    std::unique_ptr<DeletionsFile> deletions; ///< null: the players' tables alone say who was deleted

    // Null if rooms are not stored.
    std::unique_ptr<MonitoredStore> store;
    SharedStore* shared = nullptr; ///< what `store` watches, if it is a database
    std::unique_ptr<StoreReader> reader;
    /// Takes what outlasts rooms, if they are not stored; else null.
    std::unique_ptr<Store> memory;
    /// Null only where nothing outlasts a room (`--identity off`).
    std::unique_ptr<JournalWriter> writer;
};

} // namespace tefuda::server
