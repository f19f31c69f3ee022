// The connections of this server that do not commit rooms, and do not watch.
#pragma once

#include "server/store/postgres/pg_connection.hpp"
#include "server/store/sql.hpp"

#include <array>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

namespace tefuda::server {

/// Thread-safe: threads take turns.
class PgPool {
public:
    /// One for what takes long (retention), one for all else meanwhile.
    static constexpr std::size_t size = 2;

    /// Connects when it is used first. \param url, lineage as for PgConnection \param node what the database calls this
    /// server
    PgPool(std::string const& url, std::string const& node, PgLineage& lineage);

    /// A connection that nobody else has meanwhile. It may be closed.
    class Lease {
    public:
        Lease(PgPool& pool, PgConnection& connection) : pool_(&pool), connection_(&connection) {}
        Lease(Lease const&) = delete;
        Lease& operator=(Lease const&) = delete;
        ~Lease() { pool_->give_back(*connection_); }

        PgConnection& operator*() const { return *connection_; }
        PgConnection* operator->() const { return connection_; }

    private:
        PgPool* pool_;
        PgConnection* connection_;
    };
    /// Waits until one is free. One that is open is preferred.
    Lease take();

    /// Runs what changes nothing, or the same where it is carried out twice: once more where the connection turns out
    /// to be broken. As PgConnection::run
    std::vector<PgRows> run_again(std::vector<PgConnection::Call> const& calls);

    /// Opens every connection. \throws StoreAway
    void open_all(std::stop_token const& stop);

private:
    void give_back(PgConnection& connection);

    std::mutex mutex_;
    std::condition_variable is_free_;
    std::array<PgConnection, size> all_;
    std::vector<PgConnection*> free_;
};

/// SharedStore::prepare makes the tables. \param pool outlives what is returned
std::shared_ptr<Sql> pg_tables(PgPool& pool);

} // namespace tefuda::server
