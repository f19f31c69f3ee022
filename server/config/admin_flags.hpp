// The operator's commands, as CLI11 reads them: `tefuda-server admin COMMAND …`.
#pragma once

#include "server/config/config.hpp"

#include <string>

namespace CLI {
class App;
}

namespace tefuda::server {

/// Adds the command `admin` with all of its own. \param config must outlive the app
void describe_admin(CLI::App& app, Config& config);

/// The line that asks the server for it, as server/operate/admin_command.hpp has it.
std::string request_of(AdminCall const& call);

} // namespace tefuda::server
