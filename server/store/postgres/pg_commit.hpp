// A commit's transactions as the calls of one round trip.
#pragma once

#include "server/store/postgres/pg_connection.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tefuda::server {

/// Who commits: a row of the table `server`.
struct PgServerRow {
    std::string id;
    std::int64_t generation = 0;
};

struct PgCommit {
    std::vector<PgConnection::Call> calls;
    /// Which call's only row has, first, the places of the transactions that are lost.
    std::size_t fence = 0;
};
/// \pre each room is in one transaction
PgCommit commit_calls(std::span<Transaction const> transactions, PgServerRow const& server, std::int64_t batch,
                      std::string const& node);

/// A call whose rows are the places of the transactions that are lost, where none has changes.
PgConnection::Call check_call(std::span<Transaction const> transactions, std::string const& node);

/// Whether a commit was refused because an action in it is not the next one of its match.
bool is_other_action(PgError const& problem);

/// The numbers of an array in PostgreSQL's text form. \throws StoreFailure if it is anything else
LostPlaces places_of(std::string_view array);

} // namespace tefuda::server
