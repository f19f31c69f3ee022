// Where settings stand: the command line, the environment, and a file (--config). CLI11 reads the first two.
#pragma once

#include "server/config/config.hpp"

#include <string>

namespace CLI {
class App;
}

namespace tefuda::server {

/// Adds the flags of all settings, with their variables.
void describe_settings(CLI::App& app);

/// Kubernetes gives every container variables of its services: `TEFUDA_PORT=tcp://10.0.0.1:8080` of one that is called
/// "tefuda". Removes those that look like the server's own.
void remove_variables_of_kubernetes();

/// Sets what flags, variables and the file say; a flag wins over a variable, a variable over the file.
/// \param file a path; empty: none \throws CLI::ParseError, for the file with its name and the line
void read_settings(CLI::App& app, std::string const& file, Config& config);

/// The server's variables are not the only ones that begin with TEFUDA_: one that is nearly the name of one of them is
/// a mistake that would go unseen. \returns an error message, or an empty text
std::string misspelt_variable();

/// A file for --config that names every setting with its default, in comments.
std::string config_template();

} // namespace tefuda::server
