// Puts the server's parts together behind its transport.
#pragma once

#include "server/app_stores.hpp"
#include "server/config/config.hpp"
#include "server/net/service.hpp"
#include "server/runtime/executor.hpp"

#include <memory>
#include <vector>

namespace tefuda::server {

/// Serves nobody until it has recovered.
/// \param executors where rooms live; they must outlive the service
/// \param filters for simulations
/// \throws StoreFailure where the journal can't be opened
std::unique_ptr<Service> make_app(Config const& config, std::vector<Executor*> executors,
                                  StoreFilters const& filters = {});

} // namespace tefuda::server
