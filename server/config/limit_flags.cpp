#include "server/config/limit_flags.hpp"

#include "server/config/flag_checks.hpp"
#include "server/runtime/memory_limit.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <sstream>

namespace tefuda::server {

namespace {

constexpr double max_value = 1'000'000'000;
constexpr double max_memory = 1'000'000'000'000'000;

template <class Number>
void add(CLI::App& app, std::string const& name, Number& value, double min, std::string const& help,
         double max = max_value) {
    std::string variable = "TEFUDA_";
    for (auto const c : name.substr(2)) variable += c == '-' ? '_' : static_cast<char>(std::toupper(c));
    app.add_option(name, value, help)
        ->envname(variable)
        ->transform(must_be_number(static_cast<Number>(min), static_cast<Number>(max)))
        ->capture_default_str()
        ->group("Limits");
}

std::chrono::milliseconds to_milliseconds(double seconds) {
    return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

/// Whether these are names as `cards.example` or `[2001:db8::1]`: with a port, a scheme or a star none would match.
bool are_host_names(std::string const& text) {
    return std::ranges::all_of(list_of(text), [](std::string const& name) {
        auto const is_v6 = name.front() == '[' && name.back() == ']';
        return name.find_first_of(is_v6 ? "/* " : "/*: ") == std::string::npos;
    });
}

/// Whether these are origins as a browser names them, or a star.
bool are_origins(std::string const& text) {
    return std::ranges::all_of(list_of(text), [](std::string const& origin) {
        if (origin == "*") return true;
        auto const scheme = origin.find("://");
        if (scheme == std::string::npos || scheme == 0) return false;
        auto const host = origin.substr(scheme + 3);
        return !host.empty() && host.find_first_of("/*?# ") == std::string::npos;
    });
}

} // namespace

std::vector<std::string> list_of(std::string const& text) {
    std::vector<std::string> parts;
    std::istringstream rest(text);
    for (std::string part; std::getline(rest, part, ',');)
        if (!CLI::detail::trim(part).empty()) parts.push_back(part);
    return parts;
}

void describe(CLI::App& app, LimitFlags& flags) {
    add(app, "--max-connections", flags.connections, 1, "Maximum number of open connections");
    add(app, "--max-connections-per-address", flags.connections_an_address, 1,
        "Maximum number of open connections from one address; with IPv6 a /64 network counts as one");
    add(app, "--max-rooms", flags.rooms, 1, "Maximum number of rooms in memory");
    add(app, "--max-rooms-per-address", flags.rooms_an_address, 1,
        "Maximum number of rooms in memory that an address has made or woken");
    add(app, "--max-public-rooms-per-address", flags.public_rooms_an_address, 1,
        "Maximum number of public rooms in memory that an address has made or woken and that have not finished");
    add(app, "--actions-per-day", flags.actions_a_day, 1, "Actions in a day from an address");
    add(app, "--rooms-per-day", flags.rooms_a_day, 1, "Rooms in a day that an address makes");
    add(app, "--players-per-day", flags.players_a_day, 1, "Players in a day that an address makes");
    add(app, "--mib-per-day", flags.bytes_a_day, 1, "MiB in a day of messages to rooms from an address");
    add(app, "--max-rooms-per-connection", flags.rooms_a_connection, 1,
        "Maximum number of rooms that a connection has created and in which no match has ended yet");
    add(app, "--max-seats-per-connection", flags.seats_a_connection, 1,
        "Maximum number of rooms in which a connection has a seat or watches");
    add(app, "--max-message-bytes", flags.message_bytes, 1024, "Maximum size of a client's message, in bytes");
    add(app, "--message-rate", flags.message_rate, 50,
        "Messages a second from a connection; three times as many at once");
    add(app, "--chat-rate", flags.chat_rate, 1, "Chat lines a second from a connection; five times as many at once");
    add(app, "--guess-rate", flags.guess_rate, 0.01,
        "Wrong room codes and tokens a second from an address; sixty times as many at once");
    add(app, "--http-rate", flags.http_rate, 1,
        "HTTP requests a second from an address for /api and /asyncapi.json; ten times as many at once");
    add(app, "--handshake-timeout", flags.handshake, 0.1, "Seconds that a WebSocket may take to open, and to close");
    add(app, "--idle-timeout", flags.idle, 1,
        "Seconds of silence after which a WebSocket is closed; it is pinged after half of them");
    add(app, "--join-timeout", flags.join, 0.1,
        "Seconds after which a WebSocket is closed that has sent no message at all");
    add(app, "--max-unsent-bytes", flags.unsent_bytes, 0,
        "Maximum number of bytes that wait to be sent to all clients together; 0: a quarter of the memory that the "
        "server may use",
        max_memory);
    add(app, "--max-unsent-bytes-per-address", flags.unsent_bytes_an_address, 0,
        "Maximum number of bytes that wait to be sent to one address; 0: a quarter of --max-unsent-bytes", max_memory);
    add(app, "--max-match-bytes", flags.match_bytes, 0,
        "Maximum number of bytes of the actions of all matches in memory; 0: a quarter of the memory that the server "
        "may "
        "use",
        max_memory);
    add(app, "--request-timeout", flags.request, 0.1, "Seconds that an HTTP request may take to arrive");
    app.add_flag("--no-limits", flags.none,
                 "Lift these limits, except the timeouts and the message size (for tests and benchmarks)")
        ->envname("TEFUDA_NO_LIMITS")
        ->group("Limits");
    app.add_option(
           "--allowed-origins", flags.allowed_origins,
           "Web pages that may connect besides the server's own: https://a.example,https://b.example; or * for all")
        ->envname("TEFUDA_ALLOWED_ORIGINS")
        ->check(must_be("a list of origins (https://a.example) with commas between them, or *", are_origins));
    app.add_option("--allowed-hosts", flags.allowed_hosts,
                   "The names of this server, with commas between them: a WebSocket for another name is refused, and "
                   "a link's preview has no other name")
        ->envname("TEFUDA_ALLOWED_HOSTS")
        ->check(must_be("a list of names with commas between them, without ports, schemes and stars", are_host_names));
    app.add_flag("--trust-forwarded", flags.trust_forwarded,
                 "Trust X-Forwarded-For, -Host and -Proto; only behind a reverse proxy that sets them")
        ->envname("TEFUDA_TRUST_FORWARDED");
    app.add_flag("--deflate", flags.deflate, "Compress updates (permessage-deflate) for clients that offer it")
        ->envname("TEFUDA_DEFLATE");
}

Limits limits_of(LimitFlags const& flags) {
    if (flags.none) return Limits::none();
    Limits limits;
    limits.messages = {flags.message_rate, 3 * flags.message_rate};
    limits.chat = {flags.chat_rate, 5 * flags.chat_rate};
    limits.guesses_an_address = {flags.guess_rate, 60 * flags.guess_rate};
    limits.guesses = {flags.guess_rate / 5, 12 * flags.guess_rate};
    limits.requests_an_address = {flags.http_rate, 10 * flags.http_rate};
    limits.rooms_a_connection = flags.rooms_a_connection;
    limits.seats_a_connection = flags.seats_a_connection;
    limits.rooms = flags.rooms;
    limits.rooms_an_address = flags.rooms_an_address;
    limits.public_rooms_an_address = flags.public_rooms_an_address;
    limits.actions_a_day = flags.actions_a_day;
    limits.rooms_a_day = flags.rooms_a_day;
    limits.players_a_day = flags.players_a_day;
    limits.bytes_a_day = flags.bytes_a_day * 1024 * 1024;
    limits.match_bytes = flags.match_bytes > 0 ? flags.match_bytes : usable_memory() / 4;
    return limits;
}

void apply(LimitFlags const& flags, TransportOptions& options) {
    constexpr auto unlimited = std::numeric_limits<std::size_t>::max();
    options.connections = flags.none ? unlimited : flags.connections;
    options.connections_an_address = flags.none ? unlimited : flags.connections_an_address;
    options.message_bytes = flags.message_bytes;
    options.handshake = to_milliseconds(flags.handshake);
    options.idle = to_milliseconds(flags.idle);
    options.request = to_milliseconds(flags.request);
    options.trust_forwarded = flags.trust_forwarded;
    options.deflate = flags.deflate;
    options.join = to_milliseconds(flags.join);
    options.unsent_bytes = flags.unsent_bytes > 0 ? flags.unsent_bytes : usable_memory() / 4;
    options.unsent_bytes_an_address =
        flags.unsent_bytes_an_address > 0 ? flags.unsent_bytes_an_address : options.unsent_bytes / 4;
    if (flags.none) options.unsent_bytes_an_address = unlimited;
    options.allowed_origins = list_of(flags.allowed_origins);
    options.allowed_hosts = list_of(flags.allowed_hosts);
}

} // namespace tefuda::server
