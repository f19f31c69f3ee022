#include "server/store/sqlite/maintenance.hpp"

#include "server/store/sqlite/crc.hpp"
#include "server/store/sqlite/pending_file.hpp"
#include "server/store/sqlite/remedy.hpp"
#include "server/store/sqlite/rooms_file.hpp"
#include "server/store/sqlite/sqlite_sql.hpp"
#include "server/store/sqlite/sqlite_store.hpp"
#include "server/store/sqlite/store_files.hpp"
#include "server/store/sqlite/watermark.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace tefuda::server {

namespace fs = std::filesystem;

namespace {

void make_empty_directory(fs::path const& directory) {
    std::error_code error;
    fs::create_directories(directory, error);
    if (error)
        throw StoreFailure("Can't make the directory " + directory.string() + " (" + error.message() +
                           "): choose another one.");
    if (!fs::is_empty(directory, error) || error)
        throw StoreFailure("There is something in " + directory.string() + " already: choose an empty directory.");
}

/// Two files as they were at one moment.
class Snapshot {
public:
    explicit Snapshot(StoreFiles const& files) : rooms_(files.rooms), pending_(files.pending) {
        // The order matters: what is folded into the rooms was committed before.
        rooms_.execute("BEGIN");
        folded_ = rooms_.number("SELECT folded FROM journal");
        pending_.execute("BEGIN");
        first_ = pending_.number("SELECT min(id) FROM batch");
    }

    /// False if batches were folded and deleted between the looks at the two files.
    bool is_whole() const { return first_ <= folded_ + 1; }

    void copy_to(fs::path const& directory) {
        for (auto* file : {&rooms_, &pending_}) file->copy_to(directory / file->name().filename());
    }

private:
    SqliteFile rooms_;
    SqliteFile pending_;
    std::int64_t folded_ = 0;
    std::int64_t first_ = 0;
};

void sync_directory(fs::path const& directory) {
    auto const opened = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    auto const synced = opened >= 0 && fsync(opened) == 0;
    auto const error = errno;
    if (opened >= 0) close(opened);
    if (!synced)
        throw StoreFailure("The directory " + directory.string() + " can't be made durable (" + std::strerror(error) +
                           "): choose another one.");
}

/// \throws StoreFailure if there is no journal, or a part of it is missing
StoreFiles files_of_journal(fs::path const& directory) {
    StoreFiles files(directory);
    check_files(files);
    if (!has_content(files.pending) || !has_content(files.rooms))
        throw StoreFailure("There is no journal in " + directory.string() + ": see --data.");
    return files;
}

/// Whether the copies belong together and have all that was stored. \throws StoreFailure, which names the originals
void check_copies(StoreFiles const& originals, StoreFiles const& copies) {
    check_before_open(copies);
    PendingFile pending(copies.pending);
    RoomsFile rooms(copies.rooms, "");
    check_match(originals, pending, rooms, Watermark(copies.watermark, pending.id()));
}

void check_results(fs::path const& file, std::function<void(std::string const& sentence)> const& damage) {
    SqliteFile(file).select("SELECT room, match, ended, text, crc FROM result", [&](SQLite::Statement& row) {
        auto const room = row.getColumn(0).getString();
        auto const match = row.getColumn(1).getInt64();
        RowCrc crc;
        crc.add(room).add(match).add(row.getColumn(2).getInt64()).add(row.getColumn(3).getString());
        if (row.getColumn(4).getInt64() == crc.value()) return;
        damage("The result of match " + std::to_string(match) + " of room " + room + " is damaged.");
    });
}

/// \returns what is wrong with a file; nothing if it is good, or not there
std::optional<std::string> damage_of(fs::path const& name, FileFormat const& format) {
    if (!has_content(name)) return std::nullopt;
    try {
        auto const found = SqliteFile(name, format, [](SqliteFile&) {}).damage();
        return found ? std::optional(name.string() + ": " + *found) : std::nullopt;
    } catch (StoreFailure const& problem) {
        return problem.what();
    }
}

void check_tables(StoreFiles const& files, std::function<void(std::string const& sentence)> const& damage) {
    if (auto const found = damage_of(files.people, people_format)) damage(*found);
    if (auto const found = damage_of(files.operators, operator_format)) damage(*found);
}

/// \returns how many players are in the copy
std::size_t copy_tables_to(StoreFiles const& from, StoreFiles const& to) {
    if (has_content(from.operators)) SqliteFile(from.operators).copy_to(to.operators);
    if (!has_content(from.people)) return 0;
    SqliteFile(from.people).copy_to(to.people);
    SqliteFile people(to.people, people_format, [](SqliteFile&) {});
    return static_cast<std::size_t>(people.number("SELECT count(*) FROM player"));
}

void check_access(fs::path const& path, int how, std::string const& what) {
    if (::access(path.c_str(), how) == 0) return;
    throw StoreFailure("This user may not " + what + " " + path.string() + " (" +
                       std::generic_category().message(errno) + ").");
}

/// That it is there, or can be made.
void check_folder(fs::path const& folder) {
    auto there = fs::absolute(folder);
    while (!fs::exists(there) && there.has_relative_path()) there = there.parent_path();
    if (!fs::is_directory(there)) throw StoreFailure(there.string() + " is no directory.");
    check_access(there, R_OK | W_OK | X_OK, "write into");
}

/// Of a file of SQLite's, from its first bytes: to open it would make files beside it.
struct SqliteHead {
    int application_id = 0;
    int version = 0;
};

SqliteHead head_of(fs::path const& file) {
    constexpr std::string_view begins("SQLite format 3\0", 16);
    std::array<char, 100> bytes{};
    std::ifstream(file, std::ios::binary).read(bytes.data(), bytes.size());
    if (!std::string_view(bytes.data(), bytes.size()).starts_with(begins))
        throw StoreFailure(file.string() + " is no file of SQLite's.");
    auto const number = [&](std::size_t at) {
        auto value = 0U;
        for (auto const byte : std::span(bytes).subspan(at, 4)) value = value << 8 | static_cast<unsigned char>(byte);
        return static_cast<int>(value);
    };
    return {number(68), number(60)};
}

void check_file(fs::path const& file, FileFormat const& format) {
    if (!has_content(file)) return;
    check_access(file, R_OK | W_OK, "write");
    auto const head = head_of(file);
    // All of it is in its log yet.
    if (head.application_id == 0 && head.version == 0) return;
    if (head.application_id != format.application_id)
        throw StoreFailure(file.string() + " is no file of this server's.");
    if (head.version > format.version())
        throw StoreFailure(file.string() + " was written by a newer server (version " + std::to_string(head.version) +
                           ", this one knows " + std::to_string(format.version()) + ").");
}

} // namespace

BackedUp back_up_sqlite_store(fs::path const& from, fs::path const& to) {
    auto const files = files_of_journal(from);
    StoreFiles const copies(to);
    make_empty_directory(to);
    // It is never ahead of the files, so a copy that is made before theirs is not, either.
    std::error_code error;
    if (has_content(files.watermark) && !fs::copy_file(files.watermark, copies.watermark, error))
        throw StoreFailure(files.watermark.string() + " can't be copied to " + to.string() +
                           why_and_remedy(error.value()));
    for (int tries = 10;; --tries) {
        Snapshot snapshot(files);
        if (!snapshot.is_whole()) {
            if (tries == 0) throw StoreFailure("The journal changes too fast to be copied: try again.");
            continue;
        }
        snapshot.copy_to(to);
        break;
    }
    check_copies(files, copies);
    auto const players = copy_tables_to(files, copies);
    std::vector<std::string> damage;
    auto const rooms = read_sqlite_store(to, {.room = [](StoredRoom const&) {},
                                              .match = [](std::string const&, StoredMatch const&, bool) {},
                                              .damage = [&](std::string const& what) { damage.push_back(what); }});
    sync_directory(to);
    if (!damage.empty())
        throw StoreFailure("The journal was copied to " + to.string() +
                           ", but not all of it is whole: keep your older backups. " + damage.front() +
                           (damage.size() == 1 ? "" : " (And " + std::to_string(damage.size() - 1) + " more.)"));
    return {rooms, players};
}

std::size_t read_sqlite_store(fs::path const& directory, StoreVisitor const& visitor) {
    auto const files = files_of_journal(directory);
    // Before the journal is opened, which writes it anew.
    if (has_content(files.watermark) && Watermark(files.watermark, PendingFile(files.pending).id()).is_damaged())
        visitor.damage(files.watermark.string() +
                       " can't be read: whether a file is cut or older is not known for sure.");
    // Opening it folds what is pending.
    auto const store = open_sqlite_store(directory);
    RoomsReader rooms(files.rooms);
    try {
        rooms.recover(visitor.room);
    } catch (StoreFailure const& problem) {
        visitor.damage(problem.what());
    }
    auto const codes = rooms.codes();
    for (auto const& code : codes) {
        try {
            rooms.read_all(
                code, [&](StoredMatch match, bool ended) { visitor.match(code, std::move(match), ended); },
                visitor.damage);
        } catch (StoreFailure const& problem) {
            visitor.damage(problem.what());
        }
    }
    check_results(files.rooms, visitor.damage);
    if (auto const damage = rooms.check_structure()) visitor.damage(files.rooms.string() + ": " + *damage);
    check_tables(files, visitor.damage);
    return codes.size();
}

void check_sqlite_store(fs::path const& folder) {
    check_folder(folder);
    StoreFiles const files(folder);
    check_files(files);
    check_file(files.pending, pending_format);
    check_file(files.rooms, rooms_format);
    check_file(folder / "people.sqlite", people_format);
    check_file(folder / "operator.sqlite", operator_format);
}

} // namespace tefuda::server
