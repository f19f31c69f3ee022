// What the server counts, but for games (game_metrics.hpp): GET /metrics shows it, metrics_text.cpp names and explains
// it. No label has a room, a player or a card in it.
#pragma once

#include "protocol/error_code.hpp"
#include "server/metrics/counter.hpp"

#include <boost/describe/enum.hpp>

#include <array>
#include <chrono>
#include <string>
#include <string_view>

namespace tefuda::server {

/// What a client may run into.
enum class Limit {
    outbox,
    mailbox,
    messages,
    message_bytes,
    chat,
    guesses,
    connections,
    connections_an_address,
    rooms_a_connection,
    seats_a_connection,
    rooms
};
BOOST_DESCRIBE_ENUM(Limit, outbox, mailbox, messages, message_bytes, chat, guesses, connections, connections_an_address,
                    rooms_a_connection, seats_a_connection, rooms)

namespace detail {

inline constexpr std::array seconds_bounds{0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
                                           0.05,   0.1,     0.25,   0.5,   1.0,    2.5,   5.0};
inline constexpr std::array batch_bounds{1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0};

} // namespace detail

struct Metrics {
    // Connections: HTTP and WebSocket together.
    Gauge connections_open;
    Gauge websockets_open;
    Counter connections_accepted;
    /// Closed at once because of a limit.
    Counter connections_refused;

    // WebSocket messages, and their payload.
    Counter messages_received;
    Counter messages_sent;
    Counter bytes_received;
    Counter bytes_sent;

    /// From an action's frame read to its updates in the outboxes.
    Histogram action_seconds{detail::seconds_bounds};
    /// From a bot's being asked to its answer, what it waited in the queue included.
    Histogram bot_seconds{detail::seconds_bounds};
    PerLabel<Counter, ErrorCode> errors;
    PerLabel<Counter, Limit> limits_hit;

    // The journal: what waits to be written, what a commit took and how many actions were in it.
    Gauge journal_queue;
    Histogram journal_commit_seconds{detail::seconds_bounds};
    Histogram journal_batch{detail::batch_bounds};
    Counter journal_failures;
};

/// The process's.
inline Metrics& metrics() {
    static Metrics all;
    return all;
}

/// All of them in Prometheus' text format, with what the system knows about the process.
/// \param version the build's
std::string metrics_text(std::string_view version);

/// \returns for Histogram::observe
inline double in_seconds(std::chrono::steady_clock::duration duration) {
    return std::chrono::duration<double>(duration).count();
}

} // namespace tefuda::server
