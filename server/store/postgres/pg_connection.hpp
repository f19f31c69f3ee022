// A connection to PostgreSQL: libpq in pipeline mode, with a deadline for everything that waits: for connecting
// (connect_timeout of the URL, else two seconds for each host), and for each answer.
#pragma once

#include "server/store/postgres/pg_connect.hpp"
#include "server/store/postgres/pg_lineage.hpp"
#include "server/store/postgres/pg_rows.hpp"
#include "server/store/store.hpp"

#include <libpq-fe.h>

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace tefuda::server {

/// PostgreSQL has refused a statement; everything since the last `run` began is rolled back.
class PgError : public StoreFailure {
public:
    /// \param what it ends in the log: no values of rows
    PgError(std::string const& what, std::string state) : StoreFailure(what), state_(std::move(state)) {}
    /// The five characters of SQLSTATE.
    std::string const& state() const { return state_; }

private:
    std::string state_;
};

/// The connection broke after something was sent: whether that was carried out is not known.
struct PgBroken : StoreAway {
    using StoreAway::StoreAway;
};

/// For one thread at a time.
class PgConnection {
public:
    /// \param url as libpq reads it \param name what PostgreSQL shows of this connection (application_name)
    /// \param settings of PostgreSQL for this connection, as "-c name=value"; those of the URL win
    /// \param lineage outlives the connection, which is to no database that it does not admit; null: to any
    PgConnection(std::string url, std::string name, std::string const& settings = {}, PgLineage* lineage = nullptr);

    bool is_open() const { return connection_ != nullptr; }
    /// Connects, if it is not connected, or if the lineage knows a database that is ahead of this one: to the first
    /// host of the URL whose database is admitted. While the lineage knows none yet, every host that answers is asked,
    /// and the database that is ahead of the others is taken. After a failure it fails at once for a quarter of a
    /// second.
    /// \returns whether this is a new connection
    /// \throws StoreDenied if every host refuses this server for good; else StoreAway if none lets it in
    bool open(std::stop_token const& stop = {});
    void close();
    /// The number of the server's process, as it was told at the start of the connection. \pre is_open
    int backend() const { return PQbackendPID(connection_.get()); }

    struct Call {
        /// A literal: the prepared statement is kept for its next use.
        char const* sql;
        std::vector<PgValue> values;
    };
    /// How long PostgreSQL may take to answer; then the connection is taken for broken.
    static constexpr auto answer_time = std::chrono::seconds(5);

    /// Runs the calls in one round trip and in one transaction, or as a part of one that an earlier run has begun.
    /// \returns the rows of each call \throws PgError; PgBroken, also if the lineage knows a database by then that is
    /// ahead of this one; StoreAway if it is not connected
    std::vector<PgRows> run(std::vector<Call> const& calls, std::chrono::milliseconds at_most = answer_time);

    /// Waits until a notification is there, at most for this time. \returns the payloads of those that are there
    std::vector<std::string> notifications(std::chrono::milliseconds at_most);

private:
    using Clock = std::chrono::steady_clock;

    bool is_alive();
    std::vector<PgRows> execute(std::vector<Call> const& calls, std::chrono::milliseconds at_most);
    PgSelf read_self();
    PgSelf try_host(DatabaseHost const& host, std::stop_token const& stop);
    bool use(PgSelf self, DatabaseHost const& host);
    void find_newest(std::stop_token const& stop);
    std::string prepared(char const* sql, Clock::time_point deadline);
    std::vector<PgRows> finish(Clock::time_point deadline);
    void flush(Clock::time_point deadline);
    void wait(short events, Clock::time_point deadline);
    PGresult* next_result(Clock::time_point deadline);
    [[noreturn]] void fail_broken();

    PgTarget const target_;
    std::vector<DatabaseHost> const hosts_;
    PgLineage* const lineage_;
    PgHandle connection_{nullptr, &PQfinish};
    /// Of the database; nothing if it is not connected, without a lineage, or if PostgreSQL does not tell.
    std::optional<PgIdentity> identity_;
    std::vector<std::pair<char const*, std::string>> prepared_;
    Clock::time_point next_try_{};
};

} // namespace tefuda::server
