// The limits and time limits of the transport.
#pragma once

#include "server/metrics/metrics_access.hpp"
#include "server/net/certificate.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tefuda::server {

struct TransportOptions {
    /// Maximum size of a client's WebSocket message, all its fragments together.
    std::size_t message_bytes = 16 * 1024;
    /// Maximum number of bytes that wait to be sent to one WebSocket; a client that reads too slowly is closed.
    std::size_t write_queue_bytes = 4 * 1024 * 1024;
    /// Maximum number of bytes that wait to be sent: over all connections, and for each address.
    std::size_t unsent_bytes = 256 * 1024 * 1024;
    std::size_t unsent_bytes_an_address = 64 * 1024 * 1024;
    /// A WebSocket that has sent no message at all after this time is closed.
    std::chrono::milliseconds join = std::chrono::seconds(30);
    /// A WebSocket that sends nothing for this long is closed; it is pinged after half of it.
    std::chrono::milliseconds idle = std::chrono::seconds(60);
    /// Time for the TLS handshake; and, when a WebSocket is being closed, for sending what is queued and for the
    /// client's answer.
    std::chrono::milliseconds handshake = std::chrono::seconds(5);

    /// Whether to agree to compression (RFC 7692) where a client offers it.
    bool deflate = false;

    /// Maximum size of an HTTP request's head: request line and fields together.
    std::size_t header_bytes = 8 * 1024;
    /// Time for an HTTP request to arrive as a whole; also for the next one on the same connection.
    std::chrono::milliseconds request = std::chrono::seconds(15);
    /// Time for an HTTP response to be made and sent.
    std::chrono::milliseconds reply = std::chrono::seconds(60);
    /// Time for the client to close its side after the server has sent everything.
    std::chrono::milliseconds linger = std::chrono::seconds(2);

    /// When the server stops: time for the service to stop, then time for the connections to close.
    std::chrono::milliseconds service_stop = std::chrono::seconds(3);
    std::chrono::milliseconds connections_stop = std::chrono::seconds(1);

    MetricsRules metrics;

    /// Maximum number of connections: in all, and for each address (IPv6: each 64-bit network). More are closed at
    /// once; see Connections.
    std::size_t connections = 5000;
    std::size_t connections_an_address = 500;
    /// Without a value there is no encryption.
    std::optional<TlsFiles> tls;
    /// Whether the server is behind a reverse proxy: then it trusts the proxy's X-Forwarded fields.
    bool trust_forwarded = false;
    /// The names of this server, as they stand in Host without a port; a WebSocket for another is refused, and only
    /// they stand in a link's preview. Empty: all WebSockets, and no name in a preview.
    std::vector<std::string> allowed_hosts;
    /// Origins of web pages that may connect, besides the server's own.
    std::vector<std::string> allowed_origins;
};

} // namespace tefuda::server
