// What changes rooms.sqlite. Every transaction keeps the check sums true.
#pragma once

#include "server/store/sqlite/room_changes.hpp"
#include "server/store/sqlite/rooms_reader.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace tefuda::server {

/// Rooms and matches by their names. For one thread at a time. All functions throw StoreFailure.
class RoomsFile : public RoomsReader {
public:
    /// Opens the file, or creates it.
    /// \param id for a new file; empty: there is one already
    RoomsFile(std::filesystem::path const& name, std::string const& id);
    ~RoomsFile();

    /// As SqliteFile::merge_wal_at_close.
    void merge_wal_at_close() { file().merge_wal_at_close(); }

    /// Writes all changes in one transaction.
    /// \param last_batch number of the last batch that they come from; nothing: they come again
    void fold(ChangesByRoom const& changes, std::optional<std::int64_t> last_batch);

    /// Reads as if a room's changes had been folded; writes nothing.
    void preview(std::string const& code, RoomChanges const& changes, std::function<void()> const& read);

    /// As Store::expire. \param now seconds since 1970
    std::vector<std::string> expire(std::int64_t seconds, std::int64_t now);

    bool wal_is_long() const { return wal_pages_ >= 1000; }
    /// Copies the WAL into the file, as far as nobody reads it.
    void checkpoint();
    /// As WalCopy. Nothing more may be written then: nothing would be copied.
    void fail_if_sync_failed() { wal_copy_.fail_if_failed(file().name()); }
    /// As SqliteFile::empty_wal.
    void empty_wal() { file().empty_wal(wal_copy_); }
    /// Writes a copy of all that is committed, also if the file was deleted meanwhile.
    void copy_to(std::filesystem::path const& copy) { file().copy_to(copy); }

    /// The number of the newest write.
    std::int64_t last_write() const { return last_write_; }

    /// Size of the pages in use, in bytes. Free pages do not count: SQLite uses them again before the file grows.
    std::uint64_t used_bytes();
    /// As Store::trim, until no more bytes than these are used.
    Store::Trimmed trim(std::uint64_t bytes, std::int64_t from);

private:
    template <class Work>
    void write(Work const& work);
    void write_row(std::string const& code, RoomRow& row, RoomsHead& head);
    void fold_room(std::string const& code, RoomChanges const& changes, RoomsHead& head);
    void fold_results(std::string const& code, RoomChanges const& changes);
    void fold_players(std::string const& code, RoomPlayers const& players);
    void fold_board(std::string const& code, RoomChanges const& changes);
    void remove_match(std::string const& code, int number, RoomRow& room);
    void fold_match(std::string const& code, MatchChanges const& changes, RoomRow& room);

    static int note_wal_pages(void* self, sqlite3*, char const*, int pages);

    WalCopy wal_copy_;
    std::int64_t last_write_ = 0;
    int wal_pages_ = 0;
};

} // namespace tefuda::server
