// Which of several databases is the one that the others come from: a former primary that came back must not be used.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace tefuda::server {

/// PostgreSQL's own words: a system has one identifier as long as it lives, and a new timeline after each promotion.
struct PgIdentity {
    std::string system;
    std::int64_t timeline = 0;
    friend bool operator==(PgIdentity const&, PgIdentity const&) = default;
};

/// What a database says of itself.
struct PgSelf {
    /// Nothing: PostgreSQL does not tell (a service that hides it).
    std::optional<PgIdentity> identity;
    bool is_standby = false;
    /// By system, the highest timeline on which a server has ever used this database or the one that it was copied from
    /// (table `lineage`).
    std::map<std::string, std::int64_t> record;
};

/// The database that this process uses, for all its connections together. Thread-safe.
class PgLineage {
public:
    /// Whether a server may use this database: it is no standby, and not behind one that this process, or the record of
    /// the database, has seen. One with another system identifier must have been made from the known one, by a restore
    /// of a dump for example: then its record names that.
    bool admits(PgSelf const& self) const;
    /// Whether `self` is ahead of `other`, of two that answer at the same time.
    static bool is_ahead(PgSelf const& self, PgSelf const& other);
    /// A connection uses this database now. \pre it was admitted \param host for the metrics
    void note(PgIdentity const& identity, std::string const& host);
    /// Whether no connection has found a database since that is ahead of this one.
    bool is_current(std::optional<PgIdentity> const& identity) const;
    /// Whether a connection has found a database.
    bool is_known() const;

private:
    mutable std::mutex mutex_;
    std::optional<PgIdentity> known_;
};

} // namespace tefuda::server
