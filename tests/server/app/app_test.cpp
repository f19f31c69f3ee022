#include "server/app.hpp"
#include "server/app_stores.hpp"
#include "server/people/player_table.hpp"
#include "tests/server/support/get.hpp"

#include "tests/server/support/fake_executor.hpp"
#include "tests/server/support/inline_executor.hpp"
#include "tests/server/support/say.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <string>
#include <vector>

using namespace tefuda::server;
using tefuda::server::test::say;

namespace {

struct NotedClient final : ClientConnection {
    explicit NotedClient(Executor& thread = test::InlineExecutor::shared()) : lives_on(thread) {}

    Executor& lives_on;
    std::vector<std::string> got;
    std::optional<unsigned short> closed_with;
    std::string from = "192.0.2.1";

    Executor& executor() const override { return lives_on; }
    void send(std::string_view text) override { got.emplace_back(text); }
    void close(unsigned short code, std::string_view) override { closed_with = code; }
    void abort() noexcept override { closed_with = 0; }
    std::string const& address() const override { return from; }
};

unsigned status_of(Service& app, std::string_view target) {
    unsigned status = 0;
    test::get(app, target, [&](HttpReply reply) { status = reply.status; });
    return status;
}

} // namespace

TEST_CASE("The server is ready once it has recovered, until it stops", "[app]") {
    test::InlineExecutor thread;
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
    auto const handler = app->opened(client);
    say(*handler, R"({"type":"ping"})");
    CHECK(client->got.size() == 2);

    bool stopped = false;
    app->stopping([&] { stopped = true; });
    CHECK(stopped);
    CHECK(status_of(*app, "/readyz") == 503);
    CHECK(status_of(*app, "/healthz") == 200);
    CHECK(client->got.back() == R"({"type":"closing"})");
}

TEST_CASE("Messages that come together are answered one after the other, whatever is wrong with one of them", "[app]") {
    test::InlineExecutor thread;
    auto const app = make_app(Config{}, {&thread});
    app->recover();
    auto const client = std::make_shared<NotedClient>();
    auto const server = app->opened(client);
    constexpr std::array<std::string_view, 4> texts{R"({"type":"ping","id":1})", "{", R"({"type":"list","id":2,"x":0})",
                                                    R"({"type":"ping","id":3})"};
    for (auto const text : texts) say(*server, text);
    std::vector<std::string> heard;
    for (auto const& text : client->got) {
        auto const message = nlohmann::json::parse(text);
        heard.push_back(message["type"].get<std::string>() + message.value("re", nlohmann::json()).dump());
    }
    CHECK(heard == std::vector<std::string>{"welcomenull", "pong1", "errornull", "error2", "pong3"});
}

TEST_CASE("A list shows what one has been told before it", "[app]") {
    test::FakeExecutor thread;
    auto const app = make_app(Config{}, {&thread});
    app->recover();
    auto const client = std::make_shared<NotedClient>(thread);
    auto const server = app->opened(client);
    auto const last = [&] { return nlohmann::json::parse(client->got.back()); };
    auto const say_both = [&](std::string const& first, std::string const& second) {
        thread.post([&] {
            say(*server, first);
            say(*server, second);
        });
        thread.run();
    };
    say_both(R"({"type":"create","game":"selfish","public":true})", R"({"type":"list"})");
    // Nobody sits there yet.
    CHECK(last()["rooms"].empty());
    auto const created = nlohmann::json::parse(client->got.at(client->got.size() - 2));
    say_both(R"({"type":"join","name":"Aki","room":)" + created["room"].dump() + "}", R"({"type":"list"})");
    REQUIRE(last()["rooms"].size() == 1);
    CHECK(last()["rooms"][0]["seats"][0]["name"] == "Aki");
}

TEST_CASE("A server that ends lets go of its clients, whatever they wait for", "[app]") {
    std::weak_ptr<NotedClient> gone;
    {
        test::FakeExecutor rooms, clients;
        auto const app = make_app(Config{}, {&rooms});
        app->recover();
        auto const client = std::make_shared<NotedClient>(clients);
        gone = client;
        auto const server = app->opened(client);
        clients.post([&] { say(*server, R"({"type":"create","game":"selfish"})"); });
        clients.run();
        rooms.run();
        clients.run();
        std::string const room = nlohmann::json::parse(client->got.back())["room"];
        clients.post([&] {
            // The room's thread does not come to answer this, and everything else but the ping waits for that.
            say(*server, R"({"type":"join","name":"Aki","room":")" + room + "\"}");
            for (auto const* waits : {R"({"type":"ping"})", R"({"type":"list"})",
                                      R"({"type":"create","game":"selfish"})", R"({"type":"start","room":"NONE"})"})
                say(*server, waits);
            say(*server, R"({"type":"start","room":")" + room + "\"}");
            server->closed();
        });
        clients.run();
        CHECK(client->got.size() == 3);
        CHECK(client->got.back() == R"({"type":"pong"})");
    }
    CHECK(gone.expired());
}

TEST_CASE("without a store the cookies are called by the port, so that a restart leaves none behind", "[app]") {
    Config config;
    config.port = 8080;
    Storage const storage(config, {});
    CHECK(PlayerTable(*storage.players).cookies("fresh") == std::vector<std::string>{"port8080"});
}
