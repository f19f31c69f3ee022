// The answers of /api/me, and the bodies that it takes.
#pragma once

#include "protocol/codec/decode.hpp"
#include "server/net/service.hpp"
#include "server/session/http_replies.hpp"

#include <string>
#include <utility>
#include <variant>

namespace tefuda::server {

/// Sets the cookie, for 400 days; an empty secret clears it.
inline void set_cookie(HttpReply& reply, PersonalRequest const& request, std::string const& secret) {
    constexpr auto days = 400;
    auto value = std::string(request.cookie_name()) + "=" + secret +
                 "; Path=/; HttpOnly; SameSite=Lax; Max-Age=" + std::to_string(secret.empty() ? 0 : days * 86'400);
    if (request.by_tls) value += "; Secure";
    reply.fields.emplace_back("Set-Cookie", std::move(value));
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
