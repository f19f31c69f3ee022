// Connecting to one host of a database's URL.
#pragma once

#include "server/store/postgres/database_url.hpp"
#include "server/store/store.hpp"

#include <libpq-fe.h>

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>

namespace tefuda::server {

using PgHandle = std::unique_ptr<PGconn, decltype(&PQfinish)>;

struct PgTarget {
    std::string url;      ///< as libpq reads it
    std::string name;     ///< what PostgreSQL shows of this connection (application_name)
    std::string settings; ///< of PostgreSQL for this connection, as "-c name=value"; those of the URL win
};

/// The time for each host, if the URL has no connect_timeout.
constexpr auto connect_time = std::chrono::seconds(2);

/// \param host of the URL \param stop the attempt ends within a tenth of a second when it is asked to
/// \throws StoreDenied; StoreAway if there is no answer in time
PgHandle connect(PgTarget const& target, DatabaseHost const& host, std::stop_token const& stop);

/// What to do where a URL leads to a pooler.
inline constexpr auto through_a_pooler = "The database's URL leads to a pooler such as PgBouncer, which gives one "
                                         "connection to many in turn: let it lead to "
                                         "PostgreSQL itself. This server has few connections, and keeps them.";

/// PostgreSQL's messages end with a line feed. \returns one line
std::string one_line(char const* message);

} // namespace tefuda::server
