// What all connections share.
#pragma once

#include "server/net/connections.hpp"
#include "server/net/options.hpp"
#include "server/net/service.hpp"
#include "server/net/web_files.hpp"

namespace tefuda::server {

struct Site {
    Service& service;
    TransportOptions const options;
    WebFiles const files;
    Connections connections{{options.connections, options.connections_an_address}};
};

} // namespace tefuda::server
