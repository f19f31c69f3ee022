// What the transport allows a client, and how long it waits for one.
#pragma once

#include "server/net/certificate.hpp"
#include "server/net/outbox.hpp"
#include "server/metrics/metrics_access.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tefuda::server {

struct TransportOptions {
    /// Of a client's WebSocket message, its fragments together.
    std::size_t message_bytes = 16 * 1024;
    Outbox::Limits outbox;
    /// A WebSocket from which nothing came for this long is closed; it is pinged after half of it.
    std::chrono::milliseconds idle = std::chrono::seconds(60);
    /// For the openings of TLS and of a WebSocket, and for what is queued and the closing handshake once it is to be
    /// closed.
    std::chrono::milliseconds handshake = std::chrono::seconds(5);

    /// Of an HTTP request: request line and fields together.
    std::size_t header_bytes = 8 * 1024;
    /// For a whole HTTP request to come, also the next one on the same connection.
    std::chrono::milliseconds request = std::chrono::seconds(15);
    /// For the answer to be made and sent.
    std::chrono::milliseconds reply = std::chrono::seconds(60);
    /// For the other side to close, after it has got a refusal while it is still sending.
    std::chrono::milliseconds linger = std::chrono::seconds(2);

    /// In an orderly stop: how long the service may take, then how long the connections may.
    std::chrono::milliseconds service_stop = std::chrono::seconds(3);
    std::chrono::milliseconds connections_stop = std::chrono::seconds(1);

    MetricsAccess metrics = MetricsAccess::near;

    /// In all, and from one address (of IPv6: from one network of 64 bits); what is beyond is closed at once.
    std::size_t connections = 5000;
    std::size_t connections_an_address = 500;
    /// None: what is sent is not encrypted.
    std::optional<TlsFiles> tls;
    /// A reverse proxy stands before the server: what it says about its clients is believed.
    bool trust_forwarded = false;
    /// Pages that may connect beside the server's own.
    std::vector<std::string> allowed_origins;
};

} // namespace tefuda::server
