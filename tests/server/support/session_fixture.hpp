// Sessions of clients with all rooms behind them, on threads of the test's.
#pragma once

#include "server/session/client_session.hpp"
#include "tests/server/support/fake_executor.hpp"
#include "tests/server/support/fake_store.hpp"
#include "tests/server/support/room_fixture.hpp"
#include "tests/server/support/wait_for_reads.hpp"

#include <random>

namespace tefuda::server::test {

/// A connection that writes down what it gets.
class FakeConnection final : public ClientConnection {
public:
    explicit FakeConnection(Executor& executor, std::shared_ptr<Identity const> who = nullptr)
        : executor_(executor), who_(std::move(who)) {}

    Executor& executor() const override { return executor_; }
    void send(std::string_view text) override {
        if (is_broken) throw std::runtime_error("no memory");
        got.push_back(Json::parse(text));
    }
    void close(unsigned short code, std::string_view) override { closed_with = code; }
    std::string const& address() const override { return address_; }
    std::shared_ptr<Identity const> const& identity() const override { return who_; }
    void set_joined(bool now) override { joined = now; }
    void abort() noexcept override { aborted = true; }
    void resume_reading() override {
        if (resume) resume();
    }

    std::vector<Json> got;
    std::optional<unsigned short> closed_with;
    bool joined = false;
    bool aborted = false;
    /// Called where messages are read again.
    std::function<void()> resume;
    /// Whatever is sent to it fails.
    bool is_broken = false;

private:
    Executor& executor_;
    std::shared_ptr<Identity const> const who_;
    std::string const address_ = "192.0.2.1";
};

struct Client {
    std::shared_ptr<FakeConnection> connection;
    std::shared_ptr<ClientSession> session;

    std::vector<Json>& got() const { return connection->got; }
    Json last(std::string_view type) const { return last_of(connection->got, type); }
    std::string types() const { return types_of(connection->got); }
};

/// The same bytes in each test, so many that no room's code comes twice.
inline RandomBytes seeded_bytes() {
    return [engine = std::mt19937(1)](std::span<std::uint8_t> bytes) mutable {
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(engine());
    };
}

/// Whether clients live on the rooms' thread or on one of their own.
enum class ClientsLive { with_the_rooms, elsewhere };

/// A registry of rooms with a journal, and sessions.
class Sessions {
public:
    explicit Sessions(Limits const& limits = Limits::none(), ClientsLive where = ClientsLive::with_the_rooms,
                      RandomBytes random = seeded_bytes())
        : clients(where == ClientsLive::elsewhere ? elsewhere_ : thread), guesses(limits.guesses_an_address),
          quota({limits.actions_a_day, limits.rooms_a_day, limits.bytes_a_day}),
          rooms({&thread}, std::move(random),
                {.ages = {.unused = std::chrono::minutes(1)},
                 .capacity = {.rooms = limits.rooms, .rooms_an_address = limits.rooms_an_address}},
                bots_, {&store, writer_.get(), &reader}),
          inboxes(std::make_shared<InboxBudget>(limits.unanswered_bytes)),
          shared_{.limits = limits,
                  .rooms = rooms,
                  .guesses = guesses,
                  .quota = quota,
                  .inboxes = inboxes,
                  .sanctions = sanctions,
                  .continuations = continuations,
                  .has_blocked = [this](auto const& player, auto const& other, auto const&, auto done) {
                      asked.push_back(player + " " + other);
                      if (!waits_for_blocks) return done(blocks_of(player, other));
                      tell = [=, this] { done(blocks_of(player, other)); };
                  }} {
        run();
    }
    ~Sessions() {
        store.let_go();
        writer_.reset();
        // Before what they refer to.
        for (auto* const executor : {&thread, &elsewhere_}) executor->drop();
    }

    /// \param who has opened it; null: nobody
    Client connect(std::shared_ptr<Identity const> who = nullptr) {
        auto connection = std::make_shared<FakeConnection>(clients, std::move(who));
        return {connection, std::make_shared<ClientSession>(connection, shared_)};
    }

    /// All messages come in one turn of the client's thread; no commit that they cause is waited for.
    void receive(Client const& client, std::vector<Json> const& messages) {
        clients.post([=] {
            for (auto const& message : messages) receive_now(client, message);
        });
        run();
    }
    /// On the client's thread. \param message a text that is no JSON, or JSON
    static void receive_now(Client const& client, Json const& message) {
        auto const text = message.is_string() ? message.get<std::string>() : message.dump();
        client.session->received(text, client.connection->executor().now());
    }
    void close(Client const& client) {
        clients.post([=] { client.session->closed(); });
        run();
    }

    /// Sends a message with an `id` and waits for the answer, which is returned.
    Json ask(Client const& client, Json message) {
        message["id"] = ++asked_;
        receive(client, {message});
        auto const answer = [&] { return answer_to(client.got(), asked_); };
        run_until([&] { return answer() != nullptr; });
        return answer();
    }
    /// Makes a public room for two, or for so many, and returns its code.
    std::string create(Client const& client, std::string const& game = "selfish", int seats = 2) {
        auto const made = ask(client, {{"type", "create"}, {"game", game}, {"public", true}, {"seats", seats}});
        REQUIRE(made["type"] == "created");
        return made["room"];
    }
    Json join(Client const& client, std::string const& room) {
        return ask(client, {{"type", "join"}, {"room", room}, {"name", "n"}});
    }
    /// A client acts with the first action that is allowed. \pre it is literal
    Json act(Client const& client) {
        auto const update = client.last("update");
        return ask(client, {{"type", "act"},
                            {"room", update["room"]},
                            {"decision", update["decision"]},
                            {"action", update["legal"][0]}});
    }

    /// Until nothing is left to do on either thread.
    void run() {
        while (thread.waiting() + clients.waiting() > 0) {
            thread.run();
            clients.run();
        }
    }
    /// As FakeExecutor::run_until; what other threads post comes to the rooms' thread.
    template <class Condition>
    void run_until(Condition const& is_so) {
        thread.run_until([&] {
            run();
            return is_so();
        });
    }

    void wait_until_stored() {
        auto is_stored = false;
        writer_->flush([&] { thread.post([&] { is_stored = true; }); });
        run_until([&] { return is_stored; });
    }
    /// Until the store has done what it was asked for until now, and has posted it; nothing of that runs.
    void wait_for_store() {
        FakeExecutor waiting;
        writer_->flush([&] { waiting.post([] {}); });
        waiting.wait_for_task();
        wait_for_reads(reader);
    }
    /// Everybody's connection is lost, and the room is unloaded.
    void put_to_sleep(std::string const& room, std::vector<Client> const& people) {
        for (auto const& person : people) close(person);
        run();
        // A room that is being stored does not rest.
        wait_until_stored();
        for (int minute = 0; minute < 2; ++minute) thread.pass(std::chrono::minutes(1));
        run_until([&] { return rooms.look_up(room).is_asleep; });
    }
    /// Who is connected to a room, seats and spectators together. \pre it is in memory
    int connected_to(std::string const& room) {
        std::optional<int> count;
        rooms.find(room)->read([&](Room const& it) {
            count = static_cast<int>(it.presence().spectators().size());
            for (auto const& seat : it.presence().seats) *count += seat.client ? 1 : 0;
        });
        run_until([&] { return count.has_value(); });
        return *count;
    }

    /// Who has blocked whom, as `PLAYER OTHER`; nothing: it can't be read.
    std::optional<std::set<std::string>> blocks{std::in_place};
    /// What was asked of that; and whether whoever asks has to wait until `tell` is called.
    std::vector<std::string> asked;
    bool waits_for_blocks = false;
    std::function<void()> tell;

    FakeStore store;
    /// The rooms' thread.
    FakeExecutor thread;

private:
    std::optional<bool> blocks_of(std::string const& player, std::string const& other) const {
        return blocks ? std::optional(blocks->contains(player + " " + other)) : std::nullopt;
    }

    FakeExecutor elsewhere_;

protected:
    BotPool bots_{1, std::chrono::milliseconds(0)};

private:
    std::unique_ptr<JournalWriter> writer_ = std::make_unique<JournalWriter>(store);

public:
    FakeExecutor& clients;
    StoreReader reader{store};
    AddressRate guesses;
    DayQuota quota;
    RoomRegistry rooms;
    std::shared_ptr<InboxBudget> const inboxes;
    Sanctions sanctions;
    FinishedMatches const finished{rooms, &reader, thread};
    Continuations const continuations{rooms, finished, thread};

private:
    ClientSession::Shared const shared_;
    int asked_ = 0;
};

} // namespace tefuda::server::test
