// The connection that commits, and this process's row of the table `server`, which says what became of a commit.
#pragma once

#include "server/store/postgres/pg_commit.hpp"
#include "server/store/postgres/pg_connection.hpp"

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace tefuda::server {

/// For one thread at a time.
///
/// A database may forget what it has acknowledged: after a failover to a standby that lagged, or a restore. Then this
/// process's row has an older batch than the last one that was stored, or is gone. What this server has in memory of
/// its rooms is no longer what the database has, so it loses all of them, and a critical line says how much is gone.
class PgCommitter {
public:
    /// \param url, lineage as for PgConnection \param node as for open_postgres_store
    PgCommitter(std::string const& url, std::string node, PgLineage& lineage);

    /// Connects. \throws StoreAway
    void prepare() { static_cast<void>(open()); }

    /// As Store::commit and Store::outcome.
    LostPlaces commit(std::span<Transaction const> transactions);
    Store::Outcome outcome();

    /// Finds out whether the database has forgotten something: to be called where it seems so.
    void look_again();

    /// Of this process's row; on any thread.
    std::string const& id() const { return server_.id; }
    /// The number of the last batch that was stored; on any thread.
    std::int64_t stored() const { return stored_; }

private:
    struct Unknown {
        std::int64_t batch;
        std::size_t transactions;
    };
    /// This process's row as it was found.
    struct OwnRow {
        std::int64_t batch = 0;
        LostPlaces lost;
        bool is_new = false;
    };

    OwnRow open();
    void lose_all_rooms(OwnRow const& found);
    LostPlaces check(std::span<Transaction const> transactions);
    LostPlaces store(std::span<Transaction const> transactions);
    LostPlaces lose(Transaction const& transaction);

    std::string const node_;
    PgConnection connection_;
    PgServerRow server_;
    std::atomic<std::int64_t> stored_ = 0;
    std::optional<Unknown> unknown_;
};

} // namespace tefuda::server
