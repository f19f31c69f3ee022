// The address at which a room talks while it plays.
#pragma once

#include <cstddef>
#include <string_view>

namespace tefuda {

inline constexpr std::size_t max_call_link = 200;

/// Whether a room may show people this link: `https://HOST[:PORT]`, then nothing, or a path, a query or a fragment of
/// visible ASCII characters that no text around the link could mean otherwise. HOST has letters, digits, `-` and `.`,
/// with a dot inside, so that it is the host that people read: no name before an `@`, and no host of the local network.
bool is_call_link(std::string_view text);

} // namespace tefuda
