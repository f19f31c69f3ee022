// What a commit that failed may have left in SQLite's write-ahead log.
#pragma once

struct sqlite3;

namespace tefuda::server {

/// Removes from the WAL what follows the last committed frame, and syncs it. \pre nobody writes to the file
/// \returns whether nothing of it is left, also after a crash or a power cut; if not, that is not known
bool remove_wal_tail(sqlite3* connection);

} // namespace tefuda::server
