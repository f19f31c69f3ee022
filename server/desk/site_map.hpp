// What search engines are told: which pages are there to be found.
#pragma once

#include "server/desk/parts.hpp"

namespace tefuda::server {

/// `/robots.txt`: rooms and replays are for those who have got the link.
void answer_robots(Parts const& at, CallPtr const& call);

/// `/sitemap.xml`: the start page, the games' rules and the newest open boards. Its addresses are whole ones, so there
/// is none where the server does not know its names (HttpRequest::seen_at).
void answer_site_map(Parts const& at, CallPtr const& call);

} // namespace tefuda::server
