#include "tests/support/catch.hpp"

#include "raw_client.hpp"
#include "test_server.hpp"

using namespace tefuda::test;

TEST_CASE("The handshake is that of RFC 6455", "[net][websocket]") {
    TestServer server;
    RawClient client(server.port);
    auto const answer = client.open_websocket();
    CHECK(answer.status == 101);
    CHECK(answer.fields.at("sec-websocket-accept") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    CHECK(answer.fields.count("sec-websocket-extensions") == 0);
    client.send_text("hello");
    CHECK(client.read_text() == "hello");
}

TEST_CASE("A handshake may have a query, another order and other letters", "[net][websocket]") {
    TestServer server;
    RawClient client(server.port);
    client.send("GET /ws?name=x HTTP/1.1\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nCONNECTION: keep-alive, "
                "upgrade\r\nsec-websocket-version:13\r\nupgrade: WebSocket\r\nhost: test\r\n"
                "Sec-WebSocket-Extensions: permessage-deflate\r\nOrigin: http://test\r\n\r\n");
    auto const answer = client.read_response();
    CHECK(answer.status == 101);
    CHECK(answer.fields.count("sec-websocket-extensions") == 0);
}

TEST_CASE("A handshake after other requests on the same connection", "[net][websocket]") {
    TestServer server;
    RawClient client(server.port);
    CHECK(client.get("/hello").status == 200);
    CHECK(client.open_websocket().status == 101);
}

TEST_CASE("A broken handshake is refused with a message", "[net][websocket]") {
    TestServer server;
    std::string const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    std::string const upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\n";
    std::string const version = "Sec-WebSocket-Version: 13\r\n";
    auto const [fields, status] = GENERATE_COPY(table<std::string, int>({
        {"", 426},
        {"Connection: Upgrade\r\n" + version + key, 426},
        {"Upgrade: websocket\r\n" + version + key, 426},
        {"Upgrade: h2c\r\nConnection: Upgrade\r\n" + version + key, 426},
        {upgrade + key, 426},
        {upgrade + "Sec-WebSocket-Version: 8\r\n" + key, 426},
        {upgrade + version, 400},
        {upgrade + version + "Sec-WebSocket-Key: short\r\n", 400},
        {upgrade + version + "Sec-WebSocket-Key: " + std::string(500, 'x') + "\r\n", 400},
        {upgrade + version + "Sec-WebSocket-Key: !!!!!!!!!!!!!!!!!!!!!!==\r\n", 400},
    }));
    RawClient client(server.port);
    auto const answer = client.get("/ws", fields);
    CHECK(answer.status == status);
    CHECK(answer.fields.at("sec-websocket-version") == "13");
    CHECK(answer.body.starts_with(R"({"message":")"));
    CHECK(client.get("/hello").status == 200);
}

TEST_CASE("A handshake is a GET of HTTP/1.1, with nothing behind it", "[net][websocket]") {
    TestServer server;
    std::string const fields = " HTTP/1.1\r\nHost: test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                               "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    auto const status = [&](std::string const& bytes) {
        RawClient client(server.port);
        client.send(bytes);
        return client.read_response(bytes.starts_with("HEAD")).status;
    };
    CHECK(status("HEAD /ws" + fields + "\r\n") == 426);
    CHECK(status("POST /ws" + fields + "\r\n") == 405);
    CHECK(status("GET /ws" + fields + "Content-Length: 1\r\n\r\nx") == 400);
    CHECK(status("GET /ws" + fields + "\r\n" + frame_bytes(Opcode::text, "early")) == 400);
    CHECK(status("GET /elsewhere" + fields + "\r\n") == 404);
    CHECK(server.service.events().empty());
}
