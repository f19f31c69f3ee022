// Answers and bodies of requests that clients may be known by.
#pragma once

#include "protocol/codec/decode.hpp"
#include "server/net/service.hpp"
#include "server/session/http_replies.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace tefuda::server {

inline HttpReply busy() {
    return failure(503, "The server can't do this now: try again later.");
}

inline bool is_json(std::string_view content_type) {
    return content_type.substr(0, content_type.find_first_of("; ")) == "application/json";
}

/// A body without a field is none. \returns it, or 413 or 400
template <class Body>
std::variant<Body, HttpReply> body_of(PersonalRequest const& request) {
    if (request.has_long_body) return failure(413, "A body has at most 4 KiB here.");
    codec::Decoder decoder;
    auto body = decoder.read_text<Body>(request.body.empty() ? "{}" : request.body);
    if (!body) return failure(400, "Bad body: " + decoder.problem() + ".");
    return std::move(*body);
}

} // namespace tefuda::server
