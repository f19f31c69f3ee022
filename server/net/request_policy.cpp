#include "server/net/request_policy.hpp"

#include "server/metrics/limit_log.hpp"
#include "server/net/accept.hpp"
#include "server/net/web_origin.hpp"

#include <boost/beast/core/string.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <openssl/crypto.h>

#include <algorithm>

namespace tefuda::server {

namespace http = boost::beast::http;
namespace ip = boost::asio::ip;
namespace beast = boost::beast;

namespace {

Network::Address bytes_of(ip::address const& address) {
    auto const v6 = address.is_v6() ? address.to_v6() : ip::make_address_v6(ip::v4_mapped, address.to_v4());
    return v6.to_bytes();
}

bool is_loopback(ip::address const& address) {
    auto const is_mapped = address.is_v6() && address.to_v6().is_v4_mapped();
    return is_mapped ? ip::make_address_v4(ip::v4_mapped, address.to_v6()).is_loopback() : address.is_loopback();
}

/// Whether this host is localhost or a loopback address.
bool is_own_host(std::string_view host) {
    auto const read = read_host(host, 0);
    if (!read) return false;
    std::string_view const name = read->name;
    if (name == "localhost") return true;
    auto const bare = name.starts_with('[') ? name.substr(1, name.size() - 2) : name;
    boost::system::error_code error;
    auto const address = ip::make_address(std::string(bare), error);
    return !error && is_loopback(address);
}

bool has_token(std::string_view authorization, std::string_view token) {
    constexpr std::string_view scheme = "Bearer ";
    if (token.empty() || authorization.size() != scheme.size() + token.size() ||
        !beast::iequals(authorization.substr(0, scheme.size()), scheme))
        return false;
    // In a time that doesn't tell how much of it is right.
    return CRYPTO_memcmp(authorization.data() + scheme.size(), token.data(), token.size()) == 0;
}

std::string_view preferred_language(std::string_view accept_language) {
    auto const english = wanted_language(accept_language, "en");
    auto const japanese = wanted_language(accept_language, "ja");
    if (english == 0 && japanese == 0) return {};
    return japanese > english ? "ja" : "en";
}

HttpReply refuse_method() {
    auto reply = failure(405, "Only GET and HEAD are allowed.");
    reply.fields = {{"Allow", "GET, HEAD"}};
    return reply;
}

/// Whether a cookie of this name may hold a secret.
bool holds_secret(std::string_view name) {
    if (name.starts_with(HttpRequest::tls_prefix)) name.remove_prefix(HttpRequest::tls_prefix.size());
    return name.starts_with(HttpRequest::cookie_name);
}

std::vector<Cookie> cookies_of(RequestHead const& request) {
    std::vector<Cookie> cookies;
    auto const [begin, end] = request.equal_range(http::field::cookie);
    for (auto field = begin; field != end; ++field) {
        auto rest = field->value();
        while (!rest.empty()) {
            auto const part = rest.substr(0, rest.find(';'));
            rest.remove_prefix(std::min(rest.size(), part.size() + 1));
            auto const pair = trimmed(part);
            if (auto const equals = pair.find('='); equals != std::string_view::npos && holds_secret(pair))
                cookies.push_back({std::string(pair.substr(0, equals)), std::string(pair.substr(equals + 1))});
        }
    }
    return cookies;
}

/// RFC 6750, section 2.1.
std::optional<std::string> bearer_of(RequestHead const& request) {
    constexpr std::string_view scheme = "bearer ";
    auto const value = request[http::field::authorization];
    if (!boost::beast::iequals(value.substr(0, scheme.size()), scheme)) return std::nullopt;
    return std::string(trimmed(value.substr(scheme.size())));
}

} // namespace

bool may_read_metrics(MetricsRules const& rules, MetricsRequest const& request) {
    if (rules.access == MetricsAccess::anybody || has_token(request.authorization, rules.token)) return true;
    if (request.forwarded) return false;
    if (std::ranges::any_of(rules.from, [&](auto const& network) { return network.has(bytes_of(request.peer)); }))
        return true;
    return rules.access == MetricsAccess::near && is_loopback(request.peer) && is_own_host(request.host);
}

UpgradeCheck check_upgrade(RequestHead const& request) {
    if (!boost::beast::websocket::is_upgrade(request)) return {426, "This is a WebSocket: connect to it as one."};
    if (request[http::field::sec_websocket_version] != "13") return {426, "The WebSocket version must be 13."};
    auto const key = request[http::field::sec_websocket_key];
    constexpr auto base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (key.size() != 24 || key.find_first_not_of(base64) != 22 || !key.ends_with("=="))
        return {400, "Sec-WebSocket-Key must be 16 bytes in base64."};
    return {};
}

/// Empty where it is longer than what is kept for a connection.
std::string query_of(RequestHead const& request) {
    constexpr std::size_t max = 256;
    auto const target = request.target();
    auto const query = target.substr(std::min(target.size(), target.find('?')));
    return query.empty() || query.size() > max + 1 ? std::string() : std::string(query.substr(1));
}

HttpRequest RequestPolicy::read(RequestHead const& request) const {
    // No other origin, whatever --allowed-origins says.
    Origins const own{{}, options_.trust_forwarded, options_.tls.has_value()};
    return {.method = std::string(request.method_string()),
            .target = std::string(request.target()),
            .address = address_of(request),
            .content_type = std::string(request[http::field::content_type]),
            .language = preferred_language(request[http::field::accept_language]),
            .origin = std::string(request[http::field::origin]),
            .seen_at = origin_of(request),
            .body = {},
            .is_foreign = !own.allow(request),
            .by_tls = is_https(request, options_.tls.has_value(), options_.trust_forwarded),
            .is_operator = may_read_metrics(options_.metrics, {peer_, is_forwarded(request), request[http::field::host],
                                                               request[http::field::authorization]}),
            .bearer = bearer_of(request),
            .cookies = cookies_of(request)};
}

std::string RequestPolicy::address_of(RequestHead const& request) const {
    if (!options_.trust_forwarded) return counted_address(peer_);
    return counted_address(forwarded_address(request).value_or(peer_));
}

std::string RequestPolicy::origin_of(RequestHead const& request) const {
    auto const host = host_named_by(request, options_.trust_forwarded);
    if (options_.allowed_hosts.empty() || !is_allowed_host(options_.allowed_hosts, host)) return {};
    auto const scheme =
        is_https(request, options_.tls.has_value(), options_.trust_forwarded) ? WebScheme::https : WebScheme::http;
    auto const read = read_host(host, default_port(scheme));
    return read ? (scheme == WebScheme::https ? "https://" : "http://") + text_of(*read, scheme) : std::string();
}

void RequestPolicy::move_host_from_target(RequestHead& request) {
    auto const target = request.target();
    auto const scheme = target.substr(0, target.find("://") + 1);
    if (!boost::beast::iequals(scheme, "http:") && !boost::beast::iequals(scheme, "https:")) return;
    auto const rest = target.substr(scheme.size() + 2);
    auto const authority = rest.substr(0, rest.find_first_of("/?"));
    // With a name before the host it is no request of a client (RFC 9110, section 4.2.4).
    if (authority.empty() || authority.find('@') != std::string_view::npos) return;
    std::string const host(authority);
    auto path = std::string(rest.substr(authority.size()));
    if (!path.starts_with('/')) path.insert(0, 1, '/');
    request.target(path);
    // A request without this field, or with several, is refused still.
    if (request.count(http::field::host) == 1) request.set(http::field::host, host);
}

std::optional<HttpReply> RequestPolicy::refuse_malformed(RequestHead const& request) {
    // RFC 3986: everything else is encoded. No store has to take such bytes for a text.
    auto const is_visible = [](char byte) { return byte > ' ' && byte < '\x7f'; };
    if (!std::ranges::all_of(request.target(), is_visible))
        return failure(400, "The target of a request is written in ASCII.");
    auto const hosts = request.count(http::field::host);
    if (hosts > 1 || (hosts == 0 && request.version() == 11)) return failure(400, "A request has one Host field.");
    if (!request.target().starts_with('/')) return failure(400, "The target of a request begins with a slash.");
    auto const count = request.count(http::field::transfer_encoding);
    if (count == 0) return std::nullopt;
    // RFC 9112, sections 6.1 and 6.3: whoever passed it on may have read another end.
    auto const is_known = request.version() == 11 && count == 1 &&
                          boost::beast::iequals(trimmed(request[http::field::transfer_encoding]), "chunked");
    if (is_known) return std::nullopt;
    return failure(400, "The only transfer coding here is chunked, of HTTP/1.1.");
}

bool RequestPolicy::waits_for_status(RequestHead const& request) {
    return request.version() == 11 && boost::beast::iequals(trimmed(request[http::field::expect]), "100-continue");
}

UpgradeCheck RequestPolicy::check(RequestHead const& request) const {
    auto const wrong = check_upgrade(request);
    if (wrong.status != 101) return wrong;
    if (!is_allowed_host(options_.allowed_hosts, host_named_by(request, options_.trust_forwarded)))
        return {403, "This is not a name of this server.", RefusedFor::host};
    Origins const origins{options_.allowed_origins, options_.trust_forwarded, options_.tls.has_value()};
    if (!origins.allow(request)) return {403, "Pages of this origin may not connect.", RefusedFor::origin};
    return wrong;
}

HttpReply RequestPolicy::refuse_upgrade(RequestHead const& request, bool has_body, bool followed) const {
    if (request.method() != http::verb::get && request.method() != http::verb::head) return refuse_method();
    if (has_body) return failure(400, "A request has no body here.");
    auto const wrong = check(request);
    if (wrong.reason) {
        std::string_view const origin = request[http::field::origin];
        count_refused(*wrong.reason,
                      *wrong.reason == RefusedFor::host ? host_named_by(request, options_.trust_forwarded) : origin);
        return failure(wrong.status, wrong.message);
    }
    if (wrong.status != 101) {
        auto reply = failure(wrong.status, wrong.message);
        reply.fields = {{"Upgrade", "websocket"}, {"Sec-WebSocket-Version", "13"}};
        return reply;
    }
    if (followed) return failure(400, "Nothing may follow the handshake before its answer.");
    return failure(503, "There are too many connections from this address.");
}

void RequestPolicy::report_forwarded(RequestHead const& request) const {
    auto const field = request.find("X-Forwarded-For");
    if (field == request.end()) return;
    if (!options_.trust_forwarded)
        count_forwarded_ignored(ForwardedIgnored::untrusted, {});
    else if (!forwarded_address(request))
        count_forwarded_ignored(ForwardedIgnored::unreadable, field->value());
}

} // namespace tefuda::server
