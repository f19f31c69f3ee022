#include "server/config.hpp"

#include "server/flag_checks.hpp"
#include "server/journal/postgres/database_url.hpp"
#include "server/limit_flags.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <system_error>
#include <thread>

#include <arpa/inet.h>
#include <unistd.h>

namespace tefuda::server {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 7> log_levels{"trace", "debug", "info", "warn", "error", "critical", "off"};
std::map<std::string, MetricsAccess> const metrics_access{
    {"nobody", MetricsAccess::nobody}, {"near", MetricsAccess::near}, {"anybody", MetricsAccess::anybody}};
constexpr unsigned max_threads = 256;
constexpr unsigned max_bot_think_ms = 60000;
constexpr unsigned max_retention_days = 36'500;
constexpr unsigned max_disk_mib = 1'000'000'000;

bool is_address(std::string const& text) {
    std::array<unsigned char, sizeof(in6_addr)> bytes{};
    return inet_pton(AF_INET, text.c_str(), bytes.data()) == 1 || inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1;
}

bool is_node_name(std::string const& text) {
    constexpr std::size_t longest = 64;
    auto const fits = [](unsigned char sign) {
        return std::isalnum(sign) != 0 || sign == '.' || sign == ':' || sign == '-' || sign == '_';
    };
    return !text.empty() && text.size() <= longest && std::ranges::all_of(text, fits);
}

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
        auto const candidate = (folder / place).lexically_normal();
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
    if (config.command != Command::serve && !config.data)
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

/// The flags' values as CLI11 reads them.
struct Flags {
    Config config;
    std::string data;
    std::string database;
    std::string database_file;
    std::string backup_to;
    std::string web;
    TlsFiles tls;
    std::string journal = "on";
    unsigned retention = 30;
    unsigned bot_think = 300;
    std::string log_format = "text";
    std::string log_addresses = "on";
    std::string metrics = "near";
    LimitFlags limits;
};

void describe_commands(CLI::App& app, Flags& flags) {
    auto& command = flags.config.command;
    app.fallthrough();
    auto* const backup = app.add_subcommand(
        "backup", "Do not serve; copy the journal in --data to a new folder, also while a server uses it");
    backup->add_option("TO", flags.backup_to, "The folder: empty, or not there")->required();
    backup->callback([&command] { command = Command::backup; });
    app.add_subcommand("verify", "Do not serve; read all of the journal in --data, which no server may use meanwhile, "
                                 "and play every match again: exit with 0 if all is good, else with 1")
        ->callback([&command] { command = Command::verify; });
    app.add_subcommand("migrate",
                       "Do not serve; bring the rooms and matches in --data, which no server may use meanwhile, "
                       "into --database, which servers may use: exit with 0 if all were, else with 1")
        ->callback([&command] { command = Command::migrate; });
}

void describe(CLI::App& app, Flags& flags) {
    auto& config = flags.config;
    describe_commands(app, flags);
    app.set_help_flag("-h,--help", "Print this and exit");
    app.set_version_flag("--version", "tefuda-server " + std::string(version()), "Print the version and exit");
    app.add_flag(
        "--health", config.only_health,
        "Do not serve; ask the server that runs with the same flags whether it takes players: exit with 0 or 1");
    app.add_flag("--asyncapi", config.only_asyncapi,
                 "Do not serve; print the AsyncAPI document of the messages, as at /asyncapi.json");
    app.add_option("--address", config.address, "The IPv4 or IPv6 address to listen at")
        ->envname("TEFUDA_ADDRESS")
        ->check(must_be("an IPv4 or IPv6 address", is_address))
        ->capture_default_str();
    app.add_option("--port", config.port, "The port to listen at; 0: any free port")
        ->envname("TEFUDA_PORT")
        ->transform(must_be_number(0U, 65535U))
        ->capture_default_str();
    app.add_option("--data", flags.data,
                   "The directory in which rooms and matches are stored; created if it is missing")
        ->envname("TEFUDA_DATA")
        ->check(must_not_be_empty());
    app.add_option("--database", flags.database,
                   "The postgresql:// URL of a database in which rooms and matches are stored instead of in --data; "
                   "several servers may share it")
        ->envname("TEFUDA_DATABASE")
        ->check(must_not_be_empty());
    app.add_option("--database-file", flags.database_file, "A file whose first line is the URL of --database")
        ->envname("TEFUDA_DATABASE_FILE")
        ->check(must_not_be_empty());
    app.add_option("--node", config.node,
                   "What the database and the log call this server (default: the host's name and the port)")
        ->envname("TEFUDA_NODE")
        ->check(must_be("a name of 1 to 64 letters, digits, dots, colons, dashes and underscores", is_node_name));
    app.add_option("--journal", flags.journal,
                   "on or off: whether rooms and matches are stored in --data or --database")
        ->envname("TEFUDA_JOURNAL")
        ->check(must_be("on or off", [](std::string const& value) { return value == "on" || value == "off"; }))
        ->capture_default_str();
    app.add_option("--retention", flags.retention, "Days for which finished matches are kept")
        ->envname("TEFUDA_RETENTION")
        ->transform(must_be_number(1U, max_retention_days))
        ->capture_default_str();
    app.add_option("--max-disk", config.max_disk,
                   "MiB of rooms and matches in --data; beyond it the oldest finished matches go early. 0: as much as "
                   "there is. Default: three quarters of the disk")
        ->envname("TEFUDA_MAX_DISK")
        ->transform(must_be_number(0U, max_disk_mib));
    app.add_flag("--allow-fixed", config.allow_fixed, "Accept fixed deals in \"create\" (for tests only)")
        ->envname("TEFUDA_ALLOW_FIXED");
    app.add_option("--log-level", config.log_level, "trace, debug, info, warn, error, critical or off")
        ->envname("TEFUDA_LOG_LEVEL")
        ->check(must_be("trace, debug, info, warn, error, critical or off",
                        [](std::string const& value) { return std::ranges::count(log_levels, value) == 1; }))
        ->capture_default_str();
    app.add_option("--log-format", flags.log_format, "text or json: a JSON object in each line")
        ->envname("TEFUDA_LOG_FORMAT")
        ->check(must_be("text or json", [](std::string const& value) { return value == "text" || value == "json"; }))
        ->capture_default_str();
    app.add_option("--log-addresses", flags.log_addresses,
                   "on or off: whether the log has the addresses of clients who were limited or closed")
        ->envname("TEFUDA_LOG_ADDRESSES")
        ->check(must_be("on or off", [](std::string const& value) { return value == "on" || value == "off"; }))
        ->capture_default_str();
    app.add_option("--metrics-token", config.transport.metrics_token,
                   "Whoever sends this text as a bearer token may read /metrics, whatever --metrics says")
        ->envname("TEFUDA_METRICS_TOKEN")
        ->check(must_not_be_empty());
    app.add_option("--metrics", flags.metrics,
                   "Who may read /metrics: nobody, near (this machine and private networks, by an address or the "
                   "machine's own name, not through a proxy that says so) or anybody")
        ->envname("TEFUDA_METRICS")
        ->check(
            must_be("nobody, near or anybody", [](std::string const& value) { return metrics_access.contains(value); }))
        ->capture_default_str();
    app.add_option("--threads", config.threads, "Number of threads that serve the clients")
        ->envname("TEFUDA_THREADS")
        ->transform(must_be_number(1U, max_threads))
        ->capture_default_str();
    app.add_option("--bot-threads", config.bot_threads,
                   "Number of threads on which built-in bots think, at low priority")
        ->envname("TEFUDA_BOT_THREADS")
        ->transform(must_be_number(1U, max_threads))
        ->capture_default_str();
    app.add_option("--bot-think", flags.bot_think,
                   "Milliseconds that a built-in bot of level hard thinks, at most; 0: it plays like normal")
        ->envname("TEFUDA_BOT_THINK")
        ->transform(must_be_number(0U, max_bot_think_ms))
        ->capture_default_str();
    app.add_option("--web", flags.web, "The directory of the built web client (default: found beside the server)")
        ->envname("TEFUDA_WEB")
        ->check(must_not_be_empty());
    auto* const certificate = app.add_option("--tls-cert", flags.tls.certificate,
                                             "A PEM file: the certificate and its chain; read again at SIGHUP")
                                  ->envname("TEFUDA_TLS_CERT")
                                  ->check(must_not_be_empty());
    auto* const key = app.add_option("--tls-key", flags.tls.key, "A PEM file: the private key of --tls-cert")
                          ->envname("TEFUDA_TLS_KEY")
                          ->check(must_not_be_empty());
    certificate->needs(key);
    key->needs(certificate);
    describe(app, flags.limits);
}

/// CLI11 2.4 ignores a variable whose value its option refuses. This reads such variables again, so that they are
/// errors.
void refuse_wrong_variables(CLI::App& app) {
    for (auto* option : app.get_options()) {
        auto const* value = std::getenv(option->get_envname().c_str());
        if (!value || !*value || option->count() > 0) continue;
        option->add_result(std::string(value));
        option->run_callback();
    }
}

} // namespace

std::variant<Config, EarlyExit> read_config(int argc, char const* const* argv) {
    Flags flags;
    flags.config.threads = std::clamp(std::thread::hardware_concurrency(), 1U, max_threads);
    flags.config.bot_threads = std::max(1U, flags.config.threads / 2);
    CLI::App app("A server for five Japanese card games. Each flag can also be set in the environment: --log-level as "
                 "TEFUDA_LOG_LEVEL, for example; a flag wins.",
                 "tefuda-server");
    try {
        describe(app, flags);
        app.parse(argc, argv);
        refuse_wrong_variables(app);
        if (!flags.data.empty()) flags.config.data = flags.data;
        flags.config.backup_to = flags.backup_to;
        flags.config.journal = flags.journal == "on";
        flags.config.bot_think = std::chrono::milliseconds(flags.bot_think);
        flags.config.retention = std::chrono::hours(24 * flags.retention);
        if (flags.log_format == "json") flags.config.log_format = LogFormat::json;
        flags.config.log_addresses = flags.log_addresses == "on";
        flags.config.transport.metrics = metrics_access.at(flags.metrics);
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
