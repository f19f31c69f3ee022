// Hosts, origins and forwarded addresses, however they are written.
#include "server/net/peer.hpp"
#include "server/net/web_origin.hpp"
#include "tests/support/catch.hpp"

using namespace tefuda::server;

namespace {

RequestHead request_with(std::initializer_list<std::pair<char const*, char const*>> fields) {
    RequestHead request;
    for (auto const& [name, value] : fields) request.insert(name, value);
    return request;
}

std::string forwarded(char const* field) {
    auto const address = forwarded_address(request_with({{"X-Forwarded-For", field}}));
    return address ? address->to_string() : "unreadable";
}

} // namespace

TEST_CASE("A host is the same in another case, with a final dot, with its scheme's port", "[net]") {
    WebHost const cards{"cards.example", 443};
    for (auto const* text : {"cards.example", "Cards.Example", "cards.example.", "CARDS.EXAMPLE.:443",
                             "cards.example:", " cards.example:443 "}) {
        CAPTURE(text);
        CHECK(read_host(text, 443) == cards);
    }
    CHECK(read_host("[2001:DB8:0::7]:8080", 80) == WebHost{"[2001:db8::7]", 8080});
    CHECK(read_host("192.0.2.1:8080", 80) == WebHost{"192.0.2.1", 8080});
    CHECK(read_host("cards.example:80", 443) != cards);
    for (auto const* text : {"", ".", ":80", "cards.example:port", "cards.example:99999", "a b", "a\"b", "a/b", "[::1",
                             "[::1]x", "[cards]", "a:1:2"}) {
        CAPTURE(text);
        CHECK_FALSE(read_host(text, 80));
    }
}

TEST_CASE("The server's own page is known however host and origin are written", "[net]") {
    Origins const by_http, by_tls{{}, false, true}, behind_proxy{{}, true, false};
    auto const allows = [](Origins const& origins, char const* host, char const* origin) {
        return origins.allow(request_with({{"Host", host}, {"Origin", origin}}));
    };
    CHECK(allows(by_http, "cards.example:80", "http://cards.example"));
    CHECK(allows(by_http, "cards.example", "http://cards.example:80"));
    CHECK(allows(by_http, "Cards.Example.", "http://cards.example"));
    CHECK(allows(by_http, "cards.example:443", "https://cards.example"));
    CHECK_FALSE(allows(by_http, "cards.example", "x://cards.example"));
    CHECK_FALSE(allows(by_http, "cards.example", "http://cards.example:8080"));
    CHECK_FALSE(allows(by_http, "cards.example", "null"));
    CHECK(allows(by_tls, "cards.example:443", "https://cards.example"));
    CHECK_FALSE(allows(by_tls, "cards.example", "http://cards.example"));
    for (auto const* proto : {"https", "HTTPS", "https, https", "http, https"}) {
        CAPTURE(proto);
        auto const from = [&](char const* origin) {
            return behind_proxy.allow(request_with({{"Host", "inside:8080"},
                                                    {"X-Forwarded-Host", "Cards.example:443"},
                                                    {"X-Forwarded-Proto", proto},
                                                    {"Origin", origin}}));
        };
        CHECK(from("https://cards.example"));
        CHECK_FALSE(from("http://cards.example"));
    }
    Origins const others{{"https://Other.example:443"}, false, false};
    CHECK(allows(others, "cards.example", "https://other.example"));
    CHECK_FALSE(allows(others, "cards.example", "http://other.example"));
}

TEST_CASE("Names of the server are compared without port, case and final dot", "[net]") {
    std::vector<std::string> const allowed{"cards.example", "[2001:db8::7]"};
    for (auto const* host : {"cards.example", "CARDS.example.:8080", "[2001:DB8:0:0::7]:443"}) {
        CAPTURE(host);
        CHECK(is_allowed_host(allowed, host));
    }
    for (auto const* host : {"evil.example", "cards.example.evil", "", "cards.example:x"}) {
        CAPTURE(host);
        CHECK_FALSE(is_allowed_host(allowed, host));
    }
}

TEST_CASE("A forwarded address is read with its port and its brackets", "[net]") {
    CHECK(forwarded("203.0.113.7") == "203.0.113.7");
    CHECK(forwarded("203.0.113.7:51234") == "203.0.113.7");
    CHECK(forwarded("2001:db8::7") == "2001:db8::7");
    CHECK(forwarded("[2001:db8::7]") == "2001:db8::7");
    CHECK(forwarded("[2001:db8::7]:51234") == "2001:db8::7");
    CHECK(forwarded("198.51.100.1, 203.0.113.7:51234") == "203.0.113.7");
    for (auto const* field : {"", "unknown", "_hidden", "203.0.113.7:x", "[203.0.113.7]", "203.0.113.7:51234:1"}) {
        CAPTURE(field);
        CHECK(forwarded(field) == "unreadable");
    }
}
