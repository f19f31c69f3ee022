// Accepts connections.
#pragma once

#include "server/net/server_context.hpp"
#include "server/runtime/event_loops.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace tefuda::server {

/// Accepts connections on the first event loop and hands them to all event loops in turn.
class Listener {
public:
    /// \param loops must outlive the listener
    Listener(EventLoops& loops, std::shared_ptr<ServerContext> context);
    ~Listener();
    Listener(Listener const&) = delete;
    Listener& operator=(Listener const&) = delete;

    /// \param address IPv4 or IPv6
    /// \param port 0 for any free port
    /// \returns the port
    /// \throws std::runtime_error, a sentence, if the server can't listen there
    std::uint16_t open(std::string const& address, std::uint16_t port);

    /// Stops accepting connections, soon after the call. From any thread.
    void close();

private:
    class Acceptor;
    std::unique_ptr<Acceptor> acceptor_;
};

} // namespace tefuda::server
