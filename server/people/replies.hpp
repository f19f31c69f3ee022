// What requests for players, boards and puzzles are answered with.
#pragma once

#include "protocol/codec/decode.hpp"
#include "server/people/call.hpp"

#include <boost/system/result.hpp>

#include <functional>
#include <utility>

namespace tefuda::server {

/// What a worker is given for where it can't do its work.
inline std::function<void()> or_busy(Reply reply) {
    return [reply = std::move(reply)] { reply(busy()); };
}

/// A body without a field is none. \returns it, or 400
template <class Body>
boost::system::result<Body, HttpReply> body_of(HttpRequest const& request) {
    codec::Decoder decoder;
    auto body = decoder.read_text<Body>(request.body.empty() ? "{}" : request.body);
    if (!body) return failure(400, "Bad body: " + decoder.problem() + ".");
    return std::move(*body);
}

} // namespace tefuda::server
