// The query of a target.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace tefuda::server {

/// The value of a parameter in a query; nothing if it is not there. Codes and ids are letters and digits: nothing in
/// them is encoded. It is read as HAProxy's `url_param` reads it, which sends a room's connections to its server: the
/// first one counts, and `;` and `?` end a parameter, too.
inline std::optional<std::string> parameter(std::string_view query, std::string_view name) {
    while (!query.empty()) {
        auto const part = query.substr(0, query.find_first_of("&;?"));
        query.remove_prefix(std::min(query.size(), part.size() + 1));
        auto const equals = part.find('=');
        if (part.substr(0, equals) == name && equals != std::string_view::npos)
            return std::string(part.substr(equals + 1));
    }
    return std::nullopt;
}

} // namespace tefuda::server
