// The flags for the limits on clients.
#pragma once

#include "server/net/options.hpp"
#include "server/session/limits.hpp"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tefuda::server {

/// The flags' values as CLI11 reads them: rates per second, times in seconds, sizes in bytes.
struct LimitFlags {
    double message_rate = 100;
    double chat_rate = 2;
    double guess_rate = 5;
    double http_rate = 200;
    int rooms_a_connection = Limits().rooms_a_connection;
    int seats_a_connection = Limits().seats_a_connection;
    int rooms = Limits().rooms;
    int rooms_an_address = Limits().rooms_an_address;
    int public_rooms_an_address = Limits().public_rooms_an_address;
    double actions_a_day = Limits().actions_a_day;
    double rooms_a_day = Limits().rooms_a_day;
    double players_a_day = Limits().players_a_day;
    /// In MiB.
    double bytes_a_day = Limits().bytes_a_day / (1024 * 1024);
    std::size_t connections = TransportOptions().connections;
    std::size_t connections_an_address = TransportOptions().connections_an_address;
    std::size_t message_bytes = TransportOptions().message_bytes;
    double handshake = 5;
    double idle = 60;
    double join = 30;
    /// 0: a quarter of the memory that the process may use, and a quarter of that.
    std::size_t unsent_bytes = 0;
    std::size_t unsent_bytes_an_address = 0;
    /// 0: a quarter of the memory that the process may use.
    std::size_t match_bytes = 0;
    double request = 15;
    bool none = false;
    std::string allowed_origins;
    std::string allowed_hosts;
    bool trust_forwarded = false;
    bool deflate = false;
};

/// The parts of a text with commas between them, without the spaces around them.
std::vector<std::string> list_of(std::string const& text);

/// Adds the flags to the command line. `flags` must outlive the parsing.
void describe(CLI::App& app, LimitFlags& flags);

Limits limits_of(LimitFlags const& flags);

/// Sets the options that have a flag here; leaves the others as they are.
void apply(LimitFlags const& flags, TransportOptions& options);

} // namespace tefuda::server
