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
    LosingTables losing{open_memory_tables()}; ///< what is asked is done once, whatever is lost
    std::shared_ptr<Sql> tables = losing.sql;
    People people{{tables, tables, nullptr}, sessions.rooms, sessions.thread, guesses, {.players_a_day = 100}};

    PeopleAlone() { people.start(); }

    HttpReply ask(Accounts::Answer as, std::string body, std::optional<std::string> secret = std::nullopt) {
        std::promise<HttpReply> told;
        Call call{};
        call.request.address = "192.0.2.1";
        call.request.body = std::move(body);
        call.request.bearer = std::move(secret);
        call.reply = [&](HttpReply reply) { told.set_value(std::move(reply)); };
        people.find_asker(call.request, call.reply, [&](Asker asker) {
            call.asker = std::move(asker);
            people.answer(call, as);
        });
        return told.get_future().get();
    }
};

} // namespace

TEST_CASE("Who asks is answered as if nothing had been lost, where the store's answers are", "[people]") {
    PeopleAlone site;
    auto const made = site.ask(&Accounts::make, R"({"name":"Aki","secret":true})");
    CHECK(made.status == 201);
    std::string const secret = Json::parse(made.body)["secret"];
    CHECK(Json::parse(site.ask(&Accounts::get, "", secret).body)["name"] == "Aki");
    CHECK(site.losing.count("SELECT count(*) FROM player") == "1");
    CHECK(site.losing.loss->writes == 1);
}
