// A request over HTTP while it is being answered.
#pragma once

#include "protocol/player.hpp"
#include "server/net/service.hpp"
#include "server/session/query.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tefuda::server {

using Reply = std::function<void(HttpReply)>;

/// Who asks.
struct Asker {
    std::optional<Player> player;
    std::string secret; ///< its hash
    /// The cookie that the secret came with; nothing where it came otherwise.
    std::optional<Cookie> cookie;
};

/// What a route's handler gets.
struct Call {
    HttpRequest request;
    Reply reply; ///< to be called once, on any thread
    Asker asker{};
    /// The parameters of the path, by the names that the route's pattern has for them.
    std::vector<std::pair<std::string_view, std::string>> path{};

    std::string const& address() const { return request.address; }
    /// \pre the pattern has it
    std::string const& parameter(std::string_view name) const {
        auto it = path.begin();
        while (it->first != name) ++it;
        return it->second;
    }
    /// A parameter of the query.
    std::optional<std::string> query(std::string_view name) const { return server::parameter(request.query(), name); }
};
using CallPtr = std::shared_ptr<Call const>;

} // namespace tefuda::server
