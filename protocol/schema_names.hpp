// Completes the schemas of the AsyncAPI document: names and descriptions for generators and readers.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace tefuda {

/// The type that a generator makes of a schema: `ClientCreate` of `client.create`.
std::string type_name(std::string_view schema_name);

/// Gives a title to each object, list of values and variant in the schema, so that no generated type is anonymous.
/// \param title the schema's own
void add_titles(nlohmann::ordered_json& schema, std::string const& title);

/// Gives a description to each field of an object: what it means in this place.
/// \param path the schema's name, for example `client.resume`
void add_descriptions(nlohmann::ordered_json& schema, std::string const& path);

/// Removes what forbids unknown fields: a later version of the server may send more.
void allow_unknown_fields(nlohmann::ordered_json& schema);

} // namespace tefuda
