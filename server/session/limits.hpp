// Limits for each client and for all clients together. The defaults suit a public server on a small machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace tefuda::server {

/// The rate of a token bucket: `burst` times at once, then `a_second` times per second.
struct Rate {
    double a_second = 0;
    double burst = 0;

    static constexpr Rate unlimited() {
        return {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    }
};

struct Limits {
    // For each connection. PROTOCOL.md promises that 50 messages and 1 chat line a second are never refused.
    Rate messages{100, 300};
    Rate chat{2, 10};
    /// Rooms that the connection has created and in which no match has ended yet.
    int rooms_a_connection = 1000;
    /// Rooms in which the connection has a seat or watches.
    int seats_a_connection = 1000;
    /// Maximum number of messages that were refused because of `messages` and whose time to come again has not come.
    /// A connection that sends more is closed. More than rooms_a_connection, so that each of them may have one.
    int refused_messages = 1200;

    /// Bytes of messages that nobody has answered, of all clients together; beyond it each client is read one message
    /// at a time. (For each client: Inbox::max_bytes.)
    std::size_t unanswered_bytes = std::size_t{64} * 1024 * 1024;

    /// Wrong room codes and tokens: for each connection, and for each address.
    Rate guesses{1, 60};
    Rate guesses_an_address{5, 300};

    /// GET requests of documents that are made for each request, for each address.
    Rate requests_an_address{200, 2000};

    /// Rooms in memory, of all clients together.
    int rooms = 10'000;
    /// Rooms in memory that an address has made or woken and in which no match has ended yet.
    int rooms_an_address = 5000;
    /// Public rooms in memory that an address has made or woken and that have not finished.
    int public_rooms_an_address = 5;

    /// Bytes of the actions of all matches in memory. With so many no room is made, woken, or taken up at the start;
    /// with twice as many nobody acts or begins a match.
    std::uint64_t match_bytes = 256 * 1024 * 1024;

    /// What an address may do in a day. A connection that sends PROTOCOL.md's 50 messages a second sends 4.32 million.
    double actions_a_day = 20'000'000;
    double rooms_a_day = 50'000;
    double players_a_day = 100;
    /// Of messages to rooms.
    double bytes_a_day = 4.0 * 1024 * 1024 * 1024;

    static constexpr Limits none() {
        constexpr auto unlimited = std::numeric_limits<int>::max();
        return {.messages = Rate::unlimited(),
                .chat = Rate::unlimited(),
                .rooms_a_connection = unlimited,
                .seats_a_connection = unlimited,
                .refused_messages = unlimited,
                .guesses = Rate::unlimited(),
                .guesses_an_address = Rate::unlimited(),
                .requests_an_address = Rate::unlimited(),
                .rooms = unlimited,
                .rooms_an_address = unlimited,
                .public_rooms_an_address = unlimited,
                .match_bytes = std::numeric_limits<std::uint64_t>::max(),
                .actions_a_day = std::numeric_limits<double>::infinity(),
                .rooms_a_day = std::numeric_limits<double>::infinity(),
                .players_a_day = std::numeric_limits<double>::infinity(),
                .bytes_a_day = std::numeric_limits<double>::infinity()};
    }
};

} // namespace tefuda::server
