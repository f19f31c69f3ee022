// The operator's side of the socket: asks the running server, and prints its answer.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace tefuda::server {

/// \param sockets places of a server's socket, not empty: the first one at which a server listens is asked
/// \param request as server/operate/admin_command.hpp has it \param as_json prints the answer as it is
/// \returns the program's exit code: 0, 1 where the server refuses, 2 where there is none
int command_server(std::vector<std::filesystem::path> const& sockets, std::string_view request, bool as_json,
                   std::ostream& out, std::ostream& errors);

/// An answer as tables for people. No character in it moves the cursor or changes a colour.
std::string table_of(std::string const& answer);

} // namespace tefuda::server
