// Reads rooms and matches from the database, and claims rooms.
#pragma once

#include "server/store/postgres/pg_pool.hpp"
#include "server/store/store.hpp"

#include <cstdint>
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
    /// \param node what the database calls this server; outlives this object, as the pool
    PgReader(PgPool& pool, std::string const& node) : pool_(pool), node_(node) {}

    /// As SharedStore::prepare. Rooms stay where they are until somebody comes: those that a server of this name had
    /// are given back, because it runs no more.
    void prepare(std::stop_token const& stop);

    // As in Store.
    std::optional<StoredRoom> read_room(std::string const& code);
    std::optional<StoredMatch> read_match(std::string const& room, int number);
    std::vector<int> ended_matches(std::string const& room, int from);
    /// \param stored a room is not said to be missing by a database that has less
    ClaimResult claim(std::string const& code, bool from_others, PgStored const& stored);
    void give_back(std::vector<RoomClaim> const& rooms);

private:
    PgPool& pool_;
    std::string const& node_;
};

} // namespace tefuda::server
