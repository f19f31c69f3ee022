// What a client accepts: the fields Accept-Encoding and Accept-Language (RFC 9110, section 12.5).
#pragma once

#include "server/net/web_origin.hpp"

#include <string_view>

namespace tefuda::server {

/// Calls `each` with every comma-separated element.
template <class Each>
void for_each_list_element(std::string_view list, Each each) {
    while (!list.empty()) {
        auto const comma = list.find(',');
        each(trimmed(list.substr(0, comma)));
        list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
    }
}

/// How much a client wants a content coding, from 0 to 1; 0 where it does not accept it.
double wanted_coding(std::string_view accept_encoding, std::string_view coding);

/// How much a client wants a language, from 0 to 1. Counts only where it is named: `ja`, or a form of it such as
/// `ja-JP`. \param language lower case
double wanted_language(std::string_view accept_language, std::string_view language);

} // namespace tefuda::server
