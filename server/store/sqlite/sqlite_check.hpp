// Whether a store could be opened, looked at from outside.
#pragma once

#include <filesystem>

namespace tefuda::server {

/// Whether a start could make or use this folder and its files: rights, missing files, formats. Opens none of them, so
/// that it changes nothing and meets no lock, also while a server runs. \throws StoreFailure, a sentence
void check_sqlite_store(std::filesystem::path const& directory);

} // namespace tefuda::server
