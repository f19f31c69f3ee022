// A room that is a player's board of the day.
#include "server/room/board_rules.hpp"
#include "server/rooms/room_age.hpp"
#include "server/rooms/room_factory.hpp"
#include "tests/server/support/room_fixture.hpp"

#include <atomic>
#include <deque>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

constexpr auto day = 20'000;

/// A client that is somebody.
class Known final : public Participant {
public:
    explicit Known(std::string id) : id_(std::move(id)) {}
    void send(std::string_view text) override { got.push_back(Json::parse(text)); }
    void answered(std::size_t) override {}
    void hand_back(MessageId, ClientMessage, std::chrono::steady_clock::time_point, std::size_t) override {}
    void close_as_failed() override {}
    void set_takes_part(std::string const&, bool) override {}
    void count_wrong_token() override {}
    bool may_join_another_room() const override { return true; }
    std::string const& address() const override { return at_; }
    SeatOwner player() const override {
        return id_.empty() ? nullptr : std::make_shared<SeatPlayer const>(SeatPlayer{id_, PlayerKind::human});
    }
    bool begin_advice() override { return true; }
    void end_advice() override {}

    std::vector<Json> got;

private:
    std::string const id_;
    std::string const at_ = "192.0.2.1";
};

/// The board of player `me`, played with one way in which the bots' answers come.
struct BoardRoom {
    RoomFactory factory{counted_bytes(), false, true};
    std::optional<Room> room;
    std::shared_ptr<Known> me = std::make_shared<Known>("me");
    TimePoint now{};
    std::deque<BotTask> tasks;
    std::vector<Change> changes;
    /// Of each search of a bot.
    search::Budget budget{.iterations = 0};

    explicit BoardRoom(std::string const& game, std::uint8_t secret = 7) {
        auto const* found = find_game(game);
        auto const daily = found->seat_counts().usual;
        Bytes32 bytes;
        bytes.fill(secret);
        room.emplace(
            factory.make(factory.order_of({found, daily, "{}", bytes, day}, {"me", PlayerKind::human}), "ROOM"));
        room->begin_transaction({});
        publish(room->wake(now));
    }

    void publish(Effects effects) {
        room->commit_transaction();
        effects.messages.send_all();
        for (auto& task : effects.bot_tasks) tasks.push_back(std::move(task));
        std::ranges::move(effects.changes, std::back_inserter(changes));
    }
    void say(std::shared_ptr<Known> const& who, Json message) {
        auto const [id, read] = room_message(std::move(message));
        room->begin_transaction({});
        publish(room->handle(who, id, read, now));
    }
    Json refusal(std::shared_ptr<Known> const& who, Json const& message) {
        say(who, message);
        return who->got.back().value("code", Json());
    }
    void answer_one() {
        auto const task = tasks.front();
        tasks.pop_front();
        BotRandom random(task.seed);
        room->begin_transaction({});
        publish(room->bot_moved(task.seat, task.decision, choose(task, budget, random), now));
    }
    void pass_time() {
        now += std::chrono::seconds(60);
        room->begin_transaction({});
        publish(room->check_clock(now));
    }
    /// Whatever was stored of the match, as another server takes it up.
    void restart() {
        StoredRoom stored{"ROOM", {}, {}, {}};
        StoredMatch match;
        for (auto const& change : changes) {
            if (auto const* saved = std::get_if<RoomSaved>(&change)) stored.room = saved->room;
            if (auto const* begun = std::get_if<MatchBegun>(&change))
                match.number = begun->number, match.setup = begun->setup;
            if (auto const* taken = std::get_if<ActionTaken>(&change))
                match.actions.add({taken->seat, taken->action, taken->ms, taken->by_bot});
        }
        stored.last_match = match;
        room.reset();
        room = factory.restore(std::move(stored), now);
        REQUIRE(room);
        tasks.clear();
        me = std::make_shared<Known>("me");
        room->begin_transaction({});
        publish(room->wake(now));
        say(me, {{"type", "resume"}});
    }
    Json update() const { return last_of(me->got, "update"); }
    std::vector<std::string> actions() const {
        std::vector<std::string> all;
        for (auto const& change : changes)
            if (auto const* taken = std::get_if<ActionTaken>(&change))
                all.push_back(std::to_string(taken->seat.number()) + taken->action);
        return all;
    }
};

/// How bots and server behave while a match is played.
enum class Way { bots_are_quick, bots_are_late, it_restarts };

/// Plays the first literal action, or passes the time, until the match is over or so many actions were taken.
std::vector<std::string> play(std::string const& game, Way way, search::Budget const& budget = {.iterations = 0}) {
    constexpr auto at_most = 400;
    BoardRoom board(game);
    board.budget = budget;
    board.say(board.me, {{"type", "join"}, {"name", "Me"}});
    BotRandom random(1);
    auto own = 0;
    for (auto turn = 0; turn < 20 * at_most && board.room->state().playing() && own < at_most; ++turn) {
        auto const may_wait = way != Way::bots_are_quick;
        if (!board.tasks.empty() && !(may_wait && board.update().value("must", false))) {
            board.answer_one();
            continue;
        }
        auto const update = board.update();
        if (update.value("must", false)) {
            // The same numbers in each way: of how often it has acted.
            BotTask const mine{board_seat, 0, BotLevel::easy, true, update["legal"].dump()};
            BotRandom own_random(static_cast<std::uint64_t>(own));
            auto const action = choose_easy(mine, own_random);
            auto const seq = board.actions().size();
            board.say(board.me, {{"type", "act"}, {"decision", update["decision"]}, {"action", Json::parse(*action)}});
            if (board.actions().size() > seq && !board.actions().empty() && board.actions().back().front() == '0')
                ++own;
            if (way == Way::it_restarts && own % 3 == 0) board.restart();
            continue;
        }
        board.pass_time();
    }
    return board.actions();
}

} // namespace

TEST_CASE("Equal actions lead to equal boards, however late the bots answer and whatever is restarted", "[daily]") {
    for (auto const* game : {"fortyone", "selfish", "sugekari21", "twentytwo"}) {
        CAPTURE(game);
        auto const quick = play(game, Way::bots_are_quick);
        CHECK(quick.size() > 10);
        CHECK(play(game, Way::bots_are_late) == quick);
        CHECK(play(game, Way::it_restarts) == quick);
    }
}

TEST_CASE("Bots of a board search nothing, so how long they think tells nothing of the cards", "[daily]") {
    // A search would go on until it is cancelled, or would choose otherwise.
    std::atomic<bool> const is_cancelled = true;
    for (auto const* game : {"fortyone", "selfish", "sugekari21", "twentytwo"}) {
        CAPTURE(game);
        auto const without = play(game, Way::bots_are_quick);
        CHECK(play(game, Way::bots_are_quick, {.iterations = 200}) == without);
        CHECK(play(game, Way::bots_are_quick, {.cancelled = &is_cancelled}) == without);
    }
}

TEST_CASE("A board's room is its player's alone until the board is open", "[daily]") {
    BoardRoom board("fortyone");
    auto const other = std::make_shared<Known>("other"), nobody = std::make_shared<Known>("");
    Json const join{{"type", "join"}, {"name", "N"}}, watch{{"type", "join"}, {"name", "N"}, {"role", "spectator"}};
    for (auto const& who : {other, nobody}) {
        CHECK(board.refusal(who, join) == "not_yours");
        CHECK(board.refusal(who, watch) == "not_yours");
    }
    CHECK(board.refusal(board.me, watch) == "not_yours");
    CHECK(board.refusal(board.me, {{"type", "join"}, {"name", "N"}, {"entropy", ""}}) == "bad_message");
    board.say(board.me, join);
    auto const token = last_of(board.me->got, "joined")["token"];
    CHECK(board.refusal(other, {{"type", "resume"}, {"token", token}}) == "not_yours");
    CHECK(board.refusal(board.me, {{"type", "start"}}) == "daily_played");
    CHECK(board.refusal(board.me, {{"type", "advise"}}) == "no_advice");
    CHECK(is_hidden(board.room->state(), board.factory.open_boards()));

    board.factory.open_boards().open_until(day);
    // A match that has not ended is never public, and is over.
    CHECK(is_hidden(board.room->state(), board.factory.open_boards()));
    CHECK(board.refusal(other, watch) == "not_yours");
    auto const update = board.update();
    CHECK(board.refusal(board.me, {{"type", "act"}, {"decision", 1}, {"action", Json::object()}}) == "not_playing");
    auto const before = board.actions().size();
    while (!board.tasks.empty()) board.answer_one();
    board.pass_time();
    CHECK(board.actions().size() == before);
}

TEST_CASE("A board that is finished has a margin, begins no other match, and is public once it opens", "[daily]") {
    BoardRoom board("fortyone");
    REQUIRE(board.changes.size() == 2);
    CHECK(board.changes[1] == Change(BoardBegun{day, "fortyone", "me", true}));
    board.say(board.me, {{"type", "join"}, {"name", "Me"}});
    while (board.room->state().playing()) {
        if (!board.tasks.empty()) {
            board.answer_one();
            continue;
        }
        auto const update = board.update();
        BotTask const mine{board_seat, 0, BotLevel::easy, true, update["legal"].dump()};
        BotRandom random(1);
        board.say(
            board.me,
            {{"type", "act"}, {"decision", update["decision"]}, {"action", Json::parse(*choose_easy(mine, random))}});
    }
    auto const result = board.update()["view"]["result"].dump();
    auto const margin = find_game("fortyone")->margin(result, board_seat);
    CHECK(std::ranges::count(board.changes, Change(BoardEnded{margin})) == 1);
    CHECK(std::ranges::count_if(board.changes,
                                [](Change const& change) { return std::holds_alternative<ResultSaved>(change); }) == 1);
    for (auto const* type : {"start", "rematch"}) CHECK(board.refusal(board.me, {{"type", type}}) == "daily_played");
    for (auto const* type : {"kick", "move"})
        CHECK(board.refusal(board.me, {{"type", type}, {"seat", 1}}) == "daily_played");
    CHECK(board.refusal(board.me, {{"type", "change"}, {"game", "selfish"}}) == "bad_options");
    CHECK(board.refusal(board.me, {{"type", "change"}}) == "bad_options");
    CHECK(is_hidden(board.room->state(), board.factory.open_boards()));
    board.factory.open_boards().open_until(day);
    CHECK_FALSE(is_hidden(board.room->state(), board.factory.open_boards()));
    auto const other = std::make_shared<Known>("other");
    board.say(other, {{"type", "join"}, {"name", "W"}, {"role", "spectator"}});
    CHECK_FALSE(last_of(other->got, "joined").is_null());
}

TEST_CASE("Who leaves a board has given it up: nobody plays on, and nothing ends", "[daily]") {
    BoardRoom board("fortyone");
    board.say(board.me, {{"type", "join"}, {"name", "Me"}});
    auto const token = last_of(board.me->got, "joined")["token"];
    board.say(board.me, {{"type", "leave"}});
    auto const before = board.actions().size();
    for (auto i = 0; i < 10; ++i) {
        while (!board.tasks.empty()) board.answer_one();
        board.pass_time();
    }
    CHECK(board.actions().size() == before);
    CHECK(board.room->is_at_rest());
    CHECK_FALSE(board.room->next_check());
    CHECK(board.refusal(board.me, {{"type", "resume"}}) == "bad_token");
    CHECK(board.refusal(board.me, {{"type", "resume"}, {"token", token}}) == "bad_token");
    CHECK(board.refusal(board.me, {{"type", "join"}, {"name", "Me"}}) == "room_full");
    board.restart();
    CHECK(last_of(board.me->got, "error")["code"] == "bad_token");
}

TEST_CASE("A board that nobody has joined yet is kept for its player until it opens", "[daily]") {
    BoardRoom board("fortyone");
    RoomAges const ages;
    CHECK(standing_of(*board.room, true) == Standing::at_rest);
    CHECK(departure_of(*board.room, true, std::chrono::hours(30), ages) == Departure::unload);
    CHECK_FALSE(departure_of(*board.room, false, std::chrono::hours(30), ages));
    board.factory.open_boards().open_until(day);
    CHECK(departure_of(*board.room, true, std::chrono::hours(30), ages) == Departure::remove);
}
