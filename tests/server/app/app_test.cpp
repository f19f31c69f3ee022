#include "server/app.hpp"

#include "tests/server/support/fake_executor.hpp"
#include "tests/server/support/say.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <string>
#include <vector>

using namespace tefuda::server;
using tefuda::server::test::say;

namespace {

/// Runs everything at once; nothing is ever due.
class OwnThread final : public Executor {
public:
    void post(Task task) override { task(); }
    bool here() const override { return true; }
    TimePoint now() const override { return Clock::now(); }
    std::unique_ptr<Timer> schedule(TimePoint, Task) override { return std::make_unique<Timer>(); }
};

struct NotedClient final : ClientConnection {
    std::vector<std::string> got;
    std::optional<unsigned short> closed_with;
    std::string from = "192.0.2.1";

    void send(std::string_view text) override { got.emplace_back(text); }
    void close(unsigned short code, std::string_view) override { closed_with = code; }
    std::string const& address() const override { return from; }
};

unsigned status_of(Service& app, std::string_view target) {
    unsigned status = 0;
    app.get(target, "192.0.2.1", [&](HttpReply reply) { status = reply.status; });
    return status;
}

} // namespace

TEST_CASE("The server is ready once it has recovered, until it stops") {
    OwnThread thread;
    auto const app = make_app(Config{}, {&thread});
    CHECK(status_of(*app, "/healthz") == 200);
    CHECK(status_of(*app, "/readyz") == 503);
    CHECK(status_of(*app, "/api/games") == 503);
    CHECK(status_of(*app, "/api/rooms/ABCDEFGH") == 503);
    CHECK(status_of(*app, "/metrics") == 200);
    auto const early = std::make_shared<NotedClient>();
    CHECK(app->opened(early) == nullptr);
    CHECK(early->got.empty());
    CHECK(early->closed_with == 1013);

    app->recover();
    CHECK(status_of(*app, "/readyz") == 200);
    CHECK(status_of(*app, "/api/games") == 200);
    CHECK(status_of(*app, "/api/rooms/ABCDEFGH") == 404);
    auto const client = std::make_shared<NotedClient>();
    say(*app->opened(client), R"({"type":"ping"})");
    CHECK(client->got.size() == 2);

    bool stopped = false;
    app->stopping([&] { stopped = true; });
    CHECK(stopped);
    CHECK(status_of(*app, "/readyz") == 503);
    CHECK(status_of(*app, "/healthz") == 200);
    CHECK(client->got.back() == R"({"type":"closing"})");
}

TEST_CASE("Messages that come together are answered one after the other, whatever is wrong with one of them") {
    OwnThread thread;
    auto const app = make_app(Config{}, {&thread});
    app->recover();
    auto const client = std::make_shared<NotedClient>();
    auto& server = *app->opened(client);
    constexpr std::array<std::string_view, 4> texts{R"({"type":"ping","id":1})", "{", R"({"type":"list","id":2,"x":0})",
                                                    R"({"type":"ping","id":3})"};
    server.received(texts, thread.now());
    std::vector<std::string> heard;
    for (auto const& text : client->got) {
        auto const message = nlohmann::json::parse(text);
        heard.push_back(message["type"].get<std::string>() + message.value("re", nlohmann::json()).dump());
    }
    CHECK(heard == std::vector<std::string>{"welcomenull", "pong1", "errornull", "error2", "pong3"});
}

TEST_CASE("A list shows what one has been told before it") {
    test::FakeExecutor thread;
    auto const app = make_app(Config{}, {&thread});
    app->recover();
    auto const client = std::make_shared<NotedClient>();
    auto& server = *app->opened(client);
    auto const last = [&] { return nlohmann::json::parse(client->got.back()); };
    constexpr std::array<std::string_view, 2> make{R"({"type":"create","game":"selfish","public":true})",
                                                   R"({"type":"list"})"};
    server.received(make, thread.now());
    thread.run();
    REQUIRE(last()["rooms"].size() == 1);

    auto const join = R"({"type":"join","name":"Aki","room":)" + last()["rooms"][0]["room"].dump() + "}";
    std::array<std::string_view, 2> const take{join, R"({"type":"list"})"};
    server.received(take, thread.now());
    thread.run();
    CHECK(last()["rooms"][0]["seats"][0]["name"] == "Aki");
}

TEST_CASE("A server that ends lets go of its clients, whatever they wait for") {
    std::weak_ptr<NotedClient> gone;
    {
        test::FakeExecutor thread;
        auto const app = make_app(Config{}, {&thread});
        app->recover();
        auto const client = std::make_shared<NotedClient>();
        gone = client;
        auto& server = *app->opened(client);
        say(server, R"({"type":"create","game":"selfish"})");
        thread.run();
        std::string const room = nlohmann::json::parse(client->got.back())["room"];
        // The room's thread does not come to answer this, and all else waits for that.
        say(server, R"({"type":"join","name":"Aki","room":")" + room + "\"}");
        for (auto const* waits : {R"({"type":"ping"})", R"({"type":"list"})", R"({"type":"create","game":"selfish"})",
                                  R"({"type":"start","room":"NONE"})"})
            say(server, waits);
        say(server, R"({"type":"start","room":")" + room + "\"}");
        server.closed();
        CHECK(client->got.size() == 2);
    }
    CHECK(gone.expired());
}
