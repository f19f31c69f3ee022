// A room at work on a thread of the test's, and people at it.
#pragma once

#include "server/rooms/room_actor.hpp"
#include "tests/server/support/fake_executor.hpp"
#include "tests/server/support/fake_store.hpp"
#include "tests/server/support/room_fixture.hpp"

namespace tefuda::server::test {

/// A room on a thread of the test's, and all that it needs.
class Table : RoomOwner {
public:
    explicit Table(RoomPlan const& plan, Keeps keeps = Keeps::journal, std::size_t journal_capacity = 100'000,
                   ActorClaim room_claim = {})
        : claim(room_claim) {
        if (keeps == Keeps::journal) {
            store = std::make_unique<FakeStore>();
            writer_ = std::make_unique<JournalWriter>(*store, journal_capacity);
        }
        listeners.match_ended = [this](Room const& room, MatchRecord const& match) {
            ended.push_back(room.state().setting.code + " " + std::to_string(match.number));
        };
        listeners.charged = [this](std::string const& address, int actions) {
            charged += actions;
            payer = address;
        };
        actor = make_room(plan);
        bool awake = false;
        actor->wake([&](bool) { awake = true; });
        executor.run_until([&] { return awake; });
    }
    ~Table() override {
        if (store) store->let_go();
    }

    /// Another room on the same thread.
    std::shared_ptr<RoomActor> make_room(RoomPlan const& plan) {
        return std::make_shared<RoomActor>(executor, bots_, writer_.get(), static_cast<RoomOwner&>(*this),
                                           plan.make(writer_ ? Keeps::journal : Keeps::nothing), claim, "192.0.2.1");
    }

    /// Sends a message, and does not wait for its answer.
    void say(Person const& person, Json const& message) { say(actor, person, message); }
    void say(std::shared_ptr<RoomActor> const& room, Person const& person, Json const& message) {
        deliver(room, person, message);
        executor.run();
    }
    /// Sends a message in the turn that is on.
    void deliver(Person const& person, Json const& message) { deliver(actor, person, message); }
    void deliver(std::shared_ptr<RoomActor> const& room, Person const& person, Json const& message) {
        auto [id, read] = room_message(message);
        room->deliver(person.client, id, std::move(read), executor.now());
    }
    /// All commands that the room is given in this call are one transaction: it waits with them until a reader has
    /// read.
    void in_one_transaction(std::function<void()> const& commands) {
        actor->read([commands](Room const&) { commands(); });
        executor.run();
    }
    /// Sends a message with an `id` and waits for the answer, which is returned.
    Json ask(Person const& person, Json message) {
        message["id"] = ++asked_;
        say(person, message);
        auto const answer = [&] { return answer_to(person.got(), asked_); };
        executor.run_until([&] { return answer() != nullptr; });
        return answer();
    }
    Person join(std::string const& name) {
        Person person;
        REQUIRE(ask(person, {{"type", "join"}, {"name", name}})["type"] == "joined");
        return person;
    }
    Json act(Person const& person, Json const& action) {
        return ask(person, {{"type", "act"}, {"decision", person.last("update")["decision"]}, {"action", action}});
    }
    /// Acts with the first action that is allowed. \pre it is literal
    Json act_first(Person const& person) { return act(person, person.last("update")["legal"][0]); }
    void disconnect(Person const& person) {
        actor->disconnect(person.client);
        executor.run();
    }
    /// Shows the room to a reader, and waits until it has read.
    void read(std::function<void(Room const&)> const& reader) {
        bool done = false;
        actor->read([&](Room const& room) {
            reader(room);
            done = true;
        });
        executor.run_until([&] { return done; });
    }

    /// Has the room check whether it is time to go, after so long.
    void age(Duration time) {
        executor.pass(time);
        actor->check_age({});
        executor.run();
    }
    void age_until_gone(Duration time) {
        age(time);
        executor.run_until([&] { return !gone_as.empty(); });
    }

    QuietLog const quiet;
    /// Of every room.
    ActorClaim claim;
    /// Rooms that another server has claimed.
    std::vector<std::string> lost;
    FakeExecutor executor;
    /// Null where no journal is kept.
    std::unique_ptr<FakeStore> store;
    std::shared_ptr<RoomActor> actor;
    /// `ROOM stored` or `ROOM`; of one that failed `ROOM again` or `ROOM lost`.
    std::vector<std::string> gone_as;
    /// Whether other event loops have much to do: then what waits for them is here.
    bool busy_loops = false;
    std::vector<std::function<void()>> waiting_for_loops;
    /// How often the room was listed.
    int listed = 0;
    /// The matches that have ended, as `ROOM 1`.
    std::vector<std::string> ended;
    /// Actions of bots and clocks that were put on somebody's account.
    int charged = 0;
    /// Whose it was last.
    std::string payer;

private:
    void list(Room const&, std::int64_t) override { ++listed; }
    void claim_held(RoomActor const&) override {}
    void lose(RoomActor const& room) override { lost.push_back(room.code()); }
    void renew(std::string const& code, bool stored) override {
        gone_as.push_back(code + (stored ? " again" : " lost"));
    }
    void after_all_loops(Executor& home, std::function<void()> task) override {
        busy_loops ? waiting_for_loops.push_back(std::move(task)) : home.post(std::move(task));
    }
    void forget(std::string const& code, bool stored) override { gone_as.push_back(stored ? code + " stored" : code); }

    BotPool bots_{1, std::chrono::milliseconds(0)};
    std::unique_ptr<JournalWriter> writer_;
    int asked_ = 0;
};

/// Two at a table of Selfish, the match just begun.
struct Two : Table {
    explicit Two(std::optional<ClockSetting> clock = {}, Keeps keeps = Keeps::journal)
        : Table({"selfish", 2, clock}, keeps), aki(join("Aki")), ben(join("Ben")), on_turn(on_turn_of(aki, ben)),
          other(&on_turn == &aki ? ben : aki) {}

    Person aki, ben;
    Person const &on_turn, &other;
};

inline Json const draw{{"type", "draw"}};

} // namespace tefuda::server::test
