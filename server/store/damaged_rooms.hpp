// Counts the rooms that can't be read.
#pragma once

#include <string>

namespace tefuda::server {

/// A room in the store can't be read: counts it in Metrics::journal_damaged, once. Thread-safe.
void note_damaged_room(std::string const& code);

} // namespace tefuda::server
