// Asks a running server whether it is ready, for a container's health check.
#pragma once

#include <cstdint>
#include <string>

namespace tefuda::server {

/// Requests /readyz from a server on this machine. Blocks, for some seconds at most.
/// \param address where the server listens; for `0.0.0.0` and `::` the loopback address is used
/// \param tls whether the server uses TLS; its certificate is not checked
/// \returns a sentence that says why it is not ready; empty where the answer is 200
std::string why_not_ready(std::string const& address, std::uint16_t port, bool tls);

} // namespace tefuda::server
