// Values of flags that do not stand on the command line: those of the environment, and of a file.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace tefuda::server {

/// Kubernetes gives every container variables of its services: `TEFUDA_PORT=tcp://10.0.0.1:8080` of one that is called
/// "tefuda". Removes those that look like the server's own.
void remove_variables_of_kubernetes(CLI::App const& app);

/// CLI11 2.4 ignores a variable whose value its option refuses. This reads such variables again, so that they are
/// errors. \throws CLI::ParseError
void refuse_wrong_variables(CLI::App& app);

/// The server's variables are not the only ones that begin with TEFUDA_: one that is nearly the name of one of them is
/// a mistake that would go unseen. \returns an error message, or an empty text
std::string misspelt_variable(CLI::App const& app);

/// Takes the values of a file (--config) for options that neither a flag nor a variable sets.
/// \throws CLI::ParseError with the file's name and the line
void apply_config_file(CLI::App& app, std::string const& path);

/// A file for --config that names every flag with its default, in comments.
std::string config_template(CLI::App& app);

} // namespace tefuda::server
