// What a server keeps as long as it runs: not its rooms, but what outlasts them.
#pragma once

#include "server/store/sql.hpp"
#include "server/store/store.hpp"

#include <memory>

namespace tefuda::server {

/// Stores results, seats and attempts at boards in these tables (open_memory_tables), and forgets all else: no room is
/// ever there.
std::unique_ptr<Store> open_memory_store(std::shared_ptr<Sql> tables);

} // namespace tefuda::server
