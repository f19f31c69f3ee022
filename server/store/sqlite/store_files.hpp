// The files of a store as a whole: whether they belong together, and copies of them.
#pragma once

#include <filesystem>
#include <string>

namespace tefuda::server {

class PendingFile;
class RoomsFile;
class Watermark;

struct StoreFiles {
    explicit StoreFiles(std::filesystem::path in)
        : directory(std::move(in)), pending(directory / "pending.sqlite"), rooms(directory / "rooms.sqlite"),
          people(directory / "people.sqlite"), operators(directory / "operator.sqlite"),
          watermark(directory / "watermark"), rescued(directory / "rescued") {}

    std::filesystem::path directory;
    std::filesystem::path pending;
    std::filesystem::path rooms;
    std::filesystem::path people;    ///< of people_format
    std::filesystem::path operators; ///< of operator_format
    std::filesystem::path watermark;
    /// Where a running server puts copies of files that were deleted.
    std::filesystem::path rescued;

    std::filesystem::path pending_wal() const { return pending.string() + "-wal"; }
    std::filesystem::path rooms_wal() const { return rooms.string() + "-wal"; }
};

/// \throws StoreFailure if it can't be known
bool has_content(std::filesystem::path const& file);

/// Refuses a directory in which a file is missing, or one from before the first release. \throws StoreFailure
void check_files(StoreFiles const& files);

/// Calls `check_files`; to be called before SQLite opens the files, because it creates missing ones. If one of the
/// folder's files has an older version, copies all of them into a subdirectory first. \throws StoreFailure
void check_before_open(StoreFiles const& files);

[[noreturn]] void fail_as_missing(StoreFiles const& files, std::filesystem::path const& file);

/// Whether the files belong together, and none is older than it was. \param files for the error's text
/// \throws StoreFailure if not
void check_match(StoreFiles const& files, PendingFile& pending, RoomsFile& rooms, Watermark const& watermark);

/// Copies the journal out of its open files because one of them was deleted or replaced; logs what came of it.
/// \returns why nothing can be stored any more, and what to do: a sentence or more
std::string rescue(StoreFiles const& files, std::filesystem::path const& lost, PendingFile& pending, RoomsFile& rooms);

} // namespace tefuda::server
