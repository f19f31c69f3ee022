// What all connections share.
#pragma once

#include "server/net/certificate.hpp"
#include "server/net/connections.hpp"
#include "server/net/options.hpp"
#include "server/net/send_budget.hpp"
#include "server/net/service.hpp"
#include "server/net/web_files.hpp"

#include <memory>

namespace tefuda::server {

/// Shared by all threads: its members are constant or thread-safe.
struct ServerContext {
    /// Not owned; must outlive the context.
    Service& service;
    TransportOptions const options;
    WebFiles const files;
    /// Null without TLS.
    std::unique_ptr<Certificate> const certificate =
        options.tls ? std::make_unique<Certificate>(*options.tls) : nullptr;
    SendBudget send_budget{{options.unsent_bytes, options.unsent_bytes_an_address}};
    Connections connections{{options.connections, options.connections_an_address}};
};

} // namespace tefuda::server
