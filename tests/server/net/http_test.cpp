#include "tests/support/catch.hpp"
#include "tests/support/repeated.hpp"

#include "raw_client.hpp"
#include "server/metrics/metrics.hpp"
#include "test_server.hpp"

#include <filesystem>
#include <fstream>

#include <unistd.h>

using namespace tefuda::test;
using namespace std::string_literals;
using std::chrono::milliseconds;
using tefuda::server::TransportOptions;

namespace {

/// Each error that the server sends has a JSON body with a message.
void check_is_refusal(HttpResponse const& response, int status) {
    CHECK(response.status == status);
    CHECK(response.fields.at("content-type") == "application/json");
    CHECK(response.body.starts_with(R"({"message":")"));
    CHECK(response.body.ends_with("\"}"));
}

} // namespace

TEST_CASE("The service answers what is no file", "[net][http]") {
    TestServer server;
    RawClient client(server.port);
    auto const response = client.get("/hello?a=1");
    CHECK(response.status == 200);
    CHECK(response.body == R"({"target":"/hello?a=1"})");
    CHECK(response.fields.at("content-type") == "application/json");
    CHECK(response.fields.at("x-content-type-options") == "nosniff");
    CHECK(response.fields.count("date") == 1);
}

TEST_CASE("A reply may come from any thread", "[net][http]") {
    TestServer server;
    CHECK(RawClient(server.port).get("/later").body == R"({"target":"/later"})");
}

TEST_CASE("A page that is not there is 404, with a message", "[net][http]") {
    TestServer server;
    check_is_refusal(RawClient(server.port).get("/nothing"), 404);
    check_is_refusal(RawClient(server.port).get("/../../etc/passwd"), 404);
}

TEST_CASE("A service that fails or forgets to reply is 500", "[net][http]") {
    TestServer server;
    RawClient client(server.port);
    check_is_refusal(client.get("/fail"), 500);
    check_is_refusal(client.get("/never"), 500);
    CHECK(client.get("/hello").status == 200);
}

TEST_CASE("The page has its own fields", "[net][http]") {
    TestServer server;
    auto const page = RawClient(server.port).get("/");
    CHECK(page.status == 200);
    CHECK(page.body.find("<h1>Tefuda") != std::string::npos);
    CHECK(page.fields.at("content-security-policy").starts_with("default-src 'self'"));
    CHECK(page.fields.at("referrer-policy") == "no-referrer");
    CHECK(page.fields.at("x-content-type-options") == "nosniff");
    CHECK(page.fields.at("cache-control") == "no-cache");
}

TEST_CASE("A page that has not changed is 304 without a body", "[net][http]") {
    TestServer server;
    RawClient client(server.port);
    auto const etag = client.get("/").fields.at("etag");
    auto const again = client.get("/", "If-None-Match: " + etag + "\r\n");
    CHECK(again.status == 304);
    CHECK(again.fields.at("etag") == etag);
    CHECK(again.fields.count("content-length") == 0);
    CHECK(client.get("/hello").status == 200);
}

TEST_CASE("HEAD is answered as GET, without the body", "[net][http]") {
    TestServer server;
    RawClient client(server.port);
    for (auto const* target : {"/", "/hello", "/nothing"}) {
        auto got = client.get(target);
        auto head = client.get(target, "", "HEAD");
        CHECK(head.status == got.status);
        CHECK(head.body.empty());
        got.fields.erase("date");
        head.fields.erase("date");
        CHECK(head.fields == got.fields);
    }
}

TEST_CASE("What the service refuses by its head is not read", "[net][http]") {
    TestServer server;
    RawClient client(server.port);
    client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 100000\r\n\r\n" + std::string(50000, 'x'));
    check_is_refusal(client.read_response(), 405);
    client.send(std::string(50000, 'x'));
    CHECK(client.ends());
}

TEST_CASE("A connection serves many requests, also sent ahead", "[net][http]") {
    TestServer server;
    RawClient client(server.port);
    client.send("GET /hello1 HTTP/1.1\r\nHost: test\r\n\r\nGET /hello2 HTTP/1.1\r\nHost: test\r\n\r\n");
    CHECK(client.read_response().body == R"({"target":"/hello1"})");
    CHECK(client.read_response().body == R"({"target":"/hello2"})");
    auto const last = client.get("/hello3", "Connection: close\r\n");
    CHECK(last.fields.at("connection") == "close");
    CHECK(client.ends());
}

TEST_CASE("HTTP/1.0 is answered and closed", "[net][http]") {
    TestServer server;
    RawClient client(server.port);
    client.send("GET /hello HTTP/1.0\r\n\r\n");
    CHECK(client.read_response().status == 200);
    CHECK(client.ends());
}

TEST_CASE("A long body is sent in chunks while it is made, and another request may follow", "[net][http]") {
    TestServer server;
    RawClient client(server.port);
    auto const response = client.get("/long");
    CHECK(response.status == 200);
    CHECK(response.fields.count("content-length") == 0);
    REQUIRE(response.body.size() == 1'000'000);
    for (std::size_t i = 0; i < response.body.size(); i += 1000)
        REQUIRE(response.body[i] == static_cast<char>('a' + i / 1000 % 26));
    CHECK(client.get("/hello").status == 200);
    CHECK(client.get("/long", "", "HEAD").body.empty());
    CHECK(client.get("/hello").status == 200);
}

TEST_CASE("With HTTP/1.0 a long body ends with the connection", "[net][http]") {
    TestServer server;
    RawClient client(server.port);
    client.send("GET /long HTTP/1.0\r\n\r\n");
    auto const response = client.read_response();
    CHECK(response.fields.count("transfer-encoding") == 0);
    CHECK(response.fields.at("connection") == "close");
    CHECK(client.ends());
}

TEST_CASE("Long bodies that nobody reads are closed at the address's limit, the one that waits longest first",
          "[net][http]") {
    // Each holds 1000 bytes and a piece of 1000.
    TransportOptions options;
    options.unsent_bytes_an_address = 2 * 2000;
    TestServer server(options);
    std::vector<std::unique_ptr<RawClient>> deaf;
    auto const request = [] {
        std::string requests;
        for (int i = 0; i < 50; ++i) requests += "GET /long HTTP/1.1\r\nHost: a\r\n\r\n";
        return requests;
    }();
    for (int i = 0; i < 3; ++i) {
        // Buffers of the system take some megabytes: fifty bodies are more.
        deaf.push_back(std::make_unique<RawClient>(server.port, 4096));
        deaf.back()->send(request);
    }
    auto const closed = [&] {
        return tefuda::server::metrics().limits_hit[tefuda::server::Limit::unsent_bytes].value();
    };
    for (int waited = 0; closed() == 0 && waited < 6000; ++waited) std::this_thread::sleep_for(milliseconds(10));
    CHECK(closed() > 0);
    CHECK(RawClient(server.port).get("/hello").status == 200);
}

TEST_CASE("What is no request is refused and closed", "[net][http]") {
    TestServer server;
    auto const [request, status] = GENERATE(table<std::string, int>({
        {"hello\r\n\r\n", 400},
        {"GET / HTTP/2.0\r\nHost: test\r\n\r\n", 400},
        {"GET /\x01 HTTP/1.1\r\nHost: test\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost : test\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: test\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: test\r\nContent-Length: x\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: te\0st\r\n\r\n"s, 400},
        {"GET / HTTP/1.1\r\nHost: test\r\nX: a\rb\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: test\r\n: x\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: test\r\nContent-Length: -1\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: test\r\nContent-Length: 99999999999999999999\r\n\r\n", 400},
        {"\x16\x03\x01\0\xc8\x01\0\0\xc4\x03\x03"s, 400},
        {"GET / HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nhello", 400},
        {"GET / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: xchunked\r\n\r\n", 400},
        {"GET /api/me HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: gzip\r\n\r\n", 400},
        {"GET /api/daily HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: identity\r\n\r\n", 400},
        {"POST /api/puzzles/x HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked, gzip\r\n\r\n", 400},
        {"POST /api/me HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 400},
        {"POST /api/me HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: "
         "chunked\r\n\r\n0\r\n\r\n",
         400},
        {"POST /api/me HTTP/1.0\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
        {"GET /api/players/\xff HTTP/1.1\r\nHost: test\r\n\r\n", 400},
        {"GET /api/me/games?after=\xc3\xa4 HTTP/1.1\r\nHost: test\r\n\r\n", 400},
        {"GET /api/rooms?game=\x7f HTTP/1.1\r\nHost: test\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: test\r\nX: " + std::string(9000, 'x') + "\r\n\r\n", 431},
        {"GET /" + std::string(20000, 'x'), 431},
        {"GET / HTTP/1.1\r\nHost: test\r\n" + repeated("X: x\r\n", 2000), 431},
    }));
    RawClient client(server.port);
    client.send(request);
    check_is_refusal(client.read_response(), status);
    CHECK(client.ends());
}

TEST_CASE("A request without a Host or with a strange target is refused", "[net][http]") {
    TestServer server;
    for (auto const* request :
         {"GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
          "GET * HTTP/1.1\r\nHost: test\r\n\r\n", "GET hello HTTP/1.1\r\nHost: test\r\n\r\n",
          "GET http://a@test/ HTTP/1.1\r\nHost: test\r\n\r\n", "GET ftp://test/ HTTP/1.1\r\nHost: test\r\n\r\n"}) {
        RawClient client(server.port);
        client.send(request);
        check_is_refusal(client.read_response(), 400);
    }
}

TEST_CASE("A target may name the host", "[net][http]") {
    TestServer server;
    for (auto const* target : {"http://test:80/hello", "HTTP://test/hello", "https://[::1]/hello"}) {
        RawClient client(server.port);
        client.send("GET " + std::string(target) + " HTTP/1.1\r\nHost: other\r\n\r\n");
        auto const answer = client.read_response();
        CHECK(answer.status == 200);
        CHECK(answer.body == R"({"target":"/hello"})");
    }
    RawClient root(server.port);
    root.send("GET http://test?x HTTP/1.1\r\nHost: test\r\n\r\n");
    CHECK(root.read_response().status == 200);
    // The host is the target's.
    TransportOptions options;
    options.allowed_hosts = {"right"};
    TestServer named(options);
    for (std::string const host : {"right", "wrong"}) {
        RawClient client(named.port);
        client.send("GET http://" + host + "/ws HTTP/1.1\r\nHost: " + (host == "right" ? "wrong" : "right") +
                    "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
        CHECK(client.read_response(true).status == (host == "right" ? 101 : 403));
    }
}

TEST_CASE("Who waits for a status before the body is told to go on, or gets the answer", "[net][http]") {
    TestServer server;
    RawClient client(server.port);
    client.send("POST /body HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
    CHECK(client.read_response(true).status == 100);
    client.send("{}");
    CHECK(client.read_response().status == 200);
    // It goes on.
    client.send("POST /body HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: 9000\r\n\r\n");
    CHECK(client.read_response().status == 404);
    CHECK(client.ends());
    RawClient other(server.port);
    other.send("POST /hello HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
    CHECK(other.read_response().status == 405);
}

TEST_CASE("A request that does not come in time is given up", "[net][http]") {
    TransportOptions options;
    options.request = milliseconds(50);
    TestServer server(options);
    RawClient nothing(server.port);
    CHECK(nothing.ends());
    RawClient half(server.port);
    half.send("GET / HTTP/1.1\r\nHost:");
    CHECK(half.ends());
}

TEST_CASE("A listener says where nobody can listen", "[net][http]") {
    TestServer server;
    tefuda::server::EventLoops loops(1);
    EchoService service;
    tefuda::server::Transport second(loops, service, {}, {});
    auto const complaint = [&](std::string const& address, std::uint16_t port) -> std::string {
        try {
            return "listens at " + std::to_string(second.listen(address, port));
        } catch (std::runtime_error const& problem) {
            return problem.what();
        }
    };
    CHECK(complaint("127.0.0.1", server.port) ==
          "Can't listen at 127.0.0.1, port " + std::to_string(server.port) + ": Address already in use.");
    CHECK(complaint("192.0.2.1", 1).starts_with("Can't listen at 192.0.2.1, port 1: "));
}

TEST_CASE("Who has to wait is told for how many whole seconds", "[net][http]") {
    TestServer server;
    auto const response = RawClient(server.port).get("/wait");
    CHECK(response.status == 429);
    CHECK(response.fields.at("retry-after") == "2");
}

TEST_CASE("The preview of a link has an address only of the server's own names", "[net][http]") {
    auto const folder = std::filesystem::temp_directory_path() / ("tefuda-preview-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "index.html") << "<html><head><title>Tefuda</title></head><body></body></html>";
    auto const preview = [&](std::vector<std::string> names, std::string const& host) {
        TransportOptions options;
        options.allowed_hosts = std::move(names);
        TestServer server(options, tefuda::server::WebFiles(folder));
        RawClient client(server.port);
        client.send("GET /preview HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
        return client.read_response().body;
    };
    CHECK(preview({"cards.example"}, "cards.example:8080").find("http://cards.example:8080/preview") !=
          std::string::npos);
    for (auto const& names : {std::vector<std::string>{}, {"cards.example"}}) {
        auto const page = preview(names, "evil.example");
        CHECK(page.find("a description") != std::string::npos);
        CHECK(page.find("evil") == std::string::npos);
        CHECK(page.find("og:url") == std::string::npos);
    }
    std::filesystem::remove_all(folder);
}

TEST_CASE("A page may connect to its own origin alone", "[net][http]") {
    TestServer server;
    auto const policy = RawClient(server.port).get("/").fields["content-security-policy"];
    CHECK(policy.find("connect-src 'self';") != std::string::npos);
}
