// HTTP and WebSocket at one port, for one service.
#pragma once

#include "server/runtime/event_loops.hpp"
#include "server/net/options.hpp"
#include "server/net/service.hpp"
#include "server/net/web_files.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace tefuda::server {

class Listener;
struct ServerContext;

/// The threads and the service must outlive it; it may go when the threads have stopped.
class Transport {
public:
    /// \throws std::runtime_error, a sentence, when there can be no TLS with the files in the options
    Transport(EventLoops& threads, Service& service, TransportOptions const& options, WebFiles files);
    ~Transport();

    /// As Listener::open. Connections are taken when the threads run.
    std::uint16_t listen(std::string const& address, std::uint16_t port);

    /// With TLS: reads the certificate again, for new connections; one that can't be used is logged, and the old one
    /// stays. From any thread.
    void reload_certificate();

    /// The orderly stop: no new connections, the service stops, all connections are closed. Blocks for as long as that
    /// takes, 4 seconds at most with the default options. Not from one of the threads, which must run.
    void stop();

private:
    Service& service_;
    TransportOptions options_;
    std::shared_ptr<ServerContext> context_;
    std::unique_ptr<Listener> listener_;
};

} // namespace tefuda::server
