// Reads rooms and matches from the database, and claims rooms.
#pragma once

#include "server/store/postgres/pg_connection.hpp"
#include "server/store/store.hpp"

#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace tefuda::server {

/// What the database has acknowledged to this process.
struct PgStored {
    std::string server; ///< id of its row of the table `server`
    std::int64_t batch; ///< number of the last batch; 0: none
};

/// Thread-safe. Every function throws StoreFailure where the database is away or has something that can't be read.
class PgReader {
public:
    /// Connects when it is used first. \param node what the database calls this server; must outlive this object
    /// \param lineage as for PgConnection
    PgReader(std::string const& url, std::string const& node, PgLineage& lineage);

    /// As SharedStore::prepare. Rooms stay where they are until somebody comes: those that a server of this name had
    /// are given back, because it runs no more.
    void prepare(std::stop_token const& stop);

    // As in Store.
    std::optional<StoredRoom> read_room(std::string const& code);
    std::optional<StoredMatch> read_match(std::string const& room, int number);
    /// \param stored a room is not said to be missing by a database that has less
    ClaimResult claim(std::string const& code, bool from_others, PgStored const& stored);
    void give_back(std::vector<RoomClaim> const& rooms);

private:
    std::vector<PgRows> read(std::vector<PgConnection::Call> const& calls);

    std::string const& node_;
    std::mutex mutex_;
    PgConnection connection_;
};

} // namespace tefuda::server
