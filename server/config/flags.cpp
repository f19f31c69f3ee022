#include "server/config/flags.hpp"

#include "server/config/admin_flags.hpp"
#include "server/config/flag_checks.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include <arpa/inet.h>

namespace tefuda::server {

namespace {

constexpr std::array<std::string_view, 7> log_levels{"trace", "debug", "info", "warn", "error", "critical", "off"};
std::map<std::string, MetricsAccess> const metrics_access{
    {"nobody", MetricsAccess::nobody}, {"near", MetricsAccess::near}, {"anybody", MetricsAccess::anybody}};
constexpr unsigned max_bot_think_ms = 60000;
constexpr unsigned max_retention_days = 36'500;
constexpr unsigned max_disk_mib = 1'000'000'000;

bool is_address(std::string const& text) {
    std::array<unsigned char, sizeof(in6_addr)> bytes{};
    return inet_pton(AF_INET, text.c_str(), bytes.data()) == 1 || inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1;
}

bool are_networks(std::string const& text) {
    return std::ranges::all_of(list_of(text), [](auto const& one) { return Network::parse(one).has_value(); });
}

bool is_node_name(std::string const& text) {
    constexpr std::size_t longest = 64;
    auto const fits = [](unsigned char sign) {
        return std::isalnum(sign) != 0 || sign == '.' || sign == ':' || sign == '-' || sign == '_';
    };
    return !text.empty() && text.size() <= longest && std::ranges::all_of(text, fits);
}

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
    auto* const drop = app.add_subcommand(
        "drop-match", "Do not serve; delete a damaged match from --data, which no server may use meanwhile, or from "
                      "--database; its room stays");
    drop->add_option("ROOM", flags.config.drop_room, "The room's code")->required();
    drop->add_option("NUMBER", flags.config.drop_match, "The match's number")->required()->check(CLI::PositiveNumber);
    drop->callback([&command] { command = Command::drop_match; });
    describe_admin(app, flags.config);
}

} // namespace

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
    app.add_option(
           "--admin-socket", flags.admin_socket,
           "The Unix socket at which `admin` commands this server (default: admin.sock in /run/tefuda where that "
           "may be written, else in --data)")
        ->envname("TEFUDA_ADMIN_SOCKET")
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
    app.add_option("--identity", flags.identity,
                   "on or off: whether players can come back as who they were, with a secret that their browser keeps")
        ->envname("TEFUDA_IDENTITY")
        ->check(must_be("on or off", [](std::string const& value) { return value == "on" || value == "off"; }))
        ->capture_default_str();
    app.add_option("--retention", flags.retention, "Days for which finished matches are kept")
        ->envname("TEFUDA_RETENTION")
        ->transform(must_be_number(1U, max_retention_days))
        ->capture_default_str();
    app.add_option("--max-disk", config.max_disk,
                   "MiB of rooms and matches in --data; beyond it the oldest finished matches go early. 0: as much as "
                   "there is. Default: three quarters of what is free there at the start, its own files included")
        ->envname("TEFUDA_MAX_DISK")
        ->transform(must_be_number(0U, max_disk_mib));
    app.add_flag("--no-public-rooms", flags.no_public_rooms, "Refuse rooms that are public")
        ->envname("TEFUDA_NO_PUBLIC_ROOMS");
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
    app.add_option("--metrics-token", config.transport.metrics.token,
                   "Whoever sends this text as a bearer token may read /metrics, whatever --metrics says")
        ->envname("TEFUDA_METRICS_TOKEN")
        ->check(must_not_be_empty());
    app.add_option("--metrics", flags.metrics,
                   "Who may read /metrics: nobody, near (this machine's loopback, not through a proxy that says so) or "
                   "anybody")
        ->envname("TEFUDA_METRICS")
        ->check(
            must_be("nobody, near or anybody", [](std::string const& value) { return metrics_access.contains(value); }))
        ->capture_default_str();
    app.add_option("--metrics-from", flags.metrics_from,
                   "Networks that may read /metrics, too, not through a proxy: 10.0.0.0/8,fd00::/8")
        ->envname("TEFUDA_METRICS_FROM")
        ->check(must_be("a list of networks with commas between them (10.0.0.0/8)", are_networks));
    app.add_option("--threads", config.threads, "Number of threads that serve the clients (default: one per core)")
        ->envname("TEFUDA_THREADS")
        ->transform(must_be_number(1U, max_threads));
    app.add_option("--bot-threads", config.bot_threads,
                   "Number of threads on which built-in bots think, at low priority (default: half as many)")
        ->envname("TEFUDA_BOT_THREADS")
        ->transform(must_be_number(1U, max_threads));
    app.add_option("--bot-think", flags.bot_think,
                   "Milliseconds that a built-in bot of level hard thinks, at most; 0: it plays like normal")
        ->envname("TEFUDA_BOT_THINK")
        ->transform(must_be_number(0U, max_bot_think_ms))
        ->capture_default_str();
    app.add_option("--web", flags.web, "The directory of the built web client (default: found beside the server)")
        ->envname("TEFUDA_WEB")
        ->check(must_not_be_empty());
    app.add_option("--tls-cert", flags.tls.certificate,
                   "A PEM file: the certificate and its chain; read again at SIGHUP")
        ->envname("TEFUDA_TLS_CERT")
        ->check(must_not_be_empty());
    app.add_option("--tls-key", flags.tls.key, "A PEM file: the private key of --tls-cert")
        ->envname("TEFUDA_TLS_KEY")
        ->check(must_not_be_empty());
    app.add_option("--config", flags.config_file,
                   "A file with a flag and its value in each line: port = 8080. Flags and variables win")
        ->envname("TEFUDA_CONFIG")
        ->check(must_not_be_empty());
    app.add_flag("--print-config", flags.only_print_config,
                 "Do not serve; print a file for --config that names every flag with its default");
    describe(app, flags.limits);
}

MetricsAccess metrics_access_of(std::string const& name) {
    return metrics_access.at(name);
}

} // namespace tefuda::server
