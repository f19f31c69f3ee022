// The server's configuration, from flags and environment variables (TEFUDA_…). A flag overrides its variable.
#pragma once

#include "server/metrics/logging.hpp"
#include "server/net/options.hpp"
#include "server/session/limits.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tefuda::server {

/// How an operator's argument is written in JSON.
enum class AdminArgument { text, number, truth };

/// What the program does. `check` looks whether a start would succeed (--check), `health` asks the running server
/// whether it takes players (--health), `asyncapi` prints that document (--asyncapi).
enum class Command { serve, check, health, asyncapi, backup, verify, migrate, drop_match, admin };

/// An operator's command, as it stands on the command line.
struct AdminCall {
    struct Argument {
        std::string name;
        std::string value;
        AdminArgument kind;
    };
    std::string command;
    std::vector<Argument> arguments; ///< those that were given
    bool as_json = false;
};

struct Config {
    Command command = Command::serve;
    /// Where `backup` copies the journal to.
    std::filesystem::path backup_to;
    /// The match that `drop-match` deletes: its room's code and its number.
    std::string drop_room;
    int drop_match = 1;
    /// What `admin` asks of the running server.
    AdminCall admin_call;
    /// The IPv4 or IPv6 address to listen at.
    std::string address = "127.0.0.1";
    /// 0: any free port.
    std::uint16_t port = 8080;
    /// The directory for everything that is stored; `read_config` has created it. None: nothing is stored.
    std::optional<std::filesystem::path> data;
    /// The URL of the database in which rooms and matches are stored instead of in `data`. It has a password: never to
    /// be shown.
    std::optional<std::string> database;
    /// A file whose first line is that URL; `read_config` has read it.
    std::optional<std::filesystem::path> database_file;
    /// What logs, metrics and the database call this server.
    std::string node;
    /// The Unix socket of the operator; none: see admin_sockets_of.
    std::optional<std::filesystem::path> admin_socket;
    /// The directory of the file of deleted players; none: `data`, or with a database deletions_folder.
    std::optional<std::filesystem::path> deletions;
    /// Whether rooms and matches are stored, in `data` or `database`. If so, an action is stored before any client sees
    /// its updates.
    bool journal = true;
    /// Whether players can come back as who they were.
    bool identity = true;
    /// How long finished matches and their rooms are kept.
    std::chrono::hours retention = std::chrono::hours(24 * 30);
    /// Maximum size of `data` in MiB; beyond it the oldest finished matches are deleted early. 0: no maximum.
    /// None: three quarters of the file system.
    std::optional<unsigned> max_disk;
    /// Whether rooms may be public.
    bool public_rooms = true;
    /// Whether `create` accepts `fixed` deals. For tests only.
    bool allow_fixed = false;
    /// trace, debug, info, warn, error, critical or off.
    std::string log_level = "info";
    LogFormat log_format = LogFormat::text;
    /// Whether the log may have the addresses of clients who were limited or closed.
    bool log_addresses = true;
    /// Number of event loops, each with a thread; at least 1.
    unsigned threads = 1;
    /// Number of threads for built-in bots; at least 1.
    unsigned bot_threads = 1;
    /// Maximum time of a search by a bot of level `hard`; 0: no search.
    std::chrono::milliseconds bot_think = std::chrono::milliseconds(300);
    Limits limits;
    /// Whether `--no-limits` lifts them.
    bool no_limits = false;
    /// Timeouts, numbers of connections, who may connect.
    TransportOptions transport;
    /// The directory of the built web client; none: it was not found, and the server has no web pages.
    std::optional<std::filesystem::path> web;
};

/// Where the operator commands the server, in the order in which server and `admin` try: `admin_socket` alone, else in
/// `run` if that folder is there and may be written, else in `data`. Empty: nowhere.
std::vector<std::filesystem::path> admin_sockets_of(Config const& config,
                                                    std::filesystem::path const& run = "/run/tefuda");

/// Where the file of deleted players is without a flag, beside a database.
inline constexpr auto deletions_folder = "/var/lib/tefuda";

/// The version of this build, from CMakeLists.txt, and its commit: 0.2.0+603b57c12345. Without git the version alone.
std::string_view version();

/// The result instead of a config if the process must print a text and exit.
struct EarlyExit {
    /// The exit code. 0 for --help and --version: the text goes to stdout. 2 for a wrong flag or value, 1 with
    /// --check: the text is one line for stderr.
    int code = 0;
    std::string text;
};

/// Reads the command line and the environment, and creates the data directory. Does not throw.
std::variant<Config, EarlyExit> read_config(int argc, char const* const* argv);

} // namespace tefuda::server
