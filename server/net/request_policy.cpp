#include "server/net/request_policy.hpp"
#include "server/net/accept.hpp"

#include "server/metrics/limit_log.hpp"
#include "server/net/metrics_access.hpp"
#include "server/net/web_origin.hpp"

#include <boost/beast/core/string.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include <algorithm>
#include <string_view>

namespace tefuda::server {

namespace http = boost::beast::http;

namespace {

std::string_view preferred_language(std::string_view accept_language) {
    auto const english = wanted_language(accept_language, "en");
    auto const japanese = wanted_language(accept_language, "ja");
    if (english == 0 && japanese == 0) return {};
    return japanese > english ? "ja" : "en";
}

HttpAnswer refuse_method() {
    auto answer = refusal(405, "Only GET and HEAD are allowed.");
    answer.head.set(http::field::allow, "GET, HEAD");
    return answer;
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
            .is_operator = may_read_metrics(request),
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

std::optional<HttpAnswer> RequestPolicy::refuse_malformed(RequestHead const& request) {
    // RFC 3986: everything else is encoded. No store has to take such bytes for a text.
    auto const is_visible = [](char byte) { return byte > ' ' && byte < '\x7f'; };
    if (!std::ranges::all_of(request.target(), is_visible))
        return refusal(400, "The target of a request is written in ASCII.");
    auto const hosts = request.count(http::field::host);
    if (hosts > 1 || (hosts == 0 && request.version() == 11)) return refusal(400, "A request has one Host field.");
    if (!request.target().starts_with('/')) return refusal(400, "The target of a request begins with a slash.");
    auto const count = request.count(http::field::transfer_encoding);
    if (count == 0) return std::nullopt;
    // RFC 9112, sections 6.1 and 6.3: whoever passed it on may have read another end.
    auto const is_known = request.version() == 11 && count == 1 &&
                          boost::beast::iequals(trimmed(request[http::field::transfer_encoding]), "chunked");
    if (is_known) return std::nullopt;
    return refusal(400, "The only transfer coding here is chunked, of HTTP/1.1.");
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

HttpAnswer RequestPolicy::refuse_upgrade(RequestHead const& request, bool has_body, bool followed) const {
    if (request.method() != http::verb::get && request.method() != http::verb::head) return refuse_method();
    if (has_body) return refusal(400, "A request has no body here.");
    auto const wrong = check(request);
    if (wrong.reason) {
        std::string_view const origin = request[http::field::origin];
        count_refused(*wrong.reason,
                      *wrong.reason == RefusedFor::host ? host_named_by(request, options_.trust_forwarded) : origin);
        return refusal(wrong.status, wrong.message);
    }
    if (wrong.status != 101) {
        auto answer = refusal(wrong.status, wrong.message);
        answer.head.set(http::field::upgrade, "websocket");
        answer.head.set(http::field::sec_websocket_version, "13");
        return answer;
    }
    if (followed) return refusal(400, "Nothing may follow the handshake before its answer.");
    return refusal(503, "There are too many connections from this address.");
}

void RequestPolicy::report_forwarded(RequestHead const& request) const {
    auto const field = request.find("X-Forwarded-For");
    if (field == request.end()) return;
    if (!options_.trust_forwarded)
        count_forwarded_ignored(ForwardedIgnored::untrusted, {});
    else if (!forwarded_address(request))
        count_forwarded_ignored(ForwardedIgnored::unreadable, field->value());
}

bool RequestPolicy::may_read_metrics(RequestHead const& request) const {
    return server::may_read_metrics(options_.metrics, {peer_, is_forwarded(request), request[http::field::host],
                                                       request[http::field::authorization]});
}

} // namespace tefuda::server
