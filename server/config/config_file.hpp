// A file with the server's configuration: a flag and its value in each line.
#pragma once

#include <cstddef>
#include <istream>
#include <string>
#include <variant>
#include <vector>

namespace tefuda::server {

/// A line `name = value` of the file.
struct ConfigEntry {
    std::string name; ///< of a flag, without its dashes
    std::string value;
    std::size_t line = 0; ///< counted from 1
};

/// What is wrong with a file.
struct ConfigFileError {
    std::size_t line = 0; ///< counted from 1
    std::string message;
};

/// Reads all lines `name = value`. Empty lines are left out, and so is what follows a `#` at the beginning of a line or
/// behind white space. A name that stands twice is an error.
std::variant<std::vector<ConfigEntry>, ConfigFileError> read_config_file(std::istream& file);

} // namespace tefuda::server
