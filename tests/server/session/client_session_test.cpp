// A client as the rooms see it: where it takes part, and in which order it is answered.
#include "tests/server/support/room_table.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

TEST_CASE("Who is put out of a room takes part in one room less") {
    Table table(new_room("selfish", 3));
    auto const aki = table.join("Aki");
    auto limits = Limits::none();
    limits.seats_a_connection = 1;
    Person ben;
    ben.member = std::make_shared<ClientSession>(ben.client, limits, *ben.guesses);
    auto const join = [&] { return table.ask(ben, {{"type", "join"}, {"name", "Ben"}}); };
    REQUIRE(join()["type"] == "joined");
    CHECK_FALSE(ben.member->may_take_part_in("ANOTHER"));
    REQUIRE(table.ask(aki, {{"type", "kick"}, {"seat", 1}})["type"] == "ok");
    CHECK(ben.last("replaced") != nullptr);
    CHECK(ben.member->may_take_part_in("ANOTHER"));

    auto const token = join()["token"];
    Person elsewhere;
    REQUIRE(table.ask(elsewhere, {{"type", "resume"}, {"token", token}})["type"] == "joined");
    CHECK(ben.member->may_take_part_in("ANOTHER"));
    // A seat that is resumed where it is stays one.
    REQUIRE(table.ask(elsewhere, {{"type", "resume"}, {"token", token}})["type"] == "joined");
    CHECK(elsewhere.last("replaced") == nullptr);
}

TEST_CASE("A client that goes from room to room keeps no memory of those that are gone") {
    struct Forgets {
        std::shared_ptr<int> kept;
        void operator()(RoomActor*) const {}
    };
    auto const kept = std::make_shared<int>();
    Person aki;
    for (int number = 0; number < 1000; ++number)
        aki.member->note_room(std::to_string(number), std::shared_ptr<RoomActor>(nullptr, Forgets{kept}));
    CHECK(kept.use_count() < 100);
}

TEST_CASE("Where an answer fails the later ones come all the same") {
    Person aki;
    auto const fails = [](ClientSessionPtr const&) { throw std::runtime_error("no"); };
    aki.member->answer(fails);
    aki.member->answer_later(fails);
    auto answered = false;
    aki.member->answer([&](ClientSessionPtr const&) { answered = true; });
    CHECK(answered);
}

TEST_CASE("Where a room's answer fails the later ones come all the same") {
    struct Broken : ClientConnection {
        std::string const from = "192.0.2.1";
        void send(std::string_view) override { throw std::runtime_error("no"); }
        void close(unsigned short, std::string_view) override {}
        std::string const& address() const override { return from; }
    };
    auto const keeps = GENERATE(Keeps::journal, Keeps::nothing);
    Table table(new_room("selfish", 3), keeps);
    Person aki;
    aki.member = std::make_shared<ClientSession>(std::make_shared<Broken>(), Limits::none(), *aki.guesses);
    table.say(aki, {{"type", "join"}, {"name", "Aki"}});
    auto answered = false;
    aki.member->answer([&](ClientSessionPtr const&) { answered = true; });
    table.executor.run_until([&] { return answered; });
    CHECK(table.join("Ben").last("joined")["seat"] == 1);
}
