// The store of one server: two SQLite files in a directory. A commit adds one row to pending.sqlite; from time to time
// a background thread folds what is there into rooms.sqlite, with the number of the last batch that it has folded in
// the same transaction. So, whenever the process dies, each transaction is either folded or pending behind that number.
//
// Whatever happens to the files, a loss never goes unnoticed. Both have an id and check sums, and a third file knows
// how far they had come (Watermark): what is missing, older, cut or changed is refused when the store is opened, or the
// rooms that it belongs to are named. After the start a thread reads all that `recover` did not.
#pragma once

#include "server/store/store.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>

namespace tefuda::server {

/// Bytes of pending.sqlite's WAL, which grows by what is committed.
struct SqliteStoreLimits {
    /// From here on the background thread folds. The larger, the more of a match is written at once. The
    /// smaller, the sooner commits overwrite the WAL, which costs a third of what it costs to make the file longer, and
    /// the less is to be folded at a start after a crash.
    std::size_t fold_at = 16 * 1024 * 1024;
    /// From here on commits wait until the background thread has folded; if it can't, they fail.
    std::size_t max = 128 * 1024 * 1024;
};

/// Opens the files in the directory, or creates them. The directory is reserved for this process. The files are
/// readable by their owner alone: the seeds of running matches are in them. Files of an older version are migrated; a
/// copy of them stays in the directory. \throws StoreFailure if the directory is in use or can't be written to, or if a
/// file is damaged, missing, no journal or of a newer version
std::unique_ptr<Store> open_sqlite_store(std::filesystem::path const& directory, SqliteStoreLimits limits = {});

} // namespace tefuda::server
