// The server behind its transport: clients' messages go to the lobby and to rooms, requests get their documents.
#pragma once

#include "server/config.hpp"
#include "server/runtime/executor.hpp"
#include "server/net/service.hpp"

#include <memory>
#include <vector>

namespace tefuda::server {

/// Serves nobody until it has recovered.
/// \param executors where rooms live; they must outlive the service
std::unique_ptr<Service> make_app(Config const& config, std::vector<Executor*> executors);

} // namespace tefuda::server
