// Whether a database is fit for this server, looked at before it says that it is ready.
#pragma once

#include "server/store/postgres/pg_connection.hpp"

namespace tefuda::server {

/// The database keeps every text, and the connection leads to it without a pooler. Before there are tables.
/// \throws StoreFailure with a sentence that says what to do
void check_encoding(PgConnection& connection);

/// This server may do what it will do in the next days (make tables for new days, delete old ones), and a row comes
/// back as it was stored. \pre prepare_schema \throws StoreFailure with a sentence that says what to do
void check_rights(PgConnection& connection, std::string const& node);

} // namespace tefuda::server
