// A request over HTTP while it is being answered.
#pragma once

#include "protocol/codec/decode.hpp"
#include "protocol/player.hpp"
#include "server/net/service.hpp"
#include "server/runtime/time.hpp"
#include "server/runtime/worker.hpp"

#include <boost/system/result.hpp>

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
    Moment now;  ///< when it came
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
    /// A body without a field is none. \returns it, or 400
    template <class Body>
    boost::system::result<Body, HttpReply> body() const {
        codec::Decoder decoder;
        auto body = decoder.read_text<Body>(request.body.empty() ? "{}" : request.body);
        if (!body) return failure(400, "Bad body: " + decoder.problem() + ".");
        return std::move(*body);
    }
    /// A parameter of the query.
    std::optional<std::string> query(std::string_view name) const { return server::parameter(request.query(), name); }
};
using CallPtr = std::shared_ptr<Call const>;

/// What a worker is given for where it can't do its work: replies 503.
inline std::function<void()> or_busy(Reply reply) {
    return [reply = std::move(reply)] { reply(busy()); };
}

/// Makes the reply on a worker.
inline void reply_by(TaskWorker& worker, CallPtr const& call, std::function<HttpReply()> make) {
    worker.post(call->address(), [call, make = std::move(make)] { call->reply(make()); }, or_busy(call->reply));
}

} // namespace tefuda::server
