// Sessions and rooms on several threads: the order of answers, and rooms that many wake at once.
#include "server/app.hpp"
#include "server/runtime/event_loops.hpp"
#include "tests/server/support/data_directory.hpp"
#include "tests/server/support/get.hpp"
#include "tests/server/support/kept_log.hpp"
#include "tests/server/support/people.hpp"
#include "tests/server/support/say.hpp"

#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>

using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

/// A connection that others wait at until it has got something.
class Listener final : public ClientConnection {
public:
    explicit Listener(Executor& thread) : thread_(thread) {}

    Executor& executor() const override { return thread_; }
    void send(std::string_view text) override {
        std::lock_guard const lock(mutex_);
        got_.push_back(Json::parse(text));
        changed_.notify_all();
    }
    void close(unsigned short, std::string_view) override {}
    void abort() noexcept override {}
    std::string const& address() const override { return address_; }

    /// Waits until something is so of what it has got. \returns that; fails after a minute
    template <class Condition>
    std::vector<Json> wait_until(Condition const& is_so) {
        std::unique_lock lock(mutex_);
        if (!changed_.wait_for(lock, std::chrono::minutes(1), [&] { return is_so(got_); }))
            throw std::runtime_error("waited in vain; got " + types_of(got_));
        return got_;
    }
    Json wait_for(std::string_view type) {
        return last_of(wait_until([&](auto const& got) { return last_of(got, type) != nullptr; }), type);
    }

private:
    Executor& thread_;
    std::string const address_ = "127.0.0.1";
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Json> got_;
};

/// A server of two threads; its rooms live on both, or on the second alone.
class TwoThreads {
public:
    enum class RoomsLive { on_both, on_the_second };

    explicit TwoThreads(Config config, RoomsLive rooms = RoomsLive::on_both) {
        config.limits = Limits::none();
        auto executors = threads_.executors();
        if (rooms == RoomsLive::on_the_second) executors.erase(executors.begin());
        service_ = make_app(config, executors);
        threads_.start();
        service_->recover();
    }
    ~TwoThreads() {
        std::promise<void> stored;
        service_->stopping([&] { stored.set_value(); });
        stored.get_future().wait();
        threads_.stop();
    }

    struct Client {
        std::shared_ptr<Listener> connection;
        std::shared_ptr<MessageHandler> session;

        /// All in one turn of its thread.
        void say(std::vector<Json> const& messages) const {
            connection->executor().post([to = session, messages] {
                for (auto const& message : messages) test::say(*to, message.dump());
            });
        }
    };

    Client connect(std::size_t thread) {
        auto connection = std::make_shared<Listener>(threads_.executor(thread));
        std::promise<std::shared_ptr<MessageHandler>> session;
        connection->executor().post([&] { session.set_value(service_->opened(connection)); });
        return {connection, session.get_future().get()};
    }

    HttpReply get(std::string const& path) {
        std::promise<HttpReply> reply;
        test::get(*service_, path, [&](HttpReply answer) { reply.set_value(std::move(answer)); });
        return reply.get_future().get();
    }

private:
    QuietLog const quiet_;
    EventLoops threads_{2};
    std::unique_ptr<Service> service_;
};

/// Every kind of message, each with its place as its `id`.
std::vector<Json> mixed_messages(std::string const& room, int rounds) {
    std::vector<Json> all;
    for (int i = 0; i < rounds; ++i)
        for (auto message : {Json{{"type", "join"}, {"room", room}, {"name", "n"}}, Json{{"type", "list"}},
                             Json{{"type", "chat"}, {"room", room}, {"text", "x"}}, Json{{"type", "list"}},
                             Json{{"type", "start"}, {"room", "NONE"}}, Json{{"type", "leave"}, {"room", room}},
                             Json{{"type", "create"}, {"game", i % 2 == 0 ? "none" : "selfish"}}}) {
            message["id"] = all.size();
            all.push_back(std::move(message));
        }
    return all;
}

std::vector<std::size_t> answered_ids(std::vector<Json> const& got) {
    std::vector<std::size_t> ids;
    for (auto const& message : got)
        if (message.contains("re")) ids.push_back(message["re"]);
    return ids;
}

} // namespace

TEST_CASE("Answers come in the order of the messages, whichever threads a client and its room live on", "[threads]") {
    DataDirectory const directory;
    Config config;
    if (GENERATE(false, true)) config.data = directory.path;
    TwoThreads server(config, TwoThreads::RoomsLive::on_the_second);
    auto const host = server.connect(0);
    host.say({{{"type", "create"}, {"game", "selfish"}, {"seats", 6}}});
    auto const messages = mixed_messages(host.connection->wait_for("created")["room"], 20);
    // The room's messages to one client come from the other thread while that client's own are handled.
    std::vector<TwoThreads::Client> const clients{server.connect(0), server.connect(0), server.connect(1)};
    for (auto const& client : clients) client.say(messages);
    for (auto const& client : clients) {
        auto const got = client.connection->wait_until(
            [&](auto const& so_far) { return answered_ids(so_far).size() >= messages.size(); });
        auto const ids = answered_ids(got);
        CHECK(ids.size() == messages.size());
        if (auto const wrong = std::ranges::is_sorted_until(ids); wrong != ids.end()) {
            INFO(answer_to(got, *std::prev(wrong)) << " came before " << answer_to(got, *wrong));
            FAIL_CHECK("not in order");
        }
        CHECK(got[1]["type"] == "joined");
    }
}

TEST_CASE("Whoever comes to a room that sleeps finds it, however many come at once, readers don't wake it",
          "[threads]") {
    DataDirectory const directory;
    Config config;
    config.data = directory.path;
    std::vector<std::string> rooms;
    {
        TwoThreads server(config);
        auto const watcher = server.connect(0);
        for (int i = 0; i < 10; ++i) {
            // Bots alone: the match is over soon.
            watcher.say(
                {{{"type", "create"}, {"game", "selfish"}, {"seats", 2}, {"bots", {"easy", "easy"}}, {"id", i}}});
            auto const got =
                watcher.connection->wait_until([&](auto const& so_far) { return answer_to(so_far, i) != nullptr; });
            rooms.push_back(answer_to(got, i)["room"]);
        }
        for (auto const& room : rooms) {
            watcher.say({{{"type", "join"}, {"room", room}, {"name", "n"}, {"role", "spectator"}}});
            watcher.connection->wait_until([&](auto const& so_far) {
                return std::ranges::any_of(so_far, [&](Json const& message) {
                    return message["type"] == "room" && message["room"] == room && message["status"] == "finished";
                });
            });
        }
    }
    // A finished room sleeps after a restart.
    TwoThreads server(config);
    std::vector<TwoThreads::Client> clients;
    for (std::size_t i = 0; i < 6; ++i) clients.push_back(server.connect(i % 2));
    std::atomic<bool> done = false;
    auto reading = std::async(std::launch::async, [&] {
        int failed = 0;
        do {
            for (auto const& room : rooms)
                for (auto const* path : {"", "/matches/1", "/matches/1/updates"})
                    failed += server.get("/api/rooms/" + room + path).status == 200 ? 0 : 1;
        } while (!done);
        return failed;
    });
    for (auto const& client : clients)
        for (auto const& room : rooms)
            client.say({{{"type", "join"}, {"room", room}, {"name", "n"}, {"role", "spectator"}}, {{"type", "ping"}}});
    for (auto const& client : clients) {
        auto const got = client.connection->wait_until([&](auto const& so_far) {
            return std::ranges::count(so_far, Json("pong"), [](Json const& message) { return message["type"]; }) ==
                   static_cast<std::ptrdiff_t>(rooms.size());
        });
        CHECK(last_of(got, "error") == nullptr);
    }
    done = true;
    CHECK(reading.get() == 0);
}
