// What is told of the boards of a day, by the time at which it is asked for.
#include "server/daily/boards.hpp"

#include "server/daily/days.hpp"
#include "server/store/sqlite/sqlite_sql.hpp"
#include "tests/server/support/session_fixture.hpp"

#include <future>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

/// In a hundred years: what the boards' own tick looks for is open long before.
constexpr int board_day = 60'000;

Moment moment_of(std::int64_t seconds) {
    return {SteadyTime(std::chrono::seconds(seconds)), WallTime(std::chrono::seconds(seconds))};
}

struct BoardsAlone {
    Sessions sessions;
    std::shared_ptr<Sql> const sql = open_memory_tables();
    BotPool bots{1, std::chrono::milliseconds(0)};
    Boards boards{{sql, sql}, sessions.rooms, bots};

    BoardsAlone() { boards.start(moment_of(closes_at(board_day - 1))); }

    HttpReply ask(std::int64_t second, void (Boards::*as)(CallPtr const&), std::string date = {}) {
        std::promise<HttpReply> told;
        auto const call = std::make_shared<Call>();
        call->now = moment_of(second);
        call->reply = [&](HttpReply reply) { told.set_value(std::move(reply)); };
        call->path = {{"date", std::move(date)}, {"game", "twentytwo"}};
        (boards.*as)(call);
        return told.get_future().get();
    }
    std::string today(std::int64_t second) { return Json::parse(ask(second, &Boards::get_todays).body)["date"]; }
    unsigned shown(int board, std::int64_t second) { return ask(second, &Boards::get_board, date_of(board)).status; }
};

} // namespace

TEST_CASE("A board is today's until midnight, is shown an hour later, and never hidden again", "[daily]") {
    BoardsAlone site;
    CHECK(site.today(closes_at(board_day) - 1) == date_of(board_day));
    CHECK(site.shown(board_day, closes_at(board_day) - 1) == 409);
    CHECK(site.shown(board_day + 1, closes_at(board_day) - 1) == 404);
    CHECK(site.today(closes_at(board_day)) == date_of(board_day + 1));
    CHECK(site.shown(board_day, opens_at(board_day) - 1) == 409);
    CHECK(site.shown(board_day, opens_at(board_day)) == 200);
    // A clock that goes back.
    CHECK(site.shown(board_day, closes_at(board_day) - 1) == 200);
    CHECK(site.today(closes_at(board_day) - 1) == date_of(board_day + 1));
}

TEST_CASE("The document of a board is made anew for one of those who ask after ten seconds", "[daily]") {
    BoardDocuments documents;
    auto const at = [](int second) { return SteadyTime(std::chrono::seconds(second)); };
    CHECK_FALSE(documents.find(board_day, "twentytwo", at(0)).text);
    documents.keep(board_day, "twentytwo", std::make_shared<std::string const>("{}"), at(0));
    CHECK_FALSE(documents.find(board_day, "twentytwo", at(9)).is_old);
    CHECK(documents.find(board_day, "twentytwo", at(10)).is_old);
    CHECK_FALSE(documents.find(board_day, "twentytwo", at(10)).is_old);
    CHECK_FALSE(documents.find(board_day, "fortyone", at(10)).text);
    CHECK(*documents.find(board_day, "twentytwo", at(19)).text == "{}");
    CHECK(documents.find(board_day, "twentytwo", at(20)).is_old);
}
