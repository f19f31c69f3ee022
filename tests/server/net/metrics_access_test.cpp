#include "tests/support/catch.hpp"

#include "raw_client.hpp"
#include "server/net/request_policy.hpp"
#include "test_server.hpp"

using namespace tefuda::server;
using namespace tefuda::test;

namespace {

MetricsRules const near_or_token{MetricsAccess::near, {}, "secret"};

bool near_may(std::string const& address, bool forwarded = false, std::string const& host = "localhost:8080",
              std::string const& authorization = "") {
    return may_read_metrics(near_or_token, {boost::asio::ip::make_address(address), forwarded, host, authorization});
}

} // namespace

TEST_CASE("The metrics are for this machine alone, and not through a proxy that says so", "[net][http]") {
    for (auto const* address : {"127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"}) {
        CAPTURE(address);
        CHECK(near_may(address));
        CHECK_FALSE(near_may(address, true));
    }
    for (auto const* address : {"8.8.8.8", "10.0.0.1", "172.17.0.1", "192.168.1.1", "169.254.1.1", "fe80::1", "fd00::1",
                                "::ffff:10.1.2.3", "126.255.255.255", "2001:db8::1", "::"}) {
        CAPTURE(address);
        CHECK_FALSE(near_may(address));
    }
}

TEST_CASE("Named networks may read the metrics, by any name, but not through a proxy", "[net][http]") {
    MetricsRules const rules{MetricsAccess::nobody,
                             {*Network::parse("10.1.0.0/16"), *Network::parse("fd00::/8"), *Network::parse("8.8.8.8")},
                             ""};
    auto const may = [&](std::string const& address, bool forwarded = false) {
        return may_read_metrics(rules, {boost::asio::ip::make_address(address), forwarded, "cards.example", ""});
    };
    for (auto const* address : {"10.1.0.0", "10.1.255.255", "::ffff:10.1.2.3", "fd12::1", "8.8.8.8"}) {
        CAPTURE(address);
        CHECK(may(address));
        CHECK_FALSE(may(address, true));
    }
    for (auto const* address : {"10.0.255.255", "10.2.0.0", "127.0.0.1", "fe00::1", "8.8.8.9", "::a01:203"}) {
        CAPTURE(address);
        CHECK_FALSE(may(address));
    }
}

TEST_CASE("A network has a prefix, and no bits behind it", "[net][http]") {
    for (auto const* right : {"0.0.0.0/0", "10.0.0.0/8", "10.1.2.3", "10.1.2.3/32", "::/0", "2001:db8::/32", "::1/128"})
        CHECK(Network::parse(right));
    for (auto const* wrong : {"", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8x", "10.0.0.1/8",
                              "10.0.0", "::1/129", "2001:db8::/16", "localhost"}) {
        CAPTURE(wrong);
        CHECK_FALSE(Network::parse(wrong));
    }
}

TEST_CASE("Nobody and anybody are what they say, but for whoever has the token", "[net][http]") {
    auto const far = boost::asio::ip::make_address("8.8.8.8");
    auto const here = boost::asio::ip::make_address("127.0.0.1");
    MetricsRules const nobody{MetricsAccess::nobody, {}, "secret"};
    CHECK(may_read_metrics({MetricsAccess::anybody, {}, ""}, {far, true, "cards.example", ""}));
    CHECK_FALSE(may_read_metrics(nobody, {here, false, "localhost", ""}));
    CHECK(may_read_metrics(nobody, {far, true, "cards.example", "Bearer secret"}));
}

TEST_CASE("A page whose own name leads to this machine gets no metrics", "[net][http]") {
    for (auto const* host : {"localhost", "LOCALHOST:80", "127.0.0.1", "127.0.0.1:8080", "[::1]", "[::1]:8080"}) {
        CAPTURE(host);
        CHECK(near_may("127.0.0.1", false, host));
    }
    for (auto const* host : {"cards.example", "cards.example:8080", "8.8.8.8", "10.1.2.3:8080", "", "[",
                             "localhost.cards.example", "[2001:db8::1]"}) {
        CAPTURE(host);
        CHECK_FALSE(near_may("127.0.0.1", false, host));
    }
}

TEST_CASE("Whoever has the token gets the metrics from anywhere, and nobody else", "[net][http]") {
    CHECK(near_may("8.8.8.8", true, "cards.example", "Bearer secret"));
    CHECK(near_may("8.8.8.8", true, "cards.example", "bearer secret"));
    for (auto const* wrong : {"Bearer secreT", "Bearer secret2", "Bearer ", "Bearer", "Basic secret", "secret"}) {
        CAPTURE(wrong);
        CHECK_FALSE(near_may("8.8.8.8", true, "cards.example", wrong));
    }
    auto const far = boost::asio::ip::make_address("8.8.8.8");
    CHECK_FALSE(may_read_metrics({MetricsAccess::near, {}, ""}, {far, false, "cards.example", "Bearer "}));
}

TEST_CASE("Whoever asks through a proxy gets no metrics", "[net][http]") {
    TestServer server;
    auto const status = [&](std::string const& path, std::string const& fields) {
        RawClient client(server.port);
        client.send("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + fields + "\r\n");
        return client.read_response().status;
    };
    // The test's service has no such page, so 404 means that the request was allowed.
    CHECK(status("/metrics", "") == 404);
    CHECK(status("/metrics", "X-Forwarded-For: 10.0.0.1\r\n") == 403);
    CHECK(status("/metrics?x=1", "Forwarded: for=10.0.0.1\r\n") == 403);
    for (std::string const field : {"Via", "X-Real-IP", "X-Forwarded-Host", "x-forwarded-proto", "CF-Connecting-IP"}) {
        CAPTURE(field);
        CHECK(status("/metrics", field + ": 10.0.0.1\r\n") == 403);
    }
    CHECK(status("/hello", "X-Forwarded-For: 10.0.0.1\r\n") == 200);
}
