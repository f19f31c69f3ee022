#include "server/config/config.hpp"

#include "server/config/config_sources.hpp"
#include "server/config/flags.hpp"
#include "server/store/postgres/database_url.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>
#include <thread>

#include <unistd.h>

namespace tefuda::server {

namespace fs = std::filesystem;

namespace {

/// The host's name and the port; the process's number instead of a port that the system chooses.
std::string default_node(std::uint16_t port) {
    std::array<char, 256> host{};
    if (gethostname(host.data(), host.size() - 1) != 0) return "server";
    return std::string(host.data()) + ":" + std::to_string(port != 0 ? port : getpid());
}

/// Looks for the web client beside the executable, in an installation's share directory, and in the source tree.
std::optional<fs::path> find_web() {
    std::error_code error;
    auto const program = fs::read_symlink("/proc/self/exe", error);
    if (error) return std::nullopt;
    auto const folder = program.parent_path();
    for (auto const* place : {"web", "../share/tefuda/web", "../../../clients/web/dist"}) {
        auto candidate = (folder / place).lexically_normal();
        if (fs::is_regular_file(candidate / "index.html", error)) return candidate;
    }
    return std::nullopt;
}

/// Finds the database's URL. \returns an error message, which does not show the URL, or an empty text
std::string read_database(Config& config, std::string url, std::string const& file) {
    if (!url.empty() && !file.empty()) return "--database and --database-file exclude each other";
    if (!file.empty()) {
        std::ifstream stream(file);
        if (!std::getline(stream, url)) return "--database-file: can't read " + file;
    }
    if (url.empty()) return {};
    if (config.data && config.command != Command::migrate)
        return "--database and --data exclude each other: rooms are in a database or in a directory";
    if (!is_database_url(url)) return "--database: this is no postgresql:// URL";
    config.database = std::move(url);
    return {};
}

/// Creates the data directory and finds the web client. \returns an error message, or an empty text
std::string prepare(Config& config) {
    std::error_code error;
    if (config.command == Command::migrate && !(config.data && config.database))
        return "migrate brings rooms from a directory into a database: name both, with --data and --database";
    if (config.command == Command::drop_match && !config.data && !config.database)
        return "drop-match deletes a match where it is stored: name that with --data or --database";
    if (config.command == Command::admin)
        return admin_sockets_of(config).empty()
                   ? "admin speaks to a running server: name its socket with --admin-socket, or its --data"
                   : std::string();
    if (config.command != Command::serve && config.command != Command::drop_match && !config.data)
        return "--data is missing: backup and verify are for a journal in a directory; a database has its own tools";
    if (config.command != Command::serve || config.only_health || config.only_asyncapi) return {};
    if (config.data) {
        fs::create_directories(*config.data, error);
        if (error || !fs::is_directory(*config.data))
            return "--data: can't create the directory " + config.data->string() +
                   (error ? " (" + error.message() + ")" : "");
    }
    if (!config.web)
        config.web = find_web();
    else if (!fs::is_regular_file(*config.web / "index.html", error))
        return "--web: there is no index.html in " + config.web->string();
    return {};
}

} // namespace

std::vector<fs::path> admin_sockets_of(Config const& config, fs::path const& run) {
    if (config.admin_socket) return {*config.admin_socket};
    constexpr auto const* name = "admin.sock";
    std::vector<fs::path> places;
    if (::access(run.c_str(), W_OK | X_OK) == 0) places.push_back(run / name);
    if (config.data) places.push_back(*config.data / name);
    return places;
}

std::variant<Config, EarlyExit> read_config(int argc, char const* const* argv) {
    Flags flags;
    flags.config.threads = std::clamp(std::thread::hardware_concurrency(), 1U, max_threads);
    flags.config.bot_threads = std::max(1U, flags.config.threads / 2);
    CLI::App app("A server for Japanese card games. Each flag can also be set in the environment: --log-level as "
                 "TEFUDA_LOG_LEVEL, for example; a flag wins.",
                 "tefuda-server");
    try {
        describe(app, flags);
        remove_variables_of_kubernetes(app);
        app.parse(argc, argv);
        refuse_wrong_variables(app);
        if (auto const complaint = misspelt_variable(app); !complaint.empty())
            return EarlyExit{2, "tefuda-server: " + complaint + " See --help.\n"};
        if (flags.only_print_config) return EarlyExit{0, config_template(app)};
        if (!flags.config_file.empty()) apply_config_file(app, flags.config_file);
        if (flags.tls.certificate.empty() != flags.tls.key.empty())
            return EarlyExit{2, "tefuda-server: --tls-cert and --tls-key go together: name both. See --help.\n"};
        if (!flags.data.empty()) flags.config.data = flags.data;
        flags.config.backup_to = flags.backup_to;
        flags.config.public_rooms = !flags.no_public_rooms;
        if (!flags.admin_socket.empty()) flags.config.admin_socket = flags.admin_socket;
        flags.config.journal = flags.journal == "on";
        flags.config.identity = flags.identity == "on";
        flags.config.bot_think = std::chrono::milliseconds(flags.bot_think);
        flags.config.retention = std::chrono::hours(24 * flags.retention);
        if (flags.log_format == "json") flags.config.log_format = LogFormat::json;
        flags.config.log_addresses = flags.log_addresses == "on";
        flags.config.transport.metrics.access = metrics_access_of(flags.metrics);
        for (auto const& network : list_of(flags.metrics_from))
            flags.config.transport.metrics.from.push_back(*Network::parse(network));
        flags.config.no_limits = flags.limits.none;
        flags.config.limits = limits_of(flags.limits);
        apply(flags.limits, flags.config.transport);
        if (!flags.tls.key.empty()) flags.config.transport.tls = flags.tls;
        if (!flags.web.empty()) flags.config.web = flags.web;
        if (flags.config.node.empty()) flags.config.node = default_node(flags.config.port);
        if (auto const complaint = read_database(flags.config, flags.database, flags.database_file); !complaint.empty())
            return EarlyExit{2, "tefuda-server: " + complaint + ". See --help.\n"};
        if (auto const complaint = prepare(flags.config); !complaint.empty())
            return EarlyExit{2, "tefuda-server: " + complaint + ". See --help.\n"};
        return flags.config;
    } catch (CLI::ParseError const& problem) {
        std::ostringstream text;
        // CLI11 prints the texts of --help and --version. Its text for an error has two lines: we write our own.
        if (app.exit(problem, text, text) == 0) return EarlyExit{0, text.str()};
        return EarlyExit{2, "tefuda-server: " + std::string(problem.what()) + ". See --help.\n"};
    } catch (std::exception const& problem) {
        return EarlyExit{2, "tefuda-server: " + std::string(problem.what()) + ".\n"};
    }
}

} // namespace tefuda::server
