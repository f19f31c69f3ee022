// The documents about rooms: of those in memory and of those that are in the store alone.
#include "tests/server/desk/site.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

/// Two at a table of Selfish.
struct TwoAt {
    explicit TwoAt(Site& at) : site(at), people{site.connect(), site.connect()}, room(site.create(people[0])) {
        for (auto const& person : people) REQUIRE(site.join(person, room)["type"] == "joined");
    }

    bool is_over() const { return people[0].last("room")["status"] == "finished"; }
    Client const& on_turn() const { return people[0].last("update").contains("legal") ? people[0] : people[1]; }
    void play_to_the_end() const {
        while (!is_over()) REQUIRE(site.act(on_turn())["type"] == "ok");
    }
    std::string path() const { return "/api/rooms/" + room; }
    std::string path(std::string const& match) const { return path() + "/matches/" + match; }

    Site& site;
    std::vector<Client> people;
    std::string room;
};

} // namespace

TEST_CASE("A finished room that sleeps is shown with its matches, and sleeps on", "[desk]") {
    Site site;
    TwoAt const match(site);
    match.play_to_the_end();
    auto room = site.document(match.path());
    auto const replay = site.document(match.path("1"));
    auto const updates = site.document(match.path("1/updates"));
    auto const own = site.document(match.path("1/updates?seat=1"));
    CHECK(room["status"] == "finished");
    CHECK(replay["match"] == 1);
    CHECK(updates["updates"].back()["view"]["phase"] == "over");
    CHECK(own["updates"].size() == updates["updates"].size());

    site.put_to_sleep(match.room, match.people);
    for (auto& seat : room["seats"]) {
        CHECK(seat["connected"] == true);
        seat["connected"] = false;
    }
    CHECK(site.document(match.path()) == room);
    CHECK(site.document(match.path("1")) == replay);
    CHECK(site.document(match.path("1/updates")) == updates);
    CHECK(site.document(match.path("1/updates?seat=1")) == own);
    CHECK(site.status(match.path("1/updates?seat=2")) == 404);
    CHECK(site.status(match.path("2")) == 404);
    for (auto const* number : {"0", "-1", "01", "1x", "", "99999999999999999999", "1.0", "%31x", "1/x"})
        CHECK(site.status(match.path(number)) == 404);
    CHECK(site.status(match.path() + "/other") == 404);
    CHECK_FALSE(site.rooms.find(match.room));
    CHECK(site.rooms.look_up(match.room).is_asleep);
}

TEST_CASE("The sheet of an evening is read as it is in `room`, with each match, also of a room that sleeps", "[desk]") {
    Site site;
    TwoAt const match(site);
    auto const path = match.path() + "/evening";
    CHECK(site.status(path) == 404);
    CHECK(site.status("/api/rooms/NONE2222/evening") == 404);
    match.play_to_the_end();
    auto const sheet = site.document(path);
    auto const shown = match.people[0].last("room")["evening"];
    CHECK(sheet["room"] == match.room);
    CHECK(sheet["lines"] == shown["lines"]);
    REQUIRE(sheet["matches"].size() == 1);
    auto const& first = sheet["matches"][0];
    CHECK(first["match"] == 1);
    CHECK(first["game"] == "selfish");
    CHECK(first["points"] == Json::array({sheet["lines"][0]["points"], sheet["lines"][1]["points"]}));
    CHECK(first["replay"] == match.path("1"));

    site.put_to_sleep(match.room, match.people);
    CHECK(site.document(path) == sheet);
    CHECK_FALSE(site.rooms.find(match.room));
}

TEST_CASE("Who is connected to a room is not told where another server may run it", "[desk]") {
    Site site;
    TwoAt const match(site);
    site.put_to_sleep(match.room, match.people);
    auto const of_one_server = site.document(match.path());
    for (auto const& seat : of_one_server["seats"]) CHECK(seat["connected"] == false);
    site.store.share();
    auto const of_several = site.document(match.path());
    for (auto const& seat : of_several["seats"]) {
        CHECK(seat["kind"] == "human");
        CHECK_FALSE(seat.contains("connected"));
    }
}

TEST_CASE("A match that sleeps is still being played: it has no replay, and sleeps on", "[desk]") {
    Site site;
    TwoAt const match(site);
    REQUIRE(site.act(match.on_turn())["type"] == "ok");
    CHECK(site.status(match.path("1")) == 409);
    CHECK(site.status(match.path("1/updates")) == 409);
    CHECK(site.status(match.path("2")) == 404);

    site.put_to_sleep(match.room, match.people);
    CHECK(site.document(match.path())["status"] == "playing");
    CHECK(site.status(match.path("1")) == 409);
    CHECK(site.status(match.path("1/updates")) == 409);
    CHECK(site.status(match.path("2")) == 404);
    CHECK_FALSE(site.rooms.find(match.room));
}

TEST_CASE("A match has its replay as soon as another server has played it to its end", "[desk]") {
    // Two servers with the same random bytes have the same match.
    Site elsewhere, site;
    TwoAt const whole(elsewhere), match(site);
    whole.play_to_the_end();
    REQUIRE(match.room == whole.room);
    REQUIRE(site.act(match.on_turn())["type"] == "ok");
    site.store.share();
    CHECK(site.status(match.path("1")) == 409);

    auto const taken = elsewhere.store.stored<ActionTaken>();
    std::vector<Change> rest(taken.begin() + 1, taken.end());
    rest.emplace_back(MatchEnded{1});
    auto const claimed = std::get<ClaimedRoom>(site.store.claim(match.room, true));
    site.store.commit(std::vector{Transaction{match.room, rest, claimed.epoch}});
    // This one still has it as it was.
    REQUIRE(site.rooms.find(match.room));
    CHECK(site.document(match.path("1")) == elsewhere.document(whole.path("1")));
}

TEST_CASE("An earlier match of a room is read from the store while the next is on", "[desk]") {
    Site site;
    TwoAt const match(site);
    match.play_to_the_end();
    auto const replay = site.document(match.path("1"));
    for (auto const& person : match.people)
        REQUIRE(site.ask(person, {{"type", "rematch"}, {"room", match.room}})["type"] == "ok");
    CHECK(site.status(match.path("2")) == 409);
    CHECK(site.document(match.path("1")) == replay);
    site.put_to_sleep(match.room, match.people);
    CHECK(site.status(match.path("2")) == 409);
    CHECK(site.document(match.path("1")) == replay);
}

TEST_CASE("A match whose end is not durable yet has no replay yet", "[desk]") {
    Site site;
    TwoAt const match(site);
    // Up to the action that would end it.
    for (;;) {
        auto const update = match.on_turn().last("update");
        auto const ends = update["view"]["phase"] != "draw" || update["view"]["table"]["stock"] == 0;
        if (ends) break;
        REQUIRE(site.act(match.on_turn())["type"] == "ok");
        if (match.is_over()) break;
    }
    while (!match.is_over()) {
        site.store.hold();
        auto const update = match.on_turn().last("update");
        auto const seq = update["seq"].get<int>();
        site.receive(match.on_turn(), {{{"type", "act"},
                                        {"room", match.room},
                                        {"decision", update["decision"]},
                                        {"action", update["legal"][0]}}});
        site.store.wait_for_commit();
        site.request(site.request_of("GET", match.path("1")));
        CHECK_FALSE(site.reply);
        site.store.let_go();
        site.run_until([&] { return site.reply.has_value(); });
        REQUIRE(match.people[0].last("update")["seq"] == seq + 1);
        CHECK(site.reply->status == (match.is_over() ? 200 : 409));
    }
}

TEST_CASE("Where the store can't be read, what is in it is unavailable for now", "[desk]") {
    Site site;
    TwoAt const match(site);
    match.play_to_the_end();
    site.put_to_sleep(match.room, match.people);
    site.store.fail_reads();
    CHECK(site.status(match.path()) == 503);
    CHECK(site.status(match.path("1")) == 503);
    site.store.fail_reads(false);
    CHECK(site.status(match.path()) == 200);
    CHECK(site.status(match.path("1")) == 200);
}

TEST_CASE("Who asks for many rooms that are not there has to wait, also for those that are there", "[desk]") {
    auto limits = Limits::none();
    limits.guesses_an_address = {.a_second = 0.001, .burst = 3};
    Site site(limits);
    TwoAt const match(site);
    match.play_to_the_end();
    site.put_to_sleep(match.room, match.people);
    for (int i = 0; i < 5; ++i) CHECK(site.status(match.path()) == 200);
    for (int i = 0; i < 3; ++i) CHECK(site.status("/api/rooms/NONE") == 404);
    CHECK(site.get("/api/rooms/NONE").retry_after > std::chrono::seconds(900));
    CHECK(site.status("/api/rooms/NONE") == 429);
    CHECK(site.status(match.path()) == 429);
    CHECK(site.status("/api/rooms/" + match.room) == 429);
    CHECK(site.get("/room/" + match.room).page->title == site.get("/room/NONE").page->title);
}

TEST_CASE("Guesses by links to rooms count like others", "[desk]") {
    auto limits = Limits::none();
    limits.guesses_an_address = {.a_second = 0.001, .burst = 3};
    Site site(limits);
    auto const room = site.create(site.connect());
    auto const title = [&](std::string const& path) { return site.get(path).page->title; };
    auto const shown = title("/room/" + room);
    for (int i = 0; i < 4; ++i) CHECK(title("/room/" + room) == shown);
    auto const nothing = title("/room/NONE");
    CHECK(nothing != shown);
    for (int i = 0; i < 2; ++i) CHECK(title("/room/NONE") == nothing);
    CHECK(title("/room/" + room) == nothing);
    CHECK(site.status("/api/rooms/" + room) == 429);
}

TEST_CASE("The list of rooms has parameters, over HTTP as in the message", "[desk]") {
    Site site;
    auto const aki = site.connect();
    std::vector<std::string> const rooms{site.create(aki, "selfish"), site.create(aki, "fortyone"),
                                         site.create(aki, "selfish")};
    for (auto const& room : rooms) REQUIRE(site.join(aki, room)["type"] == "joined");
    auto const shown = [&](std::string const& query, Json message) {
        auto const list = site.document("/api/rooms" + query);
        message["type"] = "list";
        CHECK(site.ask(aki, message)["rooms"] == list);
        std::vector<std::string> codes;
        for (auto const& room : list) codes.push_back(room["room"]);
        return codes;
    };
    using Codes = std::vector<std::string>;
    CHECK(shown("", {{"id", 1}}) == Codes{rooms[2], rooms[1], rooms[0]});
    CHECK(shown("?after=" + rooms[2], {{"after", rooms[2]}}) == Codes{rooms[1], rooms[0]});
    CHECK(shown("?x=1&game=selfish", {{"game", "selfish"}}) == Codes{rooms[2], rooms[0]});
    CHECK(shown("?game=selfish&after=" + rooms[1], {{"after", rooms[1]}, {"game", "selfish"}}) == Codes{rooms[0]});
    CHECK(shown("?after=NONE", {{"after", "NONE"}}).empty());
    CHECK(shown("?game=bridge", {{"game", "bridge"}}).empty());
    CHECK(site.ask(aki, {{"type", "list"}, {"after", 1}})["code"] == "bad_message");
    CHECK(site.ask(aki, {{"type", "list"}, {"extras", true}})["created"].size() == 3);
    CHECK_FALSE(site.ask(aki, {{"type", "list"}}).contains("created"));
}

TEST_CASE("The analysis of a finished match is made once, and told how far it is until then", "[desk]") {
    Site site;
    TwoAt const table(site);
    CHECK(site.status(table.path("1/analysis")) == 409);
    table.play_to_the_end();
    CHECK(site.status(table.path("2/analysis")) == 404);
    CHECK(site.status(table.path("1/analysi")) == 404);
    auto answer = site.get(table.path("1/analysis"));
    CHECK(answer.status == 202);
    auto const first = Json::parse(answer.body);
    CHECK(first["done"].get<int>() >= 0);
    CHECK(first["done"].get<int>() <= first["of"].get<int>());
    for (int tries = 0; answer.status == 202 && tries < 100'000; ++tries) answer = site.get(table.path("1/analysis"));
    REQUIRE(answer.status == 200);
    CHECK(Json::parse(answer.body)["format"] == "tefuda-analysis/1");
    CHECK(site.get(table.path("1/analysis")).body == answer.body);
}

TEST_CASE("The par of a match of one person against bots is worked out once", "[desk]") {
    Site site;
    auto const person = site.connect();
    auto const create = Json{{"type", "create"}, {"game", "selfish"}, {"seats", 2}, {"bots", {nullptr, "normal"}}};
    std::string const room = site.ask(person, create)["room"];
    site.join(person, room);
    auto const path = "/api/rooms/" + room + "/matches/1/par";
    CHECK(site.status(path) == 409);
    auto const is_over = [&] { return person.last("room")["status"] == "finished"; };
    while (!is_over()) {
        site.run_until([&] { return is_over() || person.last("update").contains("legal"); });
        if (!is_over()) REQUIRE(site.act(person)["type"] == "ok");
    }
    auto answer = site.get(path);
    for (int tries = 0; answer.status == 202 && tries < 100'000; ++tries) answer = site.get(path);
    REQUIRE(answer.status == 200);
    auto const par = Json::parse(answer.body);
    auto const scores = person.last("update")["view"]["result"]["scores"];
    CHECK(par["seat"] == 0);
    CHECK(par["margin"] == scores[0].get<int>() - scores[1].get<int>());
    CHECK(par["par"].is_number_integer());
    CHECK(site.get(path).body == answer.body);
}

TEST_CASE("A match between people has no par", "[desk]") {
    Site site;
    TwoAt const table(site);
    table.play_to_the_end();
    CHECK(site.status(table.path("1/par")) == 404);
    CHECK(site.status(table.path("2/par")) == 404);
}

TEST_CASE("A link shows the game and whether seats are free, in the language of who asks, and nothing of who plays",
          "[desk]") {
    Site site;
    auto const host = site.connect();
    auto const room = site.create(host);
    auto const preview = [&](std::string const& path, std::string_view language = "en") {
        auto const answer = site.ask("GET", path, {.language = language});
        CHECK(answer.status == 200);
        REQUIRE(answer.page);
        return *answer.page;
    };
    auto const table = preview("/room/" + room);
    CHECK(table.title == "A game of Selfish?");
    CHECK(table.description == "2 seats are free. No account needed.");
    CHECK(table.locale == "en_US");
    CHECK_FALSE(table.is_listed);
    CHECK(preview("/room/" + room, "ja").title == "Selfishで対戦しませんか？");
    CHECK(preview("/room/" + room, "ja").description == "空席はあと2つ、登録なしで遊べます。");
    CHECK(preview("/room/" + room, "").title == "A game of Selfish? · Selfishで対戦しませんか？");
    CHECK(preview("/room/" + room, "").locale.empty());
    CHECK(preview("/room/" + room + "?watch").picture == "/preview/selfish.png");
    CHECK(preview("/replay/" + room + "/1").title == "Replay: Selfish");
    CHECK_FALSE(preview("/replay/" + room + "/1").is_listed);
    auto const nothing = preview("/room/NONE");
    CHECK(nothing.title == "Tefuda");
    CHECK_FALSE(nothing.is_listed);
    // Guessing codes is as slow as elsewhere: a guess too many is not looked at.
    auto limits = Limits::none();
    limits.requests_an_address = {.a_second = 0.001, .burst = 3};
    Site slow(limits);
    auto const other = slow.create(slow.connect());
    for (int guess = 0; guess < 3; ++guess)
        CHECK(slow.ask("GET", "/room/NONE", {.language = "en"}).page->title == "Tefuda");
    CHECK(slow.ask("GET", "/room/" + other, {.language = "en"}).page->title == "Tefuda");
    CHECK(slow.status("/api/rooms/" + other) == 429);
}

TEST_CASE("The start page, a game's rules and its boards have previews that search engines may list", "[desk]") {
    Site site;
    auto const title = [&](std::string const& path, std::string_view language) {
        auto const answer = site.ask("GET", path, {.language = language});
        REQUIRE(answer.page);
        CHECK(answer.page->is_listed);
        return answer.page->title;
    };
    CHECK(title("/", "ja") == "手札");
    CHECK(title("/", "") == "Tefuda · 手札");
    CHECK(title("/how/selfish", "en") == "Selfish: the rules");
    CHECK(title("/how/<script>", "en") == "Tefuda");
    CHECK(title("/daily/2026-11-05/selfish", "en") == "Selfish, the board of 5 November");
    CHECK(title("/daily/2026-11-05/selfish", "ja") == "Selfish・11月5日の一局");
    for (auto const* path :
         {"/daily/2026-13-05/selfish", "/daily/2026-11-40/selfish", "/daily/today/selfish", "/daily/2026-11-05/x"})
        CHECK(title(path, "en") == "Tefuda");
}
