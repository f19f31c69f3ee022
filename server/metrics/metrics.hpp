// All metrics of the server except those of each game (game_metrics.hpp). GET /metrics shows them; their names and help
// texts are in metrics_text.cpp. Secrecy: no label contains a room, a player or a card.
#pragma once

#include "protocol/error_code.hpp"
#include "server/metrics/counter.hpp"
#include "server/runtime/guarded.hpp"

#include <boost/describe/enum.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <string>

namespace tefuda::server {

/// The limits that a client can reach. `outbox` is the limit of its write queue, `unsent_bytes` that of all connections
/// or of an address; `silent`: it took part in no room and said nothing.
BOOST_DEFINE_ENUM_CLASS(Limit, outbox, unsent_bytes, silent, mailbox, messages, message_bytes, chat, guesses, requests,
                        connections, connections_an_address, rooms_a_connection, rooms_an_address, seats_a_connection,
                        rooms, actions_a_day, rooms_a_day, bytes_a_day, match_bytes)

/// Why a request was refused, beside limits, that whoever runs the server may have caused.
BOOST_DEFINE_ENUM_CLASS(RefusedFor, host, origin, banned)

/// Why X-Forwarded-For was not read.
BOOST_DEFINE_ENUM_CLASS(ForwardedIgnored, unreadable, untrusted)

namespace detail {

inline constexpr std::array seconds_bounds{0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
                                           0.05,   0.1,     0.25,   0.5,   1.0,    2.5,   5.0};
inline constexpr std::array batch_bounds{1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0};

} // namespace detail

/// Of a database that servers share; empty where none was used yet.
struct DatabaseInfo {
    std::string host;   ///< as in the URL
    std::string system; ///< PostgreSQL's system identifier
    std::int64_t timeline = 0;
    std::string history{}; ///< see PgIdentity
};

/// Thread-safe. Durations are in seconds, sizes in bytes.
struct Metrics {
    // Connections, HTTP and WebSocket together.
    Gauge connections_open;
    Gauge websockets_open;
    Counter connections_accepted;
    /// Closed at once because a limit was reached.
    Counter connections_refused;
    PerLabel<Counter, RefusedFor> requests_refused;
    PerLabel<Counter, ForwardedIgnored> forwarded_ignored;

    // WebSocket messages and the bytes of their payload.
    Counter messages_received;
    Counter messages_sent;
    Counter bytes_received;
    Counter bytes_sent;

    /// From reading a client's action to its updates in the write queues; accepted actions only.
    Histogram action_seconds{detail::seconds_bounds};
    /// From asking a bot to its answer, including the time in the bot pool's queue.
    Histogram bot_seconds{detail::seconds_bounds};
    PerLabel<Counter, ErrorCode> errors;
    PerLabel<Counter, Limit> limits_hit;

    // The journal.
    /// Transactions that wait to be written.
    Gauge journal_queue;
    Histogram journal_commit_seconds{detail::seconds_bounds};
    /// Transactions in each commit.
    Histogram journal_batch{detail::batch_bounds};
    /// Commits that failed.
    Counter journal_failures;
    /// 1 while nothing can be stored, else 0.
    Gauge journal_failing;
    /// Rooms that can't be read, and other damage that was found since the start.
    Gauge journal_damaged;

    /// Finished matches that were deleted before their time, because there was more than --max-disk allows.
    Counter deleted_early;
    /// What players reported, and was stored.
    Counter reports;

    /// When the TLS certificate ends, in seconds since 1970; 0 without TLS.
    Gauge certificate_end;

    // Of a database that servers share.
    Counter rooms_claimed;
    /// Rooms that another server has claimed, or whose changes the database has forgotten.
    Counter rooms_lost;
    /// Transactions that stored nothing because their room had another claim.
    Counter transactions_fenced;
    Counter database_connections;
    /// Commits that the database had acknowledged and has forgotten.
    Counter commits_forgotten;
    Guarded<DatabaseInfo> database;
};

/// The metrics of this process.
inline Metrics& metrics() {
    static Metrics all;
    return all;
}

/// A room in the store can't be read: counts it in Metrics::journal_damaged, once. Thread-safe.
void note_damaged_room(std::string const& code);

/// What `tefuda_build_info` says of this server.
struct ServerName {
    std::string version; ///< of this build
    std::string node;    ///< what tells it from others
};

/// All metrics in Prometheus' text format, those of the games and of the process too. Thread-safe.
/// \param is_ready what /readyz says
std::string metrics_text(ServerName const& server, bool is_ready);

/// A duration as a value for Histogram::observe.
inline double in_seconds(std::chrono::steady_clock::duration duration) {
    return std::chrono::duration<double>(duration).count();
}

} // namespace tefuda::server
