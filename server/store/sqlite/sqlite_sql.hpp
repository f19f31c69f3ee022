// Tables of SQLite.
#pragma once

#include "server/store/sql.hpp"
#include "server/store/sqlite/sqlite_file.hpp"
#include "server/store/store.hpp"

#include <filesystem>
#include <functional>
#include <memory>

namespace tefuda::server {

/// Of the files beside the journal's: players, boards of the day and puzzles; what the operator has decided.
extern FileFormat const people_format, operator_format;

/// All tables beside the journal's, and those that are in its file, in memory: for as long as the process runs.
std::unique_ptr<Sql> open_memory_tables();

/// The players of one server, in `people.sqlite` of this directory. Makes the file where it is missing. \throws
/// StoreFailure also where it is damaged, or of a newer version
std::unique_ptr<Sql> open_sqlite_people(std::filesystem::path const& directory);

/// What the operator has decided, in `operator.sqlite` of this directory, as open_sqlite_people.
std::unique_ptr<Sql> open_sqlite_operator(std::filesystem::path const& directory);

/// One more connection to `rooms.sqlite`, which the store has open.
/// \param before is called before each use, so that the file has all that was committed
std::unique_ptr<Sql> open_sqlite_results(std::filesystem::path const& directory, std::function<void()> before);

/// Stores results, seats and attempts at boards in these tables (open_memory_tables), and forgets all else: no room is
/// ever there.
std::unique_ptr<Store> open_memory_store(std::shared_ptr<Sql> tables);

} // namespace tefuda::server
