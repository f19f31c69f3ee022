// The flags of the program, as CLI11 reads them.
#pragma once

#include "server/config/config.hpp"
#include "server/config/limit_flags.hpp"
#include "server/metrics/metrics_access.hpp"
#include "server/net/certificate.hpp"

#include <string>

namespace CLI {
class App;
}

namespace tefuda::server {

constexpr unsigned max_threads = 256;

/// The values: in `config` those that need no reading.
struct Flags {
    Config config;
    std::string data;
    std::string database;
    std::string database_file;
    std::string backup_to;
    std::string admin_socket;
    std::string web;
    TlsFiles tls;
    std::string journal = "on";
    std::string identity = "on";
    unsigned retention = 30;
    unsigned bot_think = 300;
    std::string log_format = "text";
    std::string log_addresses = "on";
    std::string metrics = "near"; ///< one of `metrics_access_of`
    std::string metrics_from;
    LimitFlags limits;
    std::string config_file;
    bool no_public_rooms = false;
    bool only_print_config = false;
};

/// Adds all flags and commands. \param flags must outlive the app
void describe(CLI::App& app, Flags& flags);

/// \pre the flag was checked
MetricsAccess metrics_access_of(std::string const& name);

} // namespace tefuda::server
