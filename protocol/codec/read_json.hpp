// JSON text as clients send it, strictly. Heavy to compile: for .cpp files.
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string_view>

namespace tefuda::codec {

/// Reads a text; nothing where it is no JSON or an object in it has a field twice. A number that is larger than a
/// double can be is read as the largest one, so that whoever knows the range can say what is wrong with it.
std::optional<nlohmann::json> read_json(std::string_view text);

} // namespace tefuda::codec
