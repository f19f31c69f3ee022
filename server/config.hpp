// What the server was started with: flags, each also an environment variable TEFUDA_… (a flag wins).
#pragma once

#include "server/session/limits.hpp"
#include "server/net/options.hpp"
#include "server/metrics/logging.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace tefuda::server {

struct Config {
    /// An IPv4 or IPv6 address to listen at.
    std::string address = "127.0.0.1";
    /// 0: any free port.
    std::uint16_t port = 8080;
    /// Where the server keeps what must outlast it; exists once the config is read. None: nothing is kept.
    std::optional<std::filesystem::path> data;
    /// Whether it keeps a journal there: rooms, and every action before anybody is told of it.
    bool journal = true;
    /// How long finished matches and their rooms are kept.
    std::chrono::hours retention = std::chrono::hours(24 * 30);
    /// Whether `create` takes `fixed` deals (tests only).
    bool allow_fixed = false;
    /// trace, debug, info, warn, error, critical or off.
    std::string log_level = "info";
    LogFormat log_format = LogFormat::text;
    /// At least 1.
    unsigned threads = 1;
    /// Of the built-in bots. At least 1.
    unsigned bot_threads = 1;
    /// How long a bot of level `hard` thinks; 0: it doesn't search.
    std::chrono::milliseconds bot_think = std::chrono::milliseconds(300);
    Limits limits;
    /// Of the transport: timeouts, numbers of connections, who may connect.
    TransportOptions transport;
    /// The built web client; none where there is no such directory.
    std::optional<std::filesystem::path> web;
    /// Not to serve, but to ask the server that does whether it takes players.
    bool only_health = false;
};

/// The version of this build, such as 0.1.0.
std::string_view version();

/// Instead of a config: what to print, and where, before the process exits.
struct EarlyExit {
    /// 0 for --help and --version (the text is for stdout), 2 for a wrong flag or value (a sentence for stderr).
    int code = 0;
    std::string text;
};

/// Reads the command line and the environment. Creates the data directory. Never throws.
std::variant<Config, EarlyExit> read_config(int argc, char const* const* argv);

} // namespace tefuda::server
