// A room at work on a thread of the test's, and people at it.
#pragma once

#include "server/room/room_actor.hpp"
#include "tests/server/support/fake_executor.hpp"
#include "tests/server/support/fake_store.hpp"
#include "tests/server/support/room_fixture.hpp"

namespace tefuda::server::test {

enum class Keeps { journal, nothing };

/// A room on a thread of the test's, and all that it needs.
class Table : RoomActor::Home {
public:
    explicit Table(Room room, Keeps keeps = Keeps::journal, std::size_t journal_capacity = 100'000) {
        if (keeps == Keeps::journal) {
            auto made = std::make_unique<FakeStore>();
            store = made.get();
            journal_ = std::make_unique<Journal>(std::move(made), journal_capacity);
            commits_ = std::make_shared<CommitQueue>(*journal_, executor);
        }
        actor = make_room(std::move(room));
        bool awake = false;
        actor->wake([&](bool) { awake = true; });
        executor.run_until([&] { return awake; });
    }
    ~Table() {
        if (store) store->let_go();
    }

    /// Another room on the same thread.
    std::shared_ptr<RoomActor> make_room(Room room) {
        return std::make_shared<RoomActor>(executor, bots_, commits_.get(), static_cast<RoomActor::Home&>(*this),
                                           std::move(room));
    }

    /// Sends a message, and does not wait for what comes of it.
    void say(Person const& person, Json const& message) { say(actor, person, message); }
    void say(std::shared_ptr<RoomActor> const& room, Person const& person, Json const& message) {
        hand_in(room, person, message);
        executor.run();
    }
    /// Sends a message in the turn that is on.
    void hand_in(std::shared_ptr<RoomActor> const& room, Person const& person, Json const& message) {
        auto [id, read] = room_message(message);
        person.member->ask_room(room, id, std::move(read), executor.now());
    }
    /// Sends a message with an `id` and waits for the answer, which is returned.
    Json ask(Person const& person, Json message) {
        message["id"] = ++asked_;
        say(person, message);
        auto const answer = [&] { return answer_to(person, asked_); };
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
    void leave_connection(Person const& person) {
        actor->disconnect(person.member);
        executor.run();
    }

    /// Has the room look whether it is time to go, after so long.
    void age(Duration time) {
        executor.pass(time);
        actor->age({});
        executor.run();
    }
    void age_until_gone(Duration time) {
        age(time);
        executor.run_until([&] { return !gone_as.empty(); });
    }

    FakeExecutor executor;
    FakeStore* store = nullptr;
    std::shared_ptr<RoomActor> actor;
    /// `ROOM asleep` or `ROOM`.
    std::vector<std::string> gone_as;
    int shown = 0;

private:
    static Json answer_to(Person const& person, int id) {
        for (auto const& message : person.got())
            if (message.value("re", Json()) == id) return message;
        return nullptr;
    }

    void show(Room const&) override { ++shown; }
    void gone(std::string const& code, bool asleep) override { gone_as.push_back(asleep ? code + " asleep" : code); }

    BotPool bots_{1, std::chrono::milliseconds(0)};
    std::unique_ptr<Journal> journal_;
    std::shared_ptr<CommitQueue> commits_;
    int asked_ = 0;
};

/// Two at a table of Selfish, the match just begun.
struct Two : Table {
    explicit Two(std::optional<ClockSetting> clock = {}, Keeps keeps = Keeps::journal)
        : Table(new_room("selfish", 2, clock), keeps), aki(join("Aki")), ben(join("Ben")),
          on_turn(aki.last("update").contains("legal") ? aki : ben), other(&on_turn == &aki ? ben : aki) {}

    Person aki, ben;
    Person &on_turn, &other;
};

inline Json const draw{{"type", "draw"}};

} // namespace tefuda::server::test
