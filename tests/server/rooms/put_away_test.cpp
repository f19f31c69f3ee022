// A match that is put away after each action, and one that never leaves the memory: nothing tells them apart.
#include "server/rooms/room_factory.hpp"
#include "server/store/saved_json.hpp"
#include "tests/server/support/fake_store.hpp"
#include "tests/server/support/room_fixture.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <vector>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

enum class Memory { keeps_it, forgets_it_after_each_action };

/// A table with a clock at which Aki and Ben play, and built-in bots in the other seats.
class LongTable {
public:
    LongTable(Game const& game, Memory memory) : memory_(memory) {
        auto const seats = game.seat_counts().usual;
        room_ = RoomPlan{.game = std::string(game.id()),
                         .seats = seats,
                         .clock = ClockSetting{.decision = 60, .bank = 10},
                         .options = "{}",
                         .random = random_}
                    .make(Keeps::journal);
        transact([&] { return room_->wake(now_); });
        for (std::size_t i = 0; i < people_.size(); ++i)
            say(i, {{"type", "join"}, {"name", i == 0 ? "Aki" : "Ben"}, {"entropy", std::to_string(i)}});
        for (auto seat = 2; seat < seats; ++seat) say(0, {{"type", "fill"}});
        for (auto& person : people_) person.token = person.client.last("joined")["token"].get<std::string>();
        if (room_->state().status == RoomStatus::waiting) say(0, {{"type", "start"}});
    }

    bool is_over() const { return !room_->state().playing(); }

    /// Ben leaves, so that a bot plays his seat, or comes back.
    void ben_leaves() {
        say(1, {{"type", "leave"}});
        pass_time(3);
    }
    void ben_comes_back() { resume(1); }

    /// One action: of a bot that was asked, else of a person. Where `is_slow`, the persons whom the game waits for let
    /// the time pass, and bots act in their place, before the room is put away: a decision that is on then has its full
    /// time again.
    void step(bool is_slow) {
        auto const before = record().actions.size();
        answer();
        if (record().actions.size() == before && is_slow) {
            pass_time(71);
            while (!tasks_.empty()) answer();
        }
        if (record().actions.size() == before) act_for_one();
        if (memory_ == Memory::forgets_it_after_each_action) restart();
    }

    void change(std::string const& game, int seats) {
        say(0, {{"type", "change"}, {"game", game}, {"seats", seats}});
        say(1, {{"type", "move"}, {"seat", seats - 1}});
        if (memory_ == Memory::forgets_it_after_each_action) restart();
    }
    void start() { say(0, {{"type", "start"}}); }
    /// What somebody is shown who comes back.
    Json shown(std::size_t person) {
        resume(person);
        return people_[person].client.last("update");
    }

    MatchRecord const& record() const { return room_->match()->record(); }
    /// All that is stored of the room and its newest match, as text, but for the moments at which matches ended.
    std::string stored() const {
        auto const room = *store_.read_room("ROOM");
        auto saved = Json::parse(to_json(room.room));
        if (saved.contains("evening"))
            for (auto& match : saved["evening"]["newest"]) match.erase("ended");
        auto text = saved.dump() + "\n" + to_json(room.last_match->setup);
        for (auto const& [seat, action, ms, by_bot] : room.last_match->actions)
            text +=
                "\n" + std::to_string(seat.number()) + " " + action + " " + std::to_string(ms) + (by_bot ? " bot" : "");
        for (auto const bank : room.last_match->banks) text += "\n" + std::to_string(bank);
        return text;
    }
    MatchActions stored_actions() const { return store_.read_room("ROOM")->last_match->actions; }
    std::string view(Observer observer) const { return room_->match()->run().update(observer, {.resync = true}); }
    /// The result of the match, but for the moment of its end.
    Json result() const {
        auto const results = store_.stored<ResultSaved>();
        REQUIRE(results.size() == 1);
        auto result = Json::parse(results[0].text);
        result.erase("ended");
        return result;
    }

private:
    struct Player {
        Person client;
        std::string token;
        bool is_there = true;
    };

    template <class Run>
    void transact(Run const& run) {
        room_->begin_transaction({});
        auto effects = run();
        if (!effects.changes.empty())
            store_.commit(
                std::vector<Transaction>{{"ROOM", std::move(effects.changes), first_epoch, store_.commits().empty()}});
        room_->commit_transaction();
        effects.messages.send_all();
        for (auto& task : effects.bot_tasks) tasks_.push_back(std::move(task));
    }
    void say(std::size_t person, Json message) {
        if (message["type"] == "leave") people_[person].is_there = false;
        auto const [id, read] = room_message(std::move(message));
        transact([&] { return room_->handle(people_[person].client.client, id, read, now_); });
    }
    void resume(std::size_t person) {
        people_[person].client = Person();
        people_[person].is_there = true;
        say(person, {{"type", "resume"}, {"token", people_[person].token}});
    }
    /// Lets bots answer until one has acted: in an order that does not depend on when they were asked.
    void answer() {
        auto const before = record().actions.size();
        while (!tasks_.empty() && room_->state().playing() && record().actions.size() == before) {
            auto const next = std::ranges::min_element(
                tasks_, {}, [](BotTask const& task) { return std::pair(!task.must_act, task.seat.number()); });
            auto const task = *next;
            tasks_.erase(next);
            BotRandom random(task.seed);
            auto const action = choose(task, {.iterations = 0}, random);
            transact([&] { return room_->bot_moved(task.seat, task.decision, action, now_); });
        }
        if (!room_->state().playing()) tasks_.clear();
    }
    void act_for_one() {
        for (std::size_t i = 0; i < people_.size(); ++i) {
            auto const seat = Seat(static_cast<int>(i));
            if (!room_->match()->run().waits_for(seat)) continue;
            BotRandom random(1);
            auto const action = choose(room_->match()->advice_task(seat), {.iterations = 0}, random);
            REQUIRE(action);
            auto const decision = *room_->match()->run().decision(seat);
            return say(i, {{"type", "act"}, {"decision", decision}, {"action", Json::parse(*action)}});
        }
    }
    void pass_time(int secs) {
        now_ += std::chrono::seconds(secs);
        transact([&] { return room_->check_clock(now_); });
    }
    void restart() {
        tasks_.clear();
        room_ = factory_.restore(*store_.read_room("ROOM"), now_);
        REQUIRE(room_);
        transact([&] { return room_->wake(now_); });
        for (std::size_t i = 0; i < people_.size(); ++i)
            if (people_[i].is_there) resume(i);
    }

    QuietLog const quiet_;
    Memory memory_;
    mutable FakeStore store_;
    RandomBytes random_ = [all = std::make_shared<RandomBytes>(counted_bytes())](auto bytes) { (*all)(bytes); };
    RoomFactory factory_{random_, false, true};
    TimePoint now_{};
    std::vector<BotTask> tasks_;
    std::optional<Room> room_;
    std::array<Player, 2> people_;
};

} // namespace

TEST_CASE("A match that is put away after each action is, field by field, as one that never was", "[room]") {
    auto const* game = GENERATE(from_range(all_games()));
    CAPTURE(game->id());
    LongTable kept(*game, Memory::keeps_it), woken(*game, Memory::forgets_it_after_each_action);
    auto const both = [&](auto const& run) {
        run(kept);
        run(woken);
    };
    for (auto step = 0; step < 60 && !kept.is_over(); ++step) {
        CAPTURE(step);
        if (step == 5) both([](LongTable& table) { table.ben_leaves(); });
        if (step == 25) both([](LongTable& table) { table.ben_comes_back(); });
        both([&](LongTable& table) { table.step(step % 7 == 3); });
        REQUIRE(kept.stored() == woken.stored());
        REQUIRE(kept.is_over() == woken.is_over());
        REQUIRE(kept.record().actions == woken.record().actions);
        REQUIRE(woken.record().actions == woken.stored_actions());
        for (auto const seat : all_seats(game->seat_counts().usual)) REQUIRE(kept.view(seat) == woken.view(seat));
    }
    auto const by_bot = std::ranges::count_if(kept.record().actions, &MatchAction::by_bot);
    CHECK(by_bot > 0);
    CHECK(by_bot < static_cast<std::ptrdiff_t>(kept.record().actions.size()));
    for (auto step = 0; step < 5000 && !kept.is_over(); ++step) both([](LongTable& table) { table.step(false); });
    REQUIRE(kept.is_over());
    CHECK(kept.result() == woken.result());
    CHECK(replay_of(whole(kept.record())) == replay_of(whole(woken.record())));

    // The table takes another game and another seat, and the match that is over stays what it was.
    std::string const other = game->id() == "selfish" ? "twentytwo" : "selfish";
    both([&](LongTable& table) { table.change(other, game->seat_counts().usual + 1); });
    CHECK(kept.stored() == woken.stored());
    for (std::size_t person : {0, 1}) {
        auto const shown = woken.shown(person);
        CHECK(shown == kept.shown(person));
        CHECK(shown["view"]["game"] == game->id());
        CHECK(shown["view"]["seat"] == person);
    }
    both([](LongTable& table) { table.start(); });
    CHECK(woken.record().setup.game->id() == other);
    CHECK(kept.stored() == woken.stored());
}
