// The files beside the journal's: their tables, and what leads there from older versions.
#pragma once

#include "server/store/sqlite/sqlite_file.hpp"

namespace tefuda::server {

/// Players, boards of the day, puzzles.
extern FileFormat const people_format;
/// What the operator has decided.
extern FileFormat const operator_format;
/// All of these, and what else is in the journal's file.
extern FileFormat const memory_format;

} // namespace tefuda::server
