// The URL of a PostgreSQL database.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace tefuda::server {

/// Whether libpq can read this URL.
bool is_database_url(std::string const& url);

/// PostgreSQL's settings in it ("options"); empty if there are none, or libpq can't read it.
std::string options_in(std::string const& url);

/// One of the hosts that a URL names; what it does not name is empty, and libpq's default.
struct DatabaseHost {
    std::string host;    ///< a name, an address, or the folder of a Unix socket
    std::string address; ///< "hostaddr"
    std::string port;

    /// For a log. \returns for example "db1:5432"
    std::string shown() const;
    friend bool operator==(DatabaseHost const&, DatabaseHost const&) = default;
};

/// The hosts in a URL, in its order; at least one. \pre libpq can read it
std::vector<DatabaseHost> hosts_in(std::string const& url);

/// "connect_timeout"; nothing if it is missing or without a limit.
std::optional<std::chrono::seconds> connect_seconds_in(std::string const& url);

} // namespace tefuda::server
