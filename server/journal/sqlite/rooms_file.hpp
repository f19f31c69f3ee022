// Rooms and matches by their names, as of the last fold.
#pragma once

#include "server/journal/sqlite/room_changes.hpp"
#include "server/journal/sqlite/sqlite_file.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tefuda::server {

/// For one thread at a time. All functions throw StoreFailure.
class RoomsFile {
public:
    /// Opens the file, or creates it. \param id for a new file
    RoomsFile(std::filesystem::path const& file, std::string const& id);

    /// The same as in the file of pending batches that it belongs to.
    std::string id();
    /// The number of the last batch that was folded.
    std::int64_t folded();

    /// Writes all changes and the number of the last batch that they come from, in one transaction.
    void fold(ChangesByRoom const& changes, std::int64_t last_batch);

    /// Reads as if a room's changes had been folded; writes nothing.
    void preview(std::string const& code, RoomChanges const& changes, std::function<void()> const& read);

    /// As Store::recover.
    Store::Recovered recover(std::function<void(StoredRoom)> const& each);
    /// \throws StoreFailure also if the room can't be read
    std::optional<StoredRoom> read_room(std::string const& code);
    /// \throws StoreFailure also if the match can't be read
    std::optional<StoredMatch> read_match(std::string const& room, int number);

    /// As Store::expire.
    std::vector<std::string> expire(std::int64_t seconds);

private:
    void fold_room(std::string const& code, RoomChanges const& changes);
    void fold_match(std::string const& code, MatchChanges const& changes);
    std::optional<StoredRoom> stored_room(std::string const& code, std::string const& state);

    SqliteFile file_;
};

} // namespace tefuda::server
