// The service under many threads at once, with and without a journal: what ThreadSanitizer looks at, and that everybody
// is answered all the same.
#include "server/app.hpp"
#include "server/runtime/event_loops.hpp"
#include "tests/server/support/data_directory.hpp"
#include "tests/server/support/get.hpp"
#include "tests/server/support/kept_log.hpp"
#include "tests/server/support/say.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

#include <condition_variable>
#include <future>
#include <mutex>
#include <random>
#include <set>
#include <thread>

using namespace tefuda::server;
using Json = nlohmann::json;

namespace {

/// What all players know of: rooms, and tokens of seats in them.
class Gossip {
public:
    void tell(Json const& message) {
        std::lock_guard const lock(mutex_);
        if (message["type"] == "created") rooms_.push_back(message["room"]);
        if (message["type"] == "joined" && message.contains("token"))
            seats_.emplace_back(message["room"], message["token"]);
    }
    std::string room(std::size_t any) {
        std::lock_guard const lock(mutex_);
        return rooms_.empty() ? "NONE" : rooms_[any % rooms_.size()];
    }
    std::pair<std::string, std::string> seat(std::size_t any) {
        std::lock_guard const lock(mutex_);
        return seats_.empty() ? std::pair<std::string, std::string>("NONE", "x") : seats_[any % seats_.size()];
    }

private:
    std::mutex mutex_;
    std::vector<std::string> rooms_;
    std::vector<std::pair<std::string, std::string>> seats_;
};

class Player final : public ClientConnection {
public:
    Player(Gossip& gossip, Executor& thread) : gossip_(gossip), thread_(thread) {}

    Executor& executor() const override { return thread_; }
    void send(std::string_view text) override {
        auto const message = Json::parse(text);
        gossip_.tell(message);
        std::lock_guard const lock(mutex_);
        if (message["type"] == "update" && message.contains("legal")) update_ = message;
        if (message.contains("re")) answered_.insert(message["re"].get<int>());
        changed_.notify_all();
    }
    void close(unsigned short, std::string_view) override {}
    void abort() noexcept override {}
    std::string const& address() const override { return address_; }

    /// An action for the newest decision that it was told of; it may be stale.
    Json act() const {
        std::lock_guard const lock(mutex_);
        if (update_.is_null()) return {{"type", "act"}, {"room", "NONE"}, {"decision", 1}, {"action", Json::object()}};
        return {{"type", "act"},
                {"room", update_["room"]},
                {"decision", update_["decision"]},
                {"action", update_["legal"][0]}};
    }

    /// Waits until each of so many ids has been answered. \returns whether they were, once each
    bool is_answered(int count) {
        std::unique_lock lock(mutex_);
        auto const complete = [&] { return answered_.size() >= static_cast<std::size_t>(count); };
        return changed_.wait_for(lock, std::chrono::seconds(60), complete) &&
               answered_.size() == static_cast<std::size_t>(count) &&
               std::set<int>(answered_.begin(), answered_.end()).size() == answered_.size();
    }

private:
    Gossip& gossip_;
    Executor& thread_;
    std::string const address_ = "127.0.0.1";
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    Json update_;
    std::multiset<int> answered_;
};

/// A player's connection, which lives on one of the server's threads, and how many messages it has sent.
struct Seated {
    std::shared_ptr<Player> player;
    std::shared_ptr<MessageHandler> server;
    int sent = 0;

    void say(std::string text) const {
        player->executor().post([to = server, text = std::move(text)] { test::say(*to, text); });
    }
    void close() const {
        player->executor().post([to = server] { to->closed(); });
    }
};

Json some_message(std::mt19937& random, Player const& player, Gossip& gossip) {
    auto const room = gossip.room(random());
    auto const seat = gossip.seat(random());
    switch (random() % 32) {
    case 0:
        return {{"type", "create"}, {"game", "fortyone"}, {"public", true}};
    case 1:
    case 2:
        return {{"type", "join"}, {"room", room}, {"name", "n"}};
    case 3:
        return {{"type", "join"}, {"room", room}, {"name", "n"}, {"role", "spectator"}};
    case 4:
        return {{"type", "resume"}, {"room", seat.first}, {"token", seat.second}, {"since", 1}};
    case 5:
        return {{"type", "leave"}, {"room", room}};
    case 6:
        return {{"type", "fill"}, {"room", room}};
    case 7:
        return {{"type", "rematch"}, {"room", room}};
    case 8:
        return {{"type", "chat"}, {"room", room}, {"text", "x"}};
    case 9:
        return {{"type", "list"}};
    case 10:
    case 11:
    case 12:
    case 13:
        return {{"type", "join"}, {"room", room}, {"name", "n"}};
    case 14:
        return {{"type", "kick"}, {"room", room}, {"seat", 1}};
    default:
        return player.act();
    }
}

/// Four threads of players who do whatever comes to their mind, at the rooms that all of them know. Players and rooms
/// live on the server's three threads, mostly on different ones.
class Crowd {
public:
    explicit Crowd(Config config) {
        config.limits = Limits::none();
        service = make_app(config, threads_.executors());
        threads_.start();
        service->recover();
    }
    ~Crowd() { threads_.stop(); }

    /// \returns how many connections were not answered as they must be
    int play(int messages) {
        std::vector<std::future<int>> unanswered;
        for (unsigned seed = 1; seed <= 4; ++seed)
            unanswered.push_back(std::async(std::launch::async, [=, this] { return play(messages, seed); }));
        int sum = 0;
        for (auto& each : unanswered) sum += each.get();
        return sum;
    }

private:
    int play(int messages, unsigned seed) {
        std::mt19937 random(seed);
        std::vector<Seated> players;
        for (int i = 0; i < 4; ++i) players.push_back(connect(random()));
        for (int i = 0; i < messages; ++i) {
            auto& one = players[random() % players.size()];
            auto message = some_message(random, *one.player, gossip_);
            message["id"] = one.sent++;
            one.say(message.dump());
            if (random() % 16 == 0)
                test::get(*service, "/api/rooms/" + gossip_.room(random()), [](HttpReply const&) {});
            if (random() % 64 != 0) continue;
            one.close();
            one = connect(random());
        }
        int unanswered = 0;
        for (auto const& one : players) {
            unanswered += one.player->is_answered(one.sent) ? 0 : 1;
            one.close();
        }
        return unanswered;
    }

    Seated connect(std::size_t any) {
        auto& thread = threads_.executor(any % threads_.count());
        auto player = std::make_shared<Player>(gossip_, thread);
        std::promise<std::shared_ptr<MessageHandler>> opened;
        thread.post([&] { opened.set_value(service->opened(player)); });
        return {player, opened.get_future().get()};
    }

    test::QuietLog const quiet_;
    // Players may be told something up to the end.
    Gossip gossip_;
    EventLoops threads_{3};

public:
    std::unique_ptr<Service> service;
};

} // namespace

TEST_CASE("Many threads in many rooms: every message is answered once", "[threads]") {
    test::DataDirectory const directory;
    Config config;
    if (GENERATE(false, true)) config.data = directory.path;
    Crowd crowd(config);
    CHECK(crowd.play(1500) == 0);
}

TEST_CASE("A server that is stopped while many threads use it answers what came before, and ends", "[threads]") {
    test::DataDirectory const directory;
    Config config;
    config.data = directory.path;
    Crowd crowd(config);
    auto playing = std::async(std::launch::async, [&] { return crowd.play(1500); });
    std::promise<void> done;
    crowd.service->stopping([&] { done.set_value(); });
    CHECK(done.get_future().wait_for(std::chrono::seconds(60)) == std::future_status::ready);
    playing.get();
}
