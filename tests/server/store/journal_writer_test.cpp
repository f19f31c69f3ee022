// The writer's thread: which transactions share a commit, and what their handlers are told.
#include "server/store/journal_writer.hpp"
#include "tests/server/support/failing_memory.hpp"
#include "tests/server/support/fake_executor.hpp"
#include "tests/server/support/fake_store.hpp"
#include "tests/server/support/stub_store.hpp"

#include <atomic>
#include <future>
#include <new>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

/// Notes what it is told of one transaction: its room, `+` stored or `-` not.
class Noter final : public CommitHandler {
public:
    Noter(Executor& executor, std::string room, std::string& notes)
        : executor_(executor), room_(std::move(room)), notes_(notes) {}

    Executor& executor() const override { return executor_; }
    void claim_lost() override { notes_ += room_ + "lost "; }
    void committed(bool stored) override {
        notes_ += room_ + (stored ? "+ " : "- ");
        if (room_ == "THROWS") throw std::runtime_error("a defect");
    }

private:
    Executor& executor_;
    std::string room_;
    std::string& notes_;
};

struct Fixture {
    explicit Fixture(std::size_t capacity = 100'000) : writer(std::in_place, store, capacity) {}
    ~Fixture() { store.let_go(); }

    bool append(std::string const& room) { return append(room, executor, notes); }
    bool append(std::string const& room, Executor& on, std::string& noted) {
        return writer->append({room, {RoomSaved()}}, std::make_shared<Noter>(on, room, noted));
    }

    /// Appends the others while the commit of the first is under way.
    void append_during_commit(std::string const& first, std::vector<std::string> const& others) {
        store.hold();
        REQUIRE(append(first));
        store.wait_for_commit();
        for (auto const& room : others) REQUIRE(append(room));
    }

    void flush() {
        std::promise<void> done;
        writer->flush([&] { done.set_value(); });
        REQUIRE(done.get_future().wait_for(std::chrono::minutes(1)) == std::future_status::ready);
    }

    /// The rooms of each commit.
    std::string commits() const {
        std::string text;
        for (auto const& commit : store.commits()) {
            for (auto const& transaction : commit) text += transaction.room;
            text += ' ';
        }
        return text;
    }

    std::string noted() {
        executor.run();
        return notes;
    }

    FakeExecutor executor;
    FakeStore store;
    std::string notes;
    std::optional<JournalWriter> writer;
};

/// Stores all, and has the writer's thread run out of memory while it does, or afterwards.
class StoreBeforeMemoryEnds final : public StubStore {
public:
    LostPlaces commit(std::span<Transaction const>) override {
        fail_allocation(failing.exchange(0));
        return LostPlaces{std::size_t{99}};
    }

    std::atomic<int> failing = 0;
};

/// Has no memory for the first commits.
class StoreWithoutMemory final : public StubStore {
public:
    LostPlaces commit(std::span<Transaction const>) override {
        if (refusals-- > 0) throw std::bad_alloc();
        return {};
    }

    int refusals = 1;
};

/// The answer to its first commit is lost; it tells the outcome when it is `back`.
class StoreThatLosesAnAnswer final : public StubStore {
public:
    LostPlaces commit(std::span<Transaction const>) override {
        ++commits;
        commits.notify_all();
        if (commits == 1) throw OutcomeUnknown("The connection broke.");
        return {};
    }
    Outcome outcome() override {
        if (!back) throw StoreAway("It is away.");
        return {true, {}};
    }

    std::atomic<int> commits = 0;
    std::atomic<bool> back = false;
};

} // namespace

TEST_CASE("Where a commit's outcome is not known, nobody is told until the store has said it", "[journal]") {
    QuietLog const quiet;
    StoreThatLosesAnAnswer store;
    FakeExecutor executor;
    std::string notes;
    JournalWriter writer(store);
    auto const append = [&](std::string const& room) {
        REQUIRE(writer.append({room, {RoomSaved()}}, std::make_shared<Noter>(executor, room, notes)));
    };
    append("A");
    store.commits.wait(0);
    append("B");
    executor.run_until([&] { return !notes.empty(); });
    CHECK(notes == "B- ");
    CHECK(store.commits == 1);
    store.back = true;
    executor.run_until([&] { return notes.size() > 3; });
    CHECK(notes == "B- A+ ");
    append("C");
    executor.run_until([&] { return notes.size() > 6; });
    CHECK(notes == "B- A+ C+ ");
}

TEST_CASE("A transaction whose room is lost is lost alone", "[journal]") {
    Fixture journal;
    journal.store.lose("C");
    journal.append_during_commit("A", {"B", "C", "D"});
    journal.store.let_go();
    journal.flush();
    CHECK(journal.noted() == "A+ B+ Clost D+ ");
}

TEST_CASE("All transactions that arrive during a commit share the next one, in order", "[journal]") {
    Fixture journal;
    journal.append_during_commit("A", {"B", "C", "D"});
    CHECK(journal.noted().empty());
    journal.store.let_go();
    journal.flush();
    CHECK(journal.commits() == "A BCD ");
    CHECK(journal.noted() == "A+ B+ C+ D+ ");
}

TEST_CASE("The handlers of a commit are told with one task for each executor", "[journal]") {
    Fixture journal;
    FakeExecutor other;
    std::string of_other;
    journal.append_during_commit("A", {"B"});
    REQUIRE(journal.append("C", other, of_other));
    REQUIRE(journal.append("D"));
    REQUIRE(journal.append("E", other, of_other));
    journal.executor.run();
    journal.store.let_go();
    journal.flush();
    CHECK(journal.executor.waiting() == 2);
    CHECK(other.waiting() == 1);
    other.run();
    CHECK(journal.noted() == "A+ B+ D+ ");
    CHECK(of_other == "C+ E+ ");
}

TEST_CASE("A transaction that can't be stored does not take the others of its commit with it", "[journal]") {
    Fixture journal;
    journal.append_during_commit("A", {"B", "C", "D"});
    journal.store.refuse("C");
    journal.store.let_go();
    journal.flush();
    CHECK(journal.commits() == "A B D ");
    CHECK(journal.noted() == "A+ B+ C- D+ ");

    journal.store.accept();
    REQUIRE(journal.append("C"));
    journal.flush();
    CHECK(journal.commits() == "A B D C ");
    CHECK(journal.noted() == "A+ B+ C- D+ C+ ");
}

TEST_CASE("While nothing can be stored every handler is told so, and later commits work", "[journal]") {
    Fixture journal;
    journal.append_during_commit("A", {"B"});
    journal.store.refuse("");
    journal.store.let_go();
    journal.flush();
    CHECK(journal.commits().empty());
    CHECK(journal.noted() == "A- B- ");
    journal.store.accept();
    REQUIRE(journal.append("C"));
    journal.flush();
    CHECK(journal.noted() == "A- B- C+ ");
}

TEST_CASE("A commit for which there is no memory is refused, and later commits work", "[journal]") {
    FakeStore const silence;
    StoreWithoutMemory store;
    FakeExecutor executor;
    std::string notes;
    {
        JournalWriter writer(store);
        REQUIRE(writer.append({"A", {}}, std::make_shared<Noter>(executor, "A", notes)));
        std::promise<void> done;
        writer.flush([&] { done.set_value(); });
        done.get_future().wait();
        REQUIRE(writer.append({"B", {}}, std::make_shared<Noter>(executor, "B", notes)));
    }
    executor.run();
    CHECK(notes == "A- B+ ");
}

TEST_CASE("Memory that runs out during or after a commit leaves nobody untold, and the writer goes on", "[journal]") {
    QuietLog const quiet;
    for (int failing = 1; failing < 30; ++failing) {
        INFO("allocation " << failing);
        StoreBeforeMemoryEnds store;
        FakeExecutor executor, other;
        std::string notes, of_other;
        JournalWriter writer(store);
        auto const append = [&](std::string const& room, Executor& on, std::string& noted) {
            REQUIRE(writer.append({room, {RoomSaved()}}, std::make_shared<Noter>(on, room, noted)));
        };
        auto const flush = [&] {
            std::promise<void> done;
            writer.flush([&] { done.set_value(); });
            REQUIRE(done.get_future().wait_for(std::chrono::minutes(1)) == std::future_status::ready);
        };
        store.failing = failing;
        append("A", executor, notes);
        append("B", other, of_other);
        append("C", executor, notes);
        flush();
        append("D", executor, notes);
        flush();
        executor.run();
        other.run();
        // One commit may be refused for it, nobody is told twice or never.
        CHECK(notes.size() == 9);
        CHECK(of_other.size() == 3);
        CHECK(notes.find("D+") != std::string::npos);
    }
}

TEST_CASE("A journal without memory for a transaction refuses it, and takes the next one", "[journal]") {
    for (int failing = 1;; ++failing) {
        Fixture journal;
        journal.store.hold();
        REQUIRE(journal.append("A"));
        journal.store.wait_for_commit();
        Transaction transaction{"B", {RoomSaved()}};
        std::shared_ptr<CommitHandler> handler = std::make_shared<Noter>(journal.executor, "B", journal.notes);
        fail_allocation(failing);
        auto const taken = journal.writer->append(std::move(transaction), std::move(handler));
        auto const had_memory = is_to_fail();
        fail_allocation(0);
        CHECK(taken == had_memory);
        journal.store.let_go();
        REQUIRE(journal.append("C"));
        journal.flush();
        CHECK(journal.noted() == (taken ? "A+ B+ C+ " : "A+ C+ "));
        if (taken) break;
    }
}

TEST_CASE("A handler that throws does not keep the others from being told", "[journal]") {
    Fixture journal;
    journal.append_during_commit("A", {"B", "THROWS", "C"});
    journal.store.let_go();
    journal.flush();
    CHECK(journal.noted() == "A+ B+ THROWS+ C+ ");
}

TEST_CASE("A full journal refuses transactions until it has committed", "[journal]") {
    Fixture journal(2);
    journal.append_during_commit("A", {"B", "C"});
    CHECK_FALSE(journal.append("D"));
    journal.store.let_go();
    journal.flush();
    REQUIRE(journal.append("E"));
    journal.flush();
    CHECK(journal.noted() == "A+ B+ C+ E+ ");
}

TEST_CASE("A journal that is destroyed commits what waits", "[journal]") {
    Fixture journal;
    journal.append_during_commit("A", {"B", "C"});
    auto ending = std::async(std::launch::async, [&] { journal.writer.reset(); });
    journal.store.let_go();
    ending.get();
    CHECK(journal.commits() == "A BC ");
    CHECK(journal.noted() == "A+ B+ C+ ");
}
