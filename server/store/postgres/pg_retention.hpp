// Deletes what is old from the database, on a thread of its own.
//
// The actions of a match are in one partition of the table `action`, named by the day on which the match began (UTC).
// A partition that is old is dropped as a whole; the few matches that are still there (a room's newest, one that was
// never finished) are moved to today's before.
#pragma once

#include "server/store/postgres/pg_pool.hpp"

#include <chrono>
#include <cstdint>
#include <future>
#include <stop_token>
#include <string>

namespace tefuda::server {

/// For one thread at a time.
class PgRetention {
public:
    static constexpr auto forget_servers = "DELETE FROM server WHERE seen < now() - interval '7 days'";

    /// \param pool gives it a connection while it works; outlives this object
    explicit PgRetention(PgPool& pool) : pool_(pool) {}
    ~PgRetention();

    /// Makes partitions for today and the next days. \throws StoreFailure
    static void make_partitions(PgConnection& connection);

    /// Begins to delete matches that ended before, and rooms in which nothing has changed since, and to drop
    /// partitions, in many short transactions. Does nothing while it works already, here or in another server. A
    /// failure is logged.
    void start(std::chrono::seconds age);
    /// Waits until it has done all. For tests.
    void wait();

private:
    void work(PgConnection& connection, std::chrono::seconds age);
    std::int64_t delete_in_parts(PgConnection& connection, char const* find, char const* remove,
                                 std::string const& age);
    void drop_partitions(PgConnection& connection, std::string const& age);
    std::int64_t move_kept(PgConnection& connection, std::string const& end);

    PgPool& pool_;
    std::stop_source stop_;
    std::future<void> under_way_;
};

} // namespace tefuda::server
