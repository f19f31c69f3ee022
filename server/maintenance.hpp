// What the server's program does besides serving: backup and verify.
#pragma once

#include "server/config.hpp"

#include <iosfwd>

namespace tefuda::server {

/// Copies the journal in `config.data` to `config.backup_to`, and says so.
/// \throws StoreFailure
void back_up(Config const& config, std::ostream& out);

/// Reads all of the journal in `config.data`, plays each match again from its record, and says what is damaged, a line
/// each. \returns whether all is good \throws StoreFailure if it can't be opened
bool verify(Config const& config, std::ostream& out);

} // namespace tefuda::server
