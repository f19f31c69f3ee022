#include "server/people/secret_cookies.hpp"

#include "server/people/new_secrets.hpp"

#include <algorithm>

namespace tefuda::server {

namespace {

void add(HttpReply& reply, HttpRequest const& request, std::string_view name, std::string_view value, int seconds) {
    auto field = std::string(name).append("=").append(value);
    field += "; Path=/; HttpOnly; SameSite=Lax; Max-Age=" + std::to_string(seconds);
    // Browsers refuse the prefix without it.
    if (request.by_tls) field += "; Secure";
    reply.fields.emplace_back("Set-Cookie", std::move(field));
}

} // namespace

std::vector<std::string> const& SecretCookies::names() {
    if (names_.empty()) names_ = players_.cookies(new_cookie());
    return names_;
}

std::string SecretCookies::name(HttpRequest const& request) {
    auto name = std::string(request.by_tls ? HttpRequest::tls_prefix : "");
    return name.append(HttpRequest::cookie_name).append("-").append(names().front());
}

std::vector<Cookie> SecretCookies::of(HttpRequest const& request) {
    std::vector<Cookie> found;
    auto const find = [&](std::string const& name) {
        auto const it = std::ranges::find(request.cookies, name, &Cookie::name);
        if (it != request.cookies.end()) found.push_back(*it);
    };
    if (request.cookies.empty()) return found;
    auto const find_all = [&](std::string const& name) {
        for (auto const& each : names()) find(name + "-" + each);
        find(name);
    };
    std::string const plain(HttpRequest::cookie_name);
    if (request.by_tls) find_all(std::string(HttpRequest::tls_prefix) + plain);
    find_all(plain);
    return found;
}

void SecretCookies::set(HttpReply& reply, HttpRequest const& request, std::string const& secret) {
    constexpr auto days = 400;
    add(reply, request, name(request), secret, days * 86'400);
}

void SecretCookies::replace(HttpReply& reply, HttpRequest const& request, Cookie const& older) {
    auto const has = [&](std::string const& start) {
        return std::ranges::any_of(reply.fields, [&](auto const& field) {
            return field.first == "Set-Cookie" && field.second.starts_with(start);
        });
    };
    if (!has("")) set(reply, request, older.value);
    if (!has(older.name + "=")) end(reply, request, older.name);
}

void SecretCookies::end(HttpReply& reply, HttpRequest const& request, std::string_view name) {
    add(reply, request, name, {}, 0);
}

} // namespace tefuda::server
