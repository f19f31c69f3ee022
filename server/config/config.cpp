#include "server/config/config.hpp"

#include "server/config/admin_flags.hpp"
#include "server/config/config_sources.hpp"
#include "server/config/flags.hpp"
#include "server/runtime/memory_limit.hpp"
#include "server/store/postgres/database_url.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
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

/// Reads the URL of the database where a file has it. \returns an error message, which does not show the URL, or an
/// empty text
std::string read_database(Config& config) {
    if (config.database && config.database_file) return "--database and --database-file exclude each other";
    if (config.database_file) {
        std::ifstream stream(*config.database_file);
        if (!std::getline(stream, config.database.emplace()))
            return "--database-file: can't read " + config.database_file->string();
    }
    if (!config.database) return {};
    if (config.data && config.command != Command::migrate)
        return "--database and --data exclude each other: rooms are in a database or in a directory";
    return is_database_url(*config.database) ? "" : "--database: this is no postgresql:// URL";
}

/// What nobody has set depends on the machine and on other settings.
void complete(Config& config) {
    auto& transport = config.transport;
    if (config.node.empty()) config.node = default_node(config.port);
    if (config.limits.match_bytes == 0) config.limits.match_bytes = usable_memory() / 4;
    if (transport.unsent_bytes == 0) transport.unsent_bytes = usable_memory() / 4;
    if (transport.unsent_bytes_an_address == 0) transport.unsent_bytes_an_address = transport.unsent_bytes / 4;
    if (!config.no_limits) return;
    config.limits = Limits::none();
    transport.connections = transport.connections_an_address = transport.unsent_bytes_an_address =
        std::numeric_limits<std::size_t>::max();
}

void describe_commands(CLI::App& app, Config& config) {
    auto& command = config.command;
    app.fallthrough();
    auto* const backup = app.add_subcommand(
        "backup", "Do not serve; copy the journal in --data to a new folder, also while a server uses it");
    backup->add_option("TO", config.backup_to, "The folder: empty, or not there")->required();
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
    drop->add_option("ROOM", config.drop_room, "The room's code")->required();
    drop->add_option("NUMBER", config.drop_match, "The match's number")->required()->check(CLI::PositiveNumber);
    drop->callback([&command] { command = Command::drop_match; });
    describe_admin(app, config);
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
    if ((config.command == Command::backup || config.command == Command::verify) && !config.data)
        return "--data is missing: backup and verify are for a journal in a directory; a database has its own tools";
    if (config.command != Command::serve && config.command != Command::check) return {};
    if (config.data && config.command == Command::serve) {
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
    Config config;
    config.threads = std::clamp(std::thread::hardware_concurrency(), 1U, max_threads);
    config.bot_threads = std::max(1U, config.threads / 2);
    // `complete` sees whether somebody has set them.
    config.limits.match_bytes = 0;
    config.transport.unsent_bytes = config.transport.unsent_bytes_an_address = 0;
    std::string file;
    auto prints_template = false;
    auto& command = config.command;
    CLI::App app("A server for five card games. Each flag can also be set in the environment: --log-level as "
                 "TEFUDA_LOG_LEVEL, for example; a flag wins.",
                 "tefuda-server");
    // Also where the command line can't be read.
    auto const wrong = std::find(argv, argv + argc, std::string_view("--check")) != argv + argc ? 1 : 2;
    auto const refusal = [wrong](std::string const& complaint) {
        return EarlyExit{wrong, "tefuda-server: " + complaint + ". See --help.\n"};
    };
    try {
        describe_commands(app, config);
        app.set_help_flag("-h,--help", "Print this and exit");
        app.set_version_flag("--version", "tefuda-server " + std::string(version()), "Print the version and exit");
        app.add_flag_callback(
            "--health", [&command] { command = Command::health; },
            "Do not serve; ask the server that runs with the same flags whether it takes players: exit with 0 or 1");
        app.add_flag_callback(
            "--check", [&command] { command = Command::check; },
            "Do not serve; look whether a server could start so, changing nothing: exit with 0, or 1 and a sentence");
        app.add_flag_callback(
            "--asyncapi", [&command] { command = Command::asyncapi; },
            "Do not serve; print the AsyncAPI document of the messages, as at /asyncapi.json");
        app.add_flag("--print-config", prints_template,
                     "Do not serve; print a file for --config that names every flag with its default");
        app.add_option("--config", file,
                       "A file with a flag and its value in each line: port = 8080. Flags and variables win")
            ->envname("TEFUDA_CONFIG");
        describe_settings(app);
        remove_variables_of_kubernetes();
        app.parse(argc, argv);
        if (app.count("--config") > 0 && file.empty()) return refusal("--config: \"\" is not a value");
        if (auto const complaint = misspelt_variable(); !complaint.empty())
            return EarlyExit{wrong, "tefuda-server: " + complaint + " See --help.\n"};
        if (prints_template) return EarlyExit{0, config_template()};
        read_settings(app, file, config);
        auto const& tls = config.transport.tls;
        if (tls && (tls->certificate.empty() || tls->key.empty()))
            return refusal("--tls-cert and --tls-key go together: name both");
        complete(config);
        if (auto const complaint = read_database(config); !complaint.empty()) return refusal(complaint);
        if (auto const complaint = prepare(config); !complaint.empty()) return refusal(complaint);
        return config;
    } catch (CLI::ParseError const& problem) {
        std::ostringstream text;
        // CLI11 prints the texts of --help and --version. Its text for an error has two lines: we write our own.
        if (app.exit(problem, text, text) == 0) return EarlyExit{0, text.str()};
        return refusal(problem.what());
    } catch (std::exception const& problem) {
        return EarlyExit{wrong, "tefuda-server: " + std::string(problem.what()) + ".\n"};
    }
}

} // namespace tefuda::server
