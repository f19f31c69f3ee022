// Where the server keeps what it keeps.
#pragma once

#include "server/config/config.hpp"
#include "server/daily/boards.hpp"
#include "server/people/people.hpp"
#include "server/store/monitored_store.hpp"
#include "server/store/shared_store.hpp"

#include <memory>
#include <stop_token>
#include <vector>

namespace tefuda::server {

/// The store of rooms and its threads. All null if nothing is stored.
struct Storage {
    /// \throws StoreFailure
    explicit Storage(Config const& config);

    Journal journal() const { return {store.get(), writer.get(), reader.get()}; }
    /// Opens the connections to a database, those of `others` too. One that is away is waited for.
    /// \returns false if it is asked to stop before \throws StoreFailure where waiting does not help
    bool prepare(std::stop_token const& stop, std::vector<Sql*> const& others) const;
    bool can_store() const { return !store || store->can_store(); }

    std::unique_ptr<MonitoredStore> store;
    SharedStore* shared = nullptr; ///< what `store` watches, if it is a database
    std::unique_ptr<StoreReader> reader;
    std::unique_ptr<JournalWriter> writer;
};

/// \throws StoreFailure
People::Tables open_people_tables(Config const& config, Storage const& storage);

/// A database has connections of their own, files the players' connections. \throws StoreFailure
Boards::Tables board_tables(Config const& config, Storage const& storage, People::Tables const& people);

/// Where what the operator has decided is stored; in memory where nothing is.
std::unique_ptr<Sql> operator_tables(Config const& config, Storage const& storage);

/// Null where no other server shares it.
std::unique_ptr<Sql> operator_database(Config const& config, Storage const& storage);

} // namespace tefuda::server
