// The URL of a PostgreSQL database.
#pragma once

#include <string>

namespace tefuda::server {

/// Whether libpq can read this URL.
bool is_database_url(std::string const& url);

} // namespace tefuda::server
