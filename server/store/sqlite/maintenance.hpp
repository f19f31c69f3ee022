// What an operator does with a store beside the server: a copy of it, and a look at all that is in it.
#pragma once

#include "server/store/store.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>

namespace tefuda::server {

struct BackedUp {
    std::size_t rooms;
    std::size_t players;
};

/// Copies the store as it is at one moment and the tables beside it, also while a server uses them, and opens the copy
/// to see that it is whole.
/// \param to must be empty or not there; if this fails, what is in it is no backup
/// \returns how many are in the copy \throws StoreFailure
BackedUp back_up_sqlite_store(std::filesystem::path const& from, std::filesystem::path const& to);

/// Is told what is in a store.
struct StoreVisitor {
    std::function<void(StoredRoom const& room)> room; ///< a room that is not finished
    std::function<void(std::string const& code, StoredMatch match, bool ended)> match;
    std::function<void(std::string const& sentence)> damage;
};

/// Reads all of a store that no server uses, and of the tables beside it. \returns how many rooms it has \throws
/// StoreFailure if it can't be opened
std::size_t read_sqlite_store(std::filesystem::path const& directory, StoreVisitor const& visitor);

/// Whether a start could make or use this folder and its files: rights, missing files, formats. Opens none of them, so
/// that it changes nothing and meets no lock, also while a server runs. \throws StoreFailure, a sentence
void check_sqlite_store(std::filesystem::path const& directory);

} // namespace tefuda::server
