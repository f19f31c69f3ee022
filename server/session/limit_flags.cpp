#include "server/session/limit_flags.hpp"

#include <CLI/CLI.hpp>

#include <sstream>

namespace tefuda::server {

namespace {

constexpr double max_value = 1'000'000'000;

template <class Number>
void add(CLI::App& app, std::string const& name, Number& value, double min, std::string const& help) {
    std::string variable = "TEFUDA_";
    for (auto const c : name.substr(2)) variable += c == '-' ? '_' : static_cast<char>(std::toupper(c));
    app.add_option(name, value, help)
        ->envname(variable)
        ->check(CLI::Range(min, max_value))
        ->capture_default_str()
        ->group("Limits");
}

std::chrono::milliseconds to_milliseconds(double seconds) {
    return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

} // namespace

void describe(CLI::App& app, LimitFlags& flags) {
    add(app, "--max-connections", flags.connections, 1, "Maximum number of open connections");
    add(app, "--max-connections-per-address", flags.connections_an_address, 1,
        "Maximum number of open connections from one address; with IPv6 a /64 network counts as one");
    add(app, "--max-rooms", flags.rooms, 1, "Maximum number of rooms in memory");
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
    add(app, "--request-timeout", flags.request, 0.1, "Seconds that an HTTP request may take to arrive");
    app.add_flag("--no-limits", flags.none,
                 "Lift these limits, except the timeouts and the message size (for tests and benchmarks)")
        ->envname("TEFUDA_NO_LIMITS")
        ->group("Limits");
    app.add_option(
           "--allowed-origins", flags.allowed_origins,
           "Web pages that may connect besides the server's own: https://a.example,https://b.example; or * for all")
        ->envname("TEFUDA_ALLOWED_ORIGINS");
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
    options.allowed_origins.clear();
    std::istringstream origins(flags.allowed_origins);
    for (std::string origin; std::getline(origins, origin, ',');)
        if (!origin.empty()) options.allowed_origins.push_back(origin);
}

} // namespace tefuda::server
