// A room with clients that write down what they get, a clock that a test turns, and random bytes that are counted.
#pragma once

#include "server/bots/bot.hpp"
#include "server/session/client_session.hpp"
#include "server/room/room.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

namespace tefuda::server::test {

using Json = nlohmann::json;

class Recorder final : public ClientConnection {
public:
    std::vector<Json> got;

    void send(std::string_view text) override { got.push_back(Json::parse(text)); }
    void close(unsigned short, std::string_view) override {}
    std::string const& address() const override { return address_; }

private:
    std::string address_ = "192.0.2.1";
};

/// One client of the room.
struct Person {
    std::shared_ptr<Recorder> client = std::make_shared<Recorder>();
    std::shared_ptr<Guesses> guesses = std::make_shared<Guesses>(Rate::unlimited());
    ClientSessionPtr member = std::make_shared<ClientSession>(client, Limits::none(), *guesses);

    std::vector<Json>& got() const { return client->got; }
    Json const& last() const { return client->got.back(); }
    /// The newest message of a type; null where there is none.
    Json last(std::string_view type) const {
        for (auto it = got().rbegin(); it != got().rend(); ++it)
            if ((*it)["type"] == type) return *it;
        return nullptr;
    }
    /// The types of all that came, in order, with a space between.
    std::string types() const {
        std::string types;
        for (auto const& message : got()) {
            if (!types.empty()) types += ' ';
            types += message["type"].get<std::string>();
        }
        return types;
    }
};

/// Random bytes that are none: they count.
inline RandomBytes counted_bytes(std::uint8_t first = 0) {
    return [n = first](std::span<std::uint8_t> bytes) mutable {
        for (auto& byte : bytes) byte = n++;
    };
}

/// The public room ROOM.
inline Room new_room(std::string const& id, int seats, std::optional<ClockSetting> clock = {},
                     std::string const& options = "{}", RandomBytes random = counted_bytes()) {
    auto const* game = find_game(id);
    auto const settled = game->settle(options, seats);
    return Room({.code = "ROOM",
                 .game = game,
                 .options = std::get<std::string_view>(settled),
                 .seats = seats,
                 .is_public = true,
                 .clock = clock},
                std::nullopt, std::move(random));
}

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
    explicit RoomFixture(std::string const& game, int seats, std::optional<ClockSetting> clock = {},
                         std::string const& options = "{}")
        : room(new_room(game, seats, clock, options)) {}

    /// Sends a client message, written as JSON without `room`.
    void say(Person const& person, Json message) {
        auto const [id, read] = room_message(std::move(message));
        deliver(room.handle(person.member, id, read, now), person.member, id);
    }

    Person join(std::string const& name) {
        Person person;
        say(person, {{"type", "join"}, {"name", name}});
        return person;
    }

    void deliver(Effects effects, ClientSessionPtr const& from = {}, MessageId const& id = {}) {
        effects.deliveries.let_out();
        room.write_update(effects, from, id);
        for (auto& task : effects.bot_tasks) tasks.push_back(std::move(task));
        changes.add(effects.changes);
    }

    /// Lets bots decide until nobody asks one; at most so many times.
    void let_bots_play(int at_most = 5000) {
        BotRandom random(1);
        for (; !tasks.empty() && at_most > 0; --at_most) {
            auto const task = tasks.front();
            tasks.erase(tasks.begin());
            if (auto const action = choose(task, {.iterations = 20}, random))
                deliver(room.bot_moved(task.seat, task.decision, *action, now));
        }
    }

    void pass_time(double secs) {
        now += seconds(secs);
        deliver(room.check_clock(now));
    }

    /// The first action that a person's newest update allows. \pre its templates are literal
    static Json first_action(Person const& person) { return person.last("update")["legal"][0]; }

    void act(Person const& person, Json const& action) {
        say(person, {{"type", "act"}, {"id", 1}, {"decision", person.last("update")["decision"]}, {"action", action}});
    }

    TimePoint now{};
    std::vector<BotTask> tasks;
    /// What was to be stored, where a unit was begun.
    Changes changes;
    Room room;
};

inline Json seat_of(Json const& room, int seat) {
    return room["seats"][static_cast<std::size_t>(seat)];
}

} // namespace tefuda::server::test
