// A look from outside at a server on this machine, for whoever watches over it.
#pragma once

#include <cstdint>
#include <string>

namespace tefuda::server {

/// Asks a server for /readyz, at this machine's own address where it listens at all of them.
/// \param tls whether it serves TLS; its certificate may be any
/// \returns whether it takes players; false also where nobody answers in time
bool takes_players(std::string const& address, std::uint16_t port, bool tls);

} // namespace tefuda::server
