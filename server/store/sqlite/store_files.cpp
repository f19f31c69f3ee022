#include "server/store/sqlite/store_files.hpp"

#include "server/store/sqlite/pending_file.hpp"
#include "server/store/sqlite/remedy.hpp"
#include "server/store/sqlite/rooms_file.hpp"
#include "server/store/sqlite/sqlite_sql.hpp"
#include "server/store/sqlite/watermark.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>

namespace tefuda::server {

namespace fs = std::filesystem;

namespace {

/// Copies all files as they are, so that the way back to an older server is open: these files in the place of those
/// that are there then.
void keep_copy(StoreFiles const& files, int version) {
    auto const base = files.directory / ("version-" + std::to_string(version));
    auto copy = base;
    for (int next = 2; fs::exists(copy); ++next) copy = base.string() + "-" + std::to_string(next);
    // Under another name until it is whole.
    auto const unfinished = fs::path(copy.string() + ".unfinished");
    fs::remove_all(unfinished);
    fs::create_directory(unfinished);
    for (auto const& file : {files.rooms, files.pending, files.people, files.operators})
        if (has_content(file)) SqliteFile(file).copy_to(unfinished / file.filename());
    if (has_content(files.watermark)) fs::copy_file(files.watermark, unfinished / files.watermark.filename());
    fs::rename(unfinished, copy);
    spdlog::info("Files in {} are of an older version: a copy of all of them is in {}", files.directory.string(),
                 copy.string());
}

/// What is missing is known, but may be lost for ever.
std::string how_to_accept(StoreFiles const& files) {
    return " To go on without what is missing, delete " + files.watermark.string() + ".";
}

} // namespace

bool has_content(fs::path const& file) {
    std::error_code error;
    auto const size = fs::file_size(file, error);
    if (error && error != std::errc::no_such_file_or_directory)
        throw StoreFailure("The journal " + file.string() + " can't be opened" + why_and_remedy(error.value()));
    return !error && size > 0;
}

void fail_as_missing(StoreFiles const& files, fs::path const& file) {
    auto const rescued = files.rescued / file.filename();
    throw StoreFailure("The journal " + file.string() + " is missing or empty, but other files of it are there." +
                       (has_content(rescued) ? " The server has put a copy into " + files.rescued.string() +
                                                   ": move all of its files to " + files.directory.string() +
                                                   ", and what is left of the old ones away."
                                             : how_to_repair(files.directory)));
}

void check_files(StoreFiles const& files) {
    for (auto const* name : {"journal.sqlite", "journal-1.log", "journal-2.log"})
        if (fs::exists(files.directory / name))
            throw StoreFailure("The journal " + (files.directory / name).string() +
                               " was written before the first release, and this server can't read it: move all files "
                               "of " +
                               files.directory.string() + " away, or choose another --data.");
    auto const has_pending = has_content(files.pending), has_rooms = has_content(files.rooms);
    for (auto const& other :
         {files.rooms, files.pending_wal(), files.rooms_wal(), files.watermark, files.rescued / "pending.sqlite"})
        if (!has_pending && has_content(other)) fail_as_missing(files, files.pending);
    // Nothing is in either WAL before both files and the watermark were made.
    for (auto const& other : {files.rooms_wal(), files.watermark})
        if (!has_rooms && has_content(other)) fail_as_missing(files, files.rooms);
}

void check_before_open(StoreFiles const& files) {
    check_files(files);
    if (!has_content(files.pending) || !has_content(files.rooms)) return;
    auto const version_of = [](fs::path const& file, FileFormat const& format) {
        return has_content(file) ? SqliteFile::version_of(file, format.application_id) : 0;
    };
    auto const is_old = [&](fs::path const& file, FileFormat const& format) {
        auto const version = version_of(file, format);
        return version > 0 && version < format.version();
    };
    if (is_old(files.pending, pending_format) || is_old(files.rooms, rooms_format) ||
        is_old(files.people, people_format) || is_old(files.operators, operator_format))
        keep_copy(files, std::min(version_of(files.pending, pending_format), version_of(files.rooms, rooms_format)));
}

void check_match(StoreFiles const& files, PendingFile& pending, RoomsFile& rooms, Watermark const& watermark) {
    auto const name = [](fs::path const& file) { return "The journal " + file.string(); };
    auto const head = rooms.head();
    if (pending.id() != head.id)
        throw StoreFailure("The journal's files " + files.pending.string() + " and " + files.rooms.string() +
                           " don't belong together." + how_to_repair(files.directory));
    if (watermark.is_foreign())
        throw StoreFailure("The journal's files " + files.pending.string() + " and " + files.watermark.string() +
                           " don't belong together." + how_to_repair(files.directory));
    if (pending.last() < head.folded)
        throw StoreFailure(name(files.pending) + " is older than rooms.sqlite." + how_to_repair(files.directory));
    if (pending.first() > head.folded + 1)
        throw StoreFailure(name(files.rooms) + " is older than pending.sqlite." + how_to_repair(files.directory));
    auto const is_missing = !watermark.batch() && pending.last() > 0;
    if (watermark.is_damaged() || is_missing)
        spdlog::warn("{} is {}, and is written anew: if the journal's other files were cut, it is not seen now",
                     files.watermark.string(), watermark.is_damaged() ? "damaged" : "missing");
    if (watermark.batch() > pending.last())
        throw StoreFailure(name(files.pending) +
                           " or its WAL is cut, damaged or older than it was: it ends with batch " +
                           std::to_string(pending.last()) + ", and batch " + std::to_string(*watermark.batch()) +
                           " was stored." + how_to_repair(files.directory) + how_to_accept(files));
    if (watermark.write() > head.writes)
        throw StoreFailure(name(files.rooms) + " or its WAL is cut, damaged or older than it was: it ends with write " +
                           std::to_string(head.writes) + ", and write " + std::to_string(*watermark.write()) +
                           " was done." + how_to_repair(files.directory) + how_to_accept(files));
}

std::string rescue(StoreFiles const& files, fs::path const& lost, PendingFile& pending, RoomsFile& rooms) {
    auto const reason = "The journal " + lost.string() + " was deleted or replaced while the server runs.";
    try {
        fs::create_directories(files.rescued);
        pending.copy_to(files.rescued / "pending.sqlite");
        rooms.copy_to(files.rescued / "rooms.sqlite");
    } catch (std::exception const& problem) {
        spdlog::critical("{} It can't be copied either: {}", reason, problem.what());
        return reason + " Nothing more is stored: make room beside it, and restart the server.";
    }
    auto const text = reason + " Nothing more is stored; all that was stored is in " + files.rescued.string() +
                      ": stop the server, move what is left of the old files away, put those in their place, and start "
                      "it again.";
    spdlog::critical("{}", text);
    return text;
}

} // namespace tefuda::server
