// The format gzip (RFC 1952), for short texts that are made for a request.
#pragma once

#include <string>
#include <string_view>

namespace tefuda::server {

/// \param text at most some ten thousand bytes: it is done at once, on the thread that asks
std::string gzip(std::string_view text);

} // namespace tefuda::server
