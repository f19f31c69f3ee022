// The store in a file of SQLite's, for one server.
#pragma once

#include "server/journal/store.hpp"

#include <filesystem>
#include <memory>

namespace tefuda::server {

/// The version of the file's tables that this server writes.
inline constexpr int journal_schema = 1;

/// Opens `journal.sqlite` in the directory, or makes it; nobody else may have the directory open. The file is readable
/// by its owner alone: the seeds of running matches are in it.
/// \throws StoreFailure a sentence that says what is wrong and what to do: the directory is in use, can't be written
/// to, the file is damaged, is no journal, or was written by a newer server
std::unique_ptr<Store> open_sqlite_store(std::filesystem::path const& directory);

} // namespace tefuda::server
