// Whether a seat that had such templates may have acted so.
#pragma once

#include <string_view>

namespace tefuda::server {

/// Whether one of the templates allows the action, apart from `beats`: type, fields and cards are as it says.
/// \param legal a list of templates, JSON text, as a match gives it
/// \param action JSON text of an object, from a client
bool fits(std::string_view legal, std::string_view action);

} // namespace tefuda::server
