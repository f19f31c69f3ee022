// What rooms.sqlite has, as of the last fold.
#pragma once

#include "server/store/sqlite/rooms_rows.hpp"
#include "server/store/sqlite/sqlite_file.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tefuda::server {

/// A connection that reads. For one thread at a time, except `interrupt`. All functions throw StoreFailure.
///
/// No damage goes unseen. Each row has a check sum of all its columns; a room's row has the sum of its matches' check
/// sums, and the journal's row the number of the rooms and the sum of theirs. So it is known which rooms are damaged,
/// and that none is missing or older than it should be. Texts and lists of actions have check sums of their own, which
/// are looked at when they are read.
class RoomsReader {
public:
    /// One more connection to an open file.
    explicit RoomsReader(std::filesystem::path const& file) : file_(file) {}

    RoomsHead head();

    /// As Store::recover. \throws StoreFailure also if rooms are missing
    Store::Recovered recover(std::function<void(StoredRoom)> const& each);
    /// \throws StoreFailure also if the room can't be read
    std::optional<StoredRoom> read_room(std::string const& code);
    /// \throws StoreFailure also if the match can't be read
    std::optional<StoredMatch> read_match(std::string const& room, int number);
    std::vector<int> ended_matches(std::string const& room, int from);

    std::vector<std::string> codes();
    /// Reads all of a room: every match, whether it is on or over. \returns false if there is no such room
    /// \param damaged is told of each match that can't be read, in a sentence
    /// \throws StoreFailure also if the room can't be read
    bool read_all(std::string const& code, std::function<void(StoredMatch, bool ended)> const& each,
                  std::function<void(std::string const& sentence)> const& damaged);
    /// As SqliteFile::damage.
    std::optional<std::string> check_structure() { return file_.damage(); }
    /// Ends what `check_structure` does on another thread.
    void interrupt();

protected:
    explicit RoomsReader(std::filesystem::path const& file, std::function<void(SqliteFile&)> const& fill)
        : file_(file, rooms_format, fill) {}

    SqliteFile& file() { return file_; }
    std::optional<RoomRow> room_row(std::string const& code);
    std::int64_t sum_of_matches(std::string const& code);

private:
    bool has_all_matches(std::string const& code, RoomRow const& row);
    /// \throws StoreFailure if the row, or its list of matches, is not what was stored
    void check_whole(std::string const& code, RoomRow const& row);
    StoredRoom stored_room(std::string const& code, RoomRow const& row);
    StoredMatch stored_match(SQLite::Statement& row, std::string const& code);
    [[noreturn]] void fail_as_damaged(std::string const& code, std::string const& part,
                                      std::string const& remedy) const;
    [[noreturn]] void fail_as_damaged(std::string const& code, std::string const& part) const;
    [[noreturn]] void fail_as_damaged(std::string const& code, std::int64_t match) const;

    SqliteFile file_;
    std::set<std::string> misnamed_; ///< rooms whose rows have codes that are damaged, as `recover` found them
};

} // namespace tefuda::server
