// Brings what a server keeps beside its rooms into a database.
#pragma once

#include "server/store/sql.hpp"

#include <cstddef>

namespace tefuda::server {

struct CopiedTables {
    std::size_t players = 0;
    std::size_t results = 0;
};

/// Copies players with their secrets and codes, results, boards of the day, puzzles, and what the operator has decided;
/// what `to` has already stays as it is there. If it throws, it may be called again. \throws StoreFailure
CopiedTables copy_tables(Sql& players, Sql& results, Sql& operators, Sql& to);

} // namespace tefuda::server
