// Learns from the database what other servers do.
#pragma once

#include "server/store/postgres/pg_connection.hpp"
#include "server/store/store.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tefuda::server {

/// For one thread. Every function throws StoreFailure where the database is away.
class PgWatch {
public:
    /// Connects when it is used first. \param node what the database calls this server; must outlive this object
    /// \param lineage as for PgConnection
    PgWatch(std::string const& url, std::string const& node, PgLineage& lineage);

    struct Lost {
        std::vector<RoomClaim> claims;
        std::int64_t batch = 0; ///< of this process, that the database has; 0: none
    };

    // As in SharedStore.
    SharedStore::News wait_for_news(std::chrono::milliseconds at_most);
    /// \param server the id of this process, which is noted as alive
    Lost lost(std::vector<RoomClaim> const& rooms, std::string const& server);
    void update_list(std::map<std::string, SharedStore::Listed>& known);
    void set_presence(std::vector<std::pair<RoomClaim, RoomPresence>> const& rooms);

private:
    std::string const& node_;
    PgConnection connection_;
};

} // namespace tefuda::server
