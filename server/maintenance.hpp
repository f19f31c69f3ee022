// What the server's program does besides serving: check, backup, verify, migrate and drop-match.
#pragma once

#include "server/config/config.hpp"

#include <iosfwd>

namespace tefuda::server {

/// Whether a start with this configuration would succeed, and says so; changes nothing, takes no port and no lock. What
/// shows only when all is read, such as a damaged room, is for `verify`. \throws std::exception with a sentence
void check_start(Config const& config, std::ostream& out);

/// Copies the journal in `config.data` to `config.backup_to`, and says so.
/// \throws StoreFailure
void back_up(Config const& config, std::ostream& out);

/// Reads all of the journal in `config.data`, plays each match again from its record, and says what is damaged, a line
/// each. \returns whether all is good \throws StoreFailure if it can't be opened
bool verify(Config const& config, std::ostream& out);

/// Brings the rooms in `config.data` into `config.database`, and says how many; a line for each that can't be read.
/// Rooms that the database has already are left as they are there. \returns whether all are there now \throws
/// StoreFailure
bool migrate(Config const& config, std::ostream& out);

/// Deletes the match `config.drop_match` of the room `config.drop_room`, and says so. If it is the newest one, the room
/// waits for another one. \throws StoreFailure also if there is no such match, or it is not damaged
void drop_match(Config const& config, std::ostream& out);

} // namespace tefuda::server
