// Which of several databases is the one that the others come from: a former primary that came back must not be used.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace tefuda::server {

/// System and timeline are PostgreSQL's own words: a system has one identifier as long as it lives, and a new timeline
/// after each promotion. Two standbys that are both promoted have the same timeline, though: the first server that uses
/// a database on its timeline notes a random name there.
struct PgIdentity {
    std::string system;
    std::int64_t timeline = 0;
    std::string history{}; ///< that name; empty: nobody has used it on this timeline
    friend bool operator==(PgIdentity const&, PgIdentity const&) = default;
};

/// An entry of the table `lineage`: the timeline and the history of a database that a server has used.
struct PgUse {
    std::int64_t timeline = 0;
    std::string history{};
};

/// What a database says of itself.
struct PgSelf {
    /// Nothing: PostgreSQL does not tell (a service that hides it).
    std::optional<PgIdentity> identity;
    bool is_standby = false;
    /// By system, the highest timeline on which a server has ever used this database or the one that it was copied from
    /// (table `lineage`).
    std::map<std::string, PgUse> record{};
    /// PostgreSQL's number of that table, which a standby has, too, but a restored dump has another one; empty: none.
    std::string table{};
    bool can_note = false; ///< whether that table has the column for the history
};

/// The database that this process uses, for all its connections together. Thread-safe.
class PgLineage {
public:
    /// Whether a server may use this database: it is no standby, and not behind one that this process, or the record of
    /// the database, has seen. One with another system identifier must have been made from the known one, by a restore
    /// of a dump for example: then its record names that. One with the same timeline and another history comes from
    /// another standby of the same primary, unless it is a restored dump.
    bool admits(PgSelf const& self) const;
    /// Whether `self` is ahead of `other`, of two that answer at the same time.
    static bool is_ahead(PgSelf const& self, PgSelf const& other);
    /// Whether both were promoted apart from each other, so that none is ahead, and both were used since.
    static bool have_parted(PgSelf const& self, PgSelf const& other);
    /// A connection uses this database now. \param host for the metrics \returns false if it is admitted no more
    bool note(PgSelf const& self, std::string const& host);
    /// Whether no connection has found a database since that is ahead of this one.
    bool is_current(std::optional<PgIdentity> const& identity) const;
    /// Whether a connection has found a database.
    bool is_known() const;

private:
    bool admits_now(PgSelf const& self) const;

    mutable std::mutex mutex_;
    std::optional<PgIdentity> known_;
    std::string table_;
};

/// Of all connections that this process makes with this URL. Thread-safe; lives as long as the process.
PgLineage& lineage_of(std::string const& url);

} // namespace tefuda::server
