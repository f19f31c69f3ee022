// HTTP and WebSocket on one port, for one service.
#pragma once

#include "server/net/options.hpp"
#include "server/net/service.hpp"
#include "server/net/web_files.hpp"
#include "server/runtime/event_loops.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace tefuda::server {

struct ServerContext;

/// Accepts connections on the first event loop and hands them to all event loops in turn. The event loops and the
/// service must outlive it. It may be destroyed when the event loops have stopped.
class Transport {
public:
    /// \throws std::runtime_error, a sentence, if the options' TLS files can't be used
    Transport(EventLoops& loops, Service& service, TransportOptions const& options, WebFiles files);
    ~Transport();

    /// Connections are accepted once the event loops run.
    /// \param address IPv4 or IPv6
    /// \param port 0 for any free port
    /// \returns the port
    /// \throws std::runtime_error, a sentence, if the server can't listen there
    std::uint16_t listen(std::string const& address, std::uint16_t port);

    /// With TLS: reads the certificate files again, for new connections. If they can't be used, logs that and keeps the
    /// old certificate. From any thread.
    void reload_certificate();

    /// Stops in order: accepts no new connections, stops the service, closes all connections. Blocks until that is
    /// done, 4 seconds at most with the default options. The event loops must run; not to be called on one of them.
    void stop();

private:
    class Acceptor;

    EventLoops& loops_;
    Service& service_;
    TransportOptions options_;
    std::shared_ptr<ServerContext> context_;
    std::shared_ptr<Acceptor> acceptor_;
};

} // namespace tefuda::server
