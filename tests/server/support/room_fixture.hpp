// A room with clients that write down what they get, a clock that a test turns, and random bytes that are counted.
#pragma once

#include "server/bots/bot.hpp"
#include "server/room/room.hpp"
#include "tests/server/support/kept_log.hpp"
#include "tests/server/support/people.hpp"
#include "tests/support/catch.hpp"

namespace tefuda::server::test {

/// Random bytes that are none: they count.
inline RandomBytes counted_bytes(std::uint8_t first = 0) {
    return [n = first](std::span<std::uint8_t> bytes) mutable {
        for (auto& byte : bytes) byte = n++;
    };
}

enum class Keeps { journal, nothing };

/// What the room ROOM is made from.
struct RoomPlan {
    std::string game;
    int seats;
    std::optional<ClockSetting> clock = {};
    std::string options = "{}";
    RandomBytes random = counted_bytes();
    bool hints = false;
    bool is_public = true;
    std::shared_ptr<BoardSetting const> board = {};

    Room make(Keeps keeps) const {
        auto const* found = find_game(game);
        auto const settled = found->settle(options, seats);
        return Room({.code = "ROOM",
                     .game = found,
                     .options = std::get<std::string_view>(settled),
                     .seats = seats,
                     .is_public = is_public,
                     .hints = hints,
                     .clock = clock,
                     .fixed_shuffles = {},
                     .board = board},
                    std::nullopt, random, keeps == Keeps::journal);
    }
};

/// A client's message to the room, written as JSON without `room`, and its `id`.
inline std::pair<MessageId, RoomMessage> room_message(Json message) {
    message["room"] = "ROOM";
    auto decoded = decode_message(message.dump());
    if (auto const* refused = std::get_if<Rejection>(&decoded.message)) FAIL(refused->message);
    auto read = std::visit(
        []<class M>(M& m) -> std::optional<RoomMessage> {
            if constexpr (std::constructible_from<RoomMessage, M>) return RoomMessage(std::move(m));
            return std::nullopt;
        },
        std::get<ClientMessage>(decoded.message));
    if (!read) FAIL("not for a room");
    return {decoded.id, std::move(*read)};
}

class RoomFixture {
public:
    explicit RoomFixture(RoomPlan const& plan, Keeps keeps = Keeps::nothing) : room(plan.make(keeps)) {}

    /// Sends a client message, written as JSON without `room`.
    void say(Person const& person, Json message) {
        room.begin_transaction(wall);
        publish(handle(person, std::move(message)));
    }
    /// The same without its effects.
    Effects handle(Person const& person, Json message) {
        auto const [id, read] = room_message(std::move(message));
        return room.handle(person.client, id, read, now);
    }

    Person join(std::string const& name) { return enter({{"type", "join"}, {"name", name}}); }
    Person watch(std::string const& name) { return enter({{"type", "join"}, {"name", name}, {"role", "spectator"}}); }
    /// Somebody comes with the token of a seat.
    Person resume(Json const& token) { return enter({{"type", "resume"}, {"token", token}}); }
    /// Somebody comes, and says this first.
    Person enter(Json message) {
        Person person;
        say(person, std::move(message));
        return person;
    }

    /// Leaves the match that is on, and lets the time pass after which a bot plays on.
    void leave(Person const& person) {
        say(person, {{"type", "leave"}});
        pass_time(3);
    }

    void disconnect(Person const& person) {
        room.begin_transaction(wall);
        publish(room.disconnect(person.client, now));
    }

    void publish(Effects effects) {
        room.commit_transaction();
        effects.messages.send_all();
        for (auto const& call : effects.on_publish) call();
        for (auto& task : effects.bot_tasks) tasks.push_back(std::move(task));
        for (auto& request : effects.advice) advice.push_back(std::move(request));
        std::ranges::move(effects.changes, std::back_inserter(changes));
    }

    /// Lets bots decide until nobody asks one; at most so many times.
    void let_bots_play(int at_most = 5000) {
        BotRandom random(1);
        for (; !tasks.empty() && at_most > 0; --at_most) {
            auto const task = tasks.front();
            tasks.erase(tasks.begin());
            auto const action = choose(task, {.iterations = 20}, random);
            if (!action) continue;
            room.begin_transaction(wall);
            publish(room.bot_moved(task.seat, task.decision, *action, now));
        }
    }

    void pass_time(double secs) {
        now += seconds(secs);
        room.begin_transaction(wall);
        publish(room.check_clock(now));
    }

    /// The first action that a person's newest update allows. \pre its templates are literal
    static Json first_action(Person const& person) { return person.last("update")["legal"][0]; }

    void act(Person const& person, Json const& action) {
        say(person, {{"type", "act"}, {"id", 1}, {"decision", person.last("update")["decision"]}, {"action", action}});
    }

    /// All changes of a kind that were to be stored, in order; none where no journal is kept.
    template <class Kind>
    std::vector<Kind> stored() const {
        std::vector<Kind> all;
        for (auto const& change : changes)
            if (auto const* one = std::get_if<Kind>(&change)) all.push_back(*one);
        return all;
    }

    // Before the room: nothing is logged during its life.
    QuietLog const quiet;
    TimePoint now{};
    /// What the clock on the wall says.
    WallTime wall{std::chrono::hours(1)};
    std::vector<BotTask> tasks;
    std::vector<AdviceRequest> advice;
    std::vector<Change> changes;
    Room room;
};

} // namespace tefuda::server::test
