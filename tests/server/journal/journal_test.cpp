// The journal's thread: what goes into a commit, and who is told what of it.
#include "server/journal/journal.hpp"
#include "server/journal/unit_bytes.hpp"
#include "tests/server/support/fake_executor.hpp"
#include "tests/server/support/fake_store.hpp"

#include <deque>
#include <future>

using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

/// Has one to tell for each unit.
class Teller final : public Journal::Appender, public std::enable_shared_from_this<Teller> {
public:
    using Appender::Appender;

    bool append(Journal& journal, std::string const& room, std::function<void(bool stored)> tell) {
        std::string unit;
        append_unit(unit, room, {RoomSaved{"{}"}});
        if (!journal.append(unit, 1, shared_from_this())) return false;
        to_tell_.push_back(std::move(tell));
        return true;
    }

    void committed(std::size_t count, bool stored) override {
        REQUIRE(count <= to_tell_.size());
        for (; count > 0; --count) {
            to_tell_.front()(stored);
            to_tell_.pop_front();
        }
    }

private:
    std::deque<std::function<void(bool)>> to_tell_;
};

/// A journal, and what it says of each unit: its room, `+` stored or `-` not.
struct Told {
    explicit Told(std::size_t capacity = 100'000) {
        auto made = std::make_unique<FakeStore>();
        store = made.get();
        journal = std::make_unique<Journal>(std::move(made), capacity);
    }
    ~Told() {
        if (store) store->let_go();
        journal.reset();
    }

    bool append(std::string const& room) {
        return append(room, [this, room](bool stored) { said += room + (stored ? "+ " : "- "); });
    }

    bool append(std::string const& room, std::function<void(bool stored)> tell) {
        return appender->append(*journal, room, std::move(tell));
    }

    /// Appends while a commit is under way.
    void append_behind(std::string const& first, std::vector<std::string> const& rooms) {
        store->hold();
        REQUIRE(append(first));
        executor.run();
        store->wait_for_commit();
        for (auto const& room : rooms) REQUIRE(append(room));
    }

    void flush() {
        std::promise<void> done;
        journal->flush([&] { done.set_value(); });
        REQUIRE(done.get_future().wait_for(std::chrono::seconds(10)) == std::future_status::ready);
    }

    /// The rooms of each commit.
    std::string commits() const {
        std::string text;
        for (auto const& commit : store->commits()) {
            for (auto const& unit : commit) text += unit.room;
            text += ' ';
        }
        return text;
    }

    std::string heard() {
        executor.run();
        return said;
    }

    FakeExecutor executor;
    std::shared_ptr<Teller> appender = std::make_shared<Teller>(executor);
    FakeStore* store;
    std::string said;
    std::unique_ptr<Journal> journal;
};

} // namespace

TEST_CASE("All that arrives while a commit is under way goes into the next, in order") {
    Told told;
    told.append_behind("A", {"B", "C", "D"});
    CHECK(told.heard().empty());
    told.store->let_go();
    told.flush();
    CHECK(told.commits() == "A BCD ");
    CHECK(told.heard() == "A+ B+ C+ D+ ");
}

TEST_CASE("A unit that can't be stored does not take the others of its commit with it") {
    Told told;
    told.append_behind("A", {"B", "C", "D"});
    told.store->refuse("C");
    told.store->let_go();
    told.flush();
    CHECK(told.commits() == "A B D ");
    CHECK(told.heard() == "A+ B+ C- D+ ");

    told.store->accept();
    REQUIRE(told.append("C"));
    told.flush();
    CHECK(told.commits() == "A B D C ");
    CHECK(told.heard() == "A+ B+ C- D+ C+ ");
}

TEST_CASE("Each of several executors is told of its own units, in their order") {
    Told told;
    FakeExecutor other;
    auto const appender = std::make_shared<Teller>(other);
    std::string said;
    auto const append = [&](std::string const& room) {
        REQUIRE(
            appender->append(*told.journal, room, [&, room](bool stored) { said += room + (stored ? "+ " : "- "); }));
    };
    told.append_behind("A", {"B"});
    append("C");
    append("D");
    REQUIRE(told.append("E"));
    append("F");
    std::string of_d = "D+ ";
    SECTION("where all are stored") {}
    SECTION("where one can't be") {
        told.store->refuse("D");
        of_d = "D- ";
    }
    told.store->let_go();
    told.flush();
    other.run();
    CHECK(told.heard() == "A+ B+ E+ ");
    CHECK(said == "C+ " + of_d + "F+ ");
}

TEST_CASE("While nothing can be stored each is told so, and later commits work") {
    Told told;
    told.append_behind("A", {"B"});
    told.store->refuse("");
    told.store->let_go();
    told.flush();
    CHECK(told.commits().empty());
    CHECK(told.heard() == "A- B- ");
    told.store->accept();
    REQUIRE(told.append("C"));
    told.flush();
    CHECK(told.heard() == "A- B- C+ ");
}

TEST_CASE("A journal in which too much waits takes nothing, until it has written") {
    Told told(2);
    told.append_behind("A", {"B", "C"});
    CHECK_FALSE(told.append("D"));
    told.store->let_go();
    told.flush();
    REQUIRE(told.append("E"));
    told.flush();
    CHECK(told.heard() == "A+ B+ C+ E+ ");
}

TEST_CASE("A journal that ends writes what waits") {
    Told told;
    told.append_behind("A", {"B", "C"});
    auto ending = std::async(std::launch::async, [&] { told.journal.reset(); });
    // The store goes with its journal: what it has heard is known by what was told.
    told.store->let_go();
    ending.get();
    CHECK(told.heard() == "A+ B+ C+ ");
    told.store = nullptr;
}

TEST_CASE("A store that can't forget does not end the journal") {
    Told told;
    bool forgot = false;
    told.journal->expire(1, [&](std::vector<std::string> const&) { forgot = true; });
    REQUIRE(told.append("A"));
    told.flush();
    CHECK_FALSE(forgot);
    CHECK(told.heard() == "A+ ");
}
