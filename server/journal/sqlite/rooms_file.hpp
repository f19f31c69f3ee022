// Rooms and matches by their names, as of the last fold.
#pragma once

#include "server/journal/sqlite/room_changes.hpp"
#include "server/journal/sqlite/rooms_rows.hpp"
#include "server/journal/sqlite/sqlite_file.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tefuda::server {

/// For one thread at a time. All functions throw StoreFailure.
///
/// No damage goes unseen. Each row has a check sum of all its columns; a room's row has the sum of its matches' check
/// sums, and the journal's row the number of the rooms and the sum of theirs. So it is known which rooms are damaged,
/// and that none is missing or older than it should be. Texts and lists of actions have check sums of their own, which
/// are looked at when they are read.
class RoomsFile {
public:
    /// Opens the file, or creates it.
    /// \param id for a new file; empty: there is one already
    /// \param now seconds since 1970
    RoomsFile(std::filesystem::path const& file, std::string const& id, std::int64_t now);
    /// One more connection to an open file, for reading.
    explicit RoomsFile(std::filesystem::path const& file) : file_(file) {}
    RoomsFile(RoomsFile const&) = delete;
    RoomsFile& operator=(RoomsFile const&) = delete;

    RoomsHead head();
    /// As SqliteFile::merge_wal_at_close.
    void merge_wal_at_close() { file_.merge_wal_at_close(); }

    /// Writes all changes and the number of the last batch that they come from, in one transaction.
    /// \param now seconds since 1970
    void fold(ChangesByRoom const& changes, std::int64_t last_batch, std::int64_t now);

    /// Reads as if a room's changes had been folded; writes nothing.
    void preview(std::string const& code, RoomChanges const& changes, std::int64_t now,
                 std::function<void()> const& read);

    /// As Store::recover. \throws StoreFailure also if rooms are missing
    Store::Recovered recover(std::function<void(StoredRoom)> const& each);
    /// \throws StoreFailure also if the room can't be read
    std::optional<StoredRoom> read_room(std::string const& code);
    /// \throws StoreFailure also if the match can't be read
    std::optional<StoredMatch> read_match(std::string const& room, int number);

    std::vector<std::string> codes();
    /// Reads all of a room: every match, whether it is on or over. \returns false if there is no such room
    /// \throws StoreFailure also if the room or a match can't be read
    bool read_all(std::string const& code, std::function<void(StoredMatch, bool ended)> const& each);
    /// \returns what is wrong with the file's structure; nothing if it is good
    std::optional<std::string> check_structure();

    /// As Store::expire. \param now seconds since 1970
    std::vector<std::string> expire(std::int64_t seconds, std::int64_t now);

    bool wal_is_long() const { return wal_pages_ >= 1000; }
    /// Copies the WAL into the file, as far as nobody reads it.
    void checkpoint();
    /// Writes a copy of all that is committed, also if the file was deleted meanwhile.
    void copy_to(std::filesystem::path const& file) { file_.copy_to(file); }

    /// Ends what `check_structure` does on another thread.
    void interrupt();

    /// The number of the newest write.
    std::int64_t last_write() const { return last_write_; }

    /// Size of the pages in use, in bytes. Free pages do not count: SQLite uses them again before the file grows.
    std::uint64_t used_bytes();
    /// As Store::trim, until no more bytes than these are used.
    Store::Trimmed trim(std::uint64_t bytes, std::int64_t from);

private:
    std::optional<RoomRow> room_row(std::string const& code);
    std::int64_t sum_of_matches(std::string const& code);
    StoredRoom stored_room(std::string const& code, RoomRow const& row);
    StoredMatch stored_match(SQLite::Statement& row, std::string const& code);
    [[noreturn]] void fail_as_damaged(std::string const& code, std::string const& part) const;

    template <class Work>
    void write(Work const& work);
    void write_row(std::string const& code, RoomRow& row, RoomsHead& head);
    void fold_room(std::string const& code, RoomChanges const& changes, RoomsHead& head, std::int64_t now);
    void fold_match(std::string const& code, MatchChanges const& changes, RoomRow& room, std::int64_t now);

    static int note_wal_pages(void* self, sqlite3*, char const*, int pages);

    SqliteFile file_;
    std::int64_t last_write_ = 0;
    int wal_pages_ = 0;
};

} // namespace tefuda::server
