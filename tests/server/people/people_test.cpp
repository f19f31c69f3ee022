// Requests of players, as far as others have to know of them.
#include "server/people/people.hpp"

#include "server/store/sqlite/sqlite_sql.hpp"
#include "tests/server/support/losing_sql.hpp"
#include "tests/server/support/session_fixture.hpp"

#include <future>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

struct PeopleAlone {
    Sessions sessions;
    AddressRate guesses{{100, 100}};
    int forgotten = 0;                         ///< how often names had to be forgotten
    LosingTables losing{open_memory_tables()}; ///< what is asked is done once, whatever is lost
    std::shared_ptr<Sql> tables = losing.sql;
    People people{{tables, tables, nullptr},
                  sessions.rooms,
                  sessions.thread,
                  guesses,
                  {.players_a_day = 100, .requests_an_address = {100, 100}, .forget_names = [this] { ++forgotten; }}};

    PeopleAlone() { people.start(); }

    HttpReply ask(std::string method, std::string body, std::optional<std::string> secret = std::nullopt) {
        PersonalRequest request;
        request.method = std::move(method);
        request.target = "/api/me";
        request.address = "192.0.2.1";
        request.content_type = "application/json";
        request.body = std::move(body);
        request.bearer = std::move(secret);
        std::promise<HttpReply> told;
        people.handle(std::move(request), [&](HttpReply reply) { told.set_value(std::move(reply)); });
        return told.get_future().get();
    }
};

} // namespace

TEST_CASE("Names are forgotten where one has changed, and not for a request that changes nothing", "[people]") {
    PeopleAlone site;
    std::string const secret = Json::parse(site.ask("POST", R"({"name":"Aki","secret":true})").body)["secret"];
    CHECK(site.ask("PATCH", R"({"name":"Ben"})").status == 401);
    CHECK(site.ask("DELETE", "").status == 401);
    CHECK(site.ask("PATCH", R"({"name":" "})", secret).status == 400);
    CHECK(site.ask("PATCH", R"({"name":"Aki"})", secret).status == 200);
    CHECK(site.ask("DELETE", R"({"x":1})", secret).status == 400);
    CHECK(site.forgotten == 0);
    CHECK(site.ask("PATCH", R"({"name":"Ben"})", secret).status == 200);
    CHECK(site.forgotten == 1);
    CHECK(site.ask("DELETE", "", secret).status == 204);
    CHECK(site.forgotten == 2);
}

TEST_CASE("Who asks is answered as if nothing had been lost, where the store's answers are", "[people]") {
    PeopleAlone site;
    auto const made = site.ask("POST", R"({"name":"Aki","secret":true})");
    CHECK(made.status == 201);
    std::string const secret = Json::parse(made.body)["secret"];
    CHECK(Json::parse(site.ask("GET", "", secret).body)["name"] == "Aki");
    CHECK(site.losing.count("SELECT count(*) FROM player") == "1");
    CHECK(site.losing.loss->writes == 1);
}
