// The cookies that hold secrets. Browsers send a host's cookies to all servers on it, whatever their ports: so each
// store has a name of its own for them.
#pragma once

#include "server/net/service.hpp"
#include "server/people/player_table.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tefuda::server {

/// For one thread at a time; blocks. A cookie that holds no secret of this store is another server's, and left alone.
class SecretCookies {
public:
    explicit SecretCookies(PlayerTable& players) : players_(players) {}

    /// What this client's cookie is called. \throws StoreFailure
    std::string name(HttpRequest const& request);
    /// Those of a request that may hold a secret of this store: the one that is set, then those of older names and,
    /// over TLS, those that were set without it. \throws StoreFailure
    std::vector<Cookie> of(HttpRequest const& request);
    /// Sets the cookie, for 400 days. \throws StoreFailure
    void set(HttpReply& reply, HttpRequest const& request, std::string const& secret);
    /// Ends a cookie of an older name, and sets one in its place, unless the reply sets or ends one already. \pre its
    /// secret is valid \throws StoreFailure
    void replace(HttpReply& reply, HttpRequest const& request, Cookie const& older);
    static void end(HttpReply& reply, HttpRequest const& request, std::string_view name);

private:
    std::vector<std::string> const& names();

    PlayerTable& players_;
    /// As they are stored, the one in use first; empty: not read yet.
    std::vector<std::string> names_;
};

} // namespace tefuda::server
