// Where clients connect.
#pragma once

#include "server/runtime/event_loops.hpp"
#include "server/net/server_context.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace tefuda::server {

/// Accepts connections and hands them to the threads in turn.
class Listener {
public:
    Listener(EventLoops& threads, std::shared_ptr<ServerContext> site);
    ~Listener();
    Listener(Listener const&) = delete;
    Listener& operator=(Listener const&) = delete;

    /// \param address IPv4 or IPv6
    /// \param port 0: any free one
    /// \returns the port
    /// \throws std::runtime_error, a sentence, when nobody can listen there
    std::uint16_t open(std::string const& address, std::uint16_t port);

    /// Takes no more connections, soon. From any thread.
    void close();

private:
    class Loop;
    std::shared_ptr<Loop> loop_;
};

} // namespace tefuda::server
