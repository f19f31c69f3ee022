// The store in a directory, for one server: logs that each commit is written to, and a database of SQLite's that takes
// in what is in them from time to time.
#pragma once

#include "server/journal/store.hpp"

#include <filesystem>
#include <memory>

namespace tefuda::server {

/// The version of the directory's files that this server reads and writes.
inline constexpr int journal_schema = 5;

/// Opens `journal.sqlite` and two logs in the directory, or makes them; nobody else may have the directory open.
/// The files are readable by their owner alone: the seeds of running matches are in them.
/// \throws StoreFailure a sentence that says what is wrong and what to do: the directory is in use, can't be written
/// to, a file is damaged, is no journal, or was written by another version of the server
std::unique_ptr<Store> open_sqlite_store(std::filesystem::path const& directory);

} // namespace tefuda::server
