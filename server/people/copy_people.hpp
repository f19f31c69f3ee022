// Brings the players and results of one store into another one.
#pragma once

#include "server/store/sql.hpp"

#include <cstddef>

namespace tefuda::server {

struct CopiedPeople {
    std::size_t players = 0;
    std::size_t results = 0;
};

/// Copies players with their secrets and codes, results, boards of the day and puzzles; what `to` has already stays as
/// it is there. If it throws, it may be called again. \throws StoreFailure
CopiedPeople copy_people(Sql& players, Sql& results, Sql& to);

/// Copies what the operator of a server has decided, as copy_people.
void copy_operator(Sql& from, Sql& to);

} // namespace tefuda::server
