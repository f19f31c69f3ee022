// The store of several servers: tables in PostgreSQL.
//
// A commit is one transaction for all rooms that are in it: each room's epoch is checked with its row locked, and what
// follows is stored for those alone whose epoch is that of this server's claim. It also writes its number into this
// process's row of the table `server`. Where the connection breaks before the answer, that row tells what became of the
// commit: reading it raises the row's generation, with which a commit that is still on its way finds no row.
#pragma once

#include "server/store/store.hpp"

#include <memory>
#include <string>

namespace tefuda::server {

/// Connects when it is used first. \param url as libpq reads it; it is never shown
/// \param node what the database calls this server
std::unique_ptr<SharedStore> open_postgres_store(std::string url, std::string node);

/// Whether a start could use this database; changes nothing. \returns whether it answers within 5 s: a start waits for
/// it \throws StoreFailure, a sentence
bool check_postgres_store(std::string const& url, std::string const& node);

} // namespace tefuda::server
