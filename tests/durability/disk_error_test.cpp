// A disk error at any moment, then a kill: everything acknowledged is there, nothing of what was refused is, and nobody
// was told anything about a commit whose outcome was not known.
#include "tests/server/support/failing_files.hpp"
#include "tests/server/support/kept_log.hpp"
#include "tests/server/support/sqlite_fixture.hpp"

#include <cerrno>
#include <iostream>
#include <map>
#include <optional>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

/// The background thread has nothing to do: the thread that commits folds. So each run makes the same calls.
constexpr SqliteStoreLimits without_background{.fold_at = 1'000'000'000, .max = 40'000};

std::string sized_text(int commit) {
    return "{\"n\":" + std::to_string(commit) + ",\"text\":\"" + std::string((commit * 1237) % 9000, 'x') + "\"}";
}

/// Plays in two rooms, which get the same actions in the same commits, and keeps what was answered.
class Play {
public:
    Play() : files_(directory_.path) {}

    /// Two starts, with reads, folds and expiry between the commits.
    void run() {
        for (int start = 0; start < 2; ++start) {
            open();
            for (int i = 0; i < 6; ++i) {
                add();
                if (i == 2) read();
                if (i == 4) attempt([&] { store_->expire(1'000'000); });
                if (i == 5) attempt([&] { store_->trim(10'000'000, 0); });
            }
            store_.reset();
            after_a_failure();
        }
        files_.heal();
        check_killed("at the end");
        Recovered const found(directory_.path);
        check(found, "after the last start");
    }

    FailingFiles& files() { return files_; }
    int refused() const { return refused_; }
    int unknown() const { return unknown_; }
    int failed_starts() const { return failed_starts_; }

private:
    void open() {
        for (int attempts = 0; !store_; ++attempts) {
            REQUIRE(attempts < 3);
            try {
                store_ = open_sqlite_store(directory_.path, without_background);
                check(Recovered(*store_), "after a start");
            } catch (StoreFailure const&) {
                ++failed_starts_;
                store_.reset();
                check_killed("after a start that failed");
                if (attempts == 1) files_.heal();
            }
        }
        after_a_failure();
    }

    /// One commit, and what is answered.
    void add() {
        auto const number = next_++;
        std::vector<Transaction> transactions;
        for (auto const* room : {"A", "B"}) {
            transactions.push_back({room, {}});
            if (acknowledged_.empty()) transactions.back().changes = {saved("game"), begun(1)};
            transactions.back().changes.emplace_back(action(1, 0, sized_text(number), number));
        }
        try {
            store_->commit(transactions);
            acknowledged_.push_back(number);
        } catch (OutcomeUnknown const&) {
            ++unknown_;
            wait_for_outcome(number);
        } catch (StoreFailure const&) {
            ++refused_;
        }
        after_a_failure();
    }

    void wait_for_outcome(int number) {
        undecided_ = number;
        check_killed("with a commit whose outcome is unknown");
        for (int attempts = 0;; ++attempts) {
            REQUIRE(attempts < 5);
            // Others are refused meanwhile, or settle what is before them.
            if (attempts == 2) files_.heal();
            try {
                auto const outcome = store_->outcome();
                undecided_.reset();
                if (outcome.stored)
                    acknowledged_.push_back(number);
                else
                    ++refused_;
                check_killed("when the outcome became known");
                return;
            } catch (StoreAway const&) {
                CHECK_THROWS_AS(store_->commit(std::vector<Transaction>{{"A", {RoomRemoved()}}}), StoreAway);
                check_killed("when others were refused");
            }
        }
    }

    void read() {
        attempt([&] {
            auto const room = store_->read_room("A");
            if (room || !acknowledged_.empty()) check_room(room.value(), "in a read");
        });
    }

    template <class Work>
    void attempt(Work const& work) {
        try {
            work();
        } catch (StoreFailure const&) {
            check_killed("after something else was refused");
        }
    }

    /// Kills the server if a call has just failed.
    void after_a_failure() {
        if (std::exchange(failures_seen_, files_.failed()) != files_.failed()) check_killed("after a failure");
    }

    /// Compares what a server finds that is started after this one is killed.
    void check_killed(std::string const& when) {
        std::optional<DataDirectory> copy;
        files_.while_still([&] { copy.emplace(directory_); });
        auto const& killed = *copy;
        INFO(when << ", after " << files_.last_failed());
        check(Recovered(killed.path), when);
    }

    void check(Recovered const& found, std::string const& when) {
        INFO(when);
        REQUIRE(found.damaged.empty());
        if (found.awake.empty() && acknowledged_.empty()) return;
        REQUIRE(found.awake.size() == 2);
        for (auto const& room : found.awake) check_room(room, when);
        CHECK(found.awake[0].last_match->actions.size() == found.awake[1].last_match->actions.size());
    }

    void check_room(StoredRoom const& room, std::string const& when) const {
        INFO(when << ", room " << room.code << ", after " << files_.last_failed());
        auto expected = acknowledged_;
        if (undecided_ && room.last_match->actions.size() > expected.size()) expected.push_back(*undecided_);
        std::vector<int> there;
        for (auto const& taken : room.last_match->actions) {
            there.push_back(static_cast<int>(taken.ms));
            REQUIRE(taken.action == sized_text(there.back()));
        }
        REQUIRE(there == expected);
    }

    DataDirectory directory_;
    FailingFiles files_;
    std::unique_ptr<Store> store_;
    int next_ = 1;
    std::vector<int> acknowledged_;
    std::optional<int> undecided_;
    std::size_t failures_seen_ = 0;
    int refused_ = 0;
    int unknown_ = 0;
    int failed_starts_ = 0;
};

} // namespace

TEST_CASE("No disk error at any call loses what was acknowledged, or keeps what was refused", "[durability][sqlite]") {
    QuietLog const quiet;
    Play whole;
    whole.run();
    auto const calls = whole.files().calls();
    REQUIRE(whole.refused() == 0);
    REQUIRE(calls > 200);
    // A call that fails alone, one that writes half, one that does its work and then fails, and a disk that stays away.
    constexpr std::array faults{Fault{EIO}, Fault{ENOSPC, 0.5}, Fault{EIO, 1.0, 2}, Fault{EIO, 0.5, 1000}};
    std::map<std::string, int> failed;
    int refused = 0, unknown = 0, failed_starts = 0;
    for (std::size_t n = 1; n <= calls; ++n) {
        auto const& fault = faults[n % faults.size()];
        INFO("call " << n << ", error " << fault.error << ", " << fault.calls << " times");
        Play play;
        play.files().fail(n, fault);
        play.run();
        auto const name = play.files().last_failed();
        ++failed[name.substr(0, name.find(' '))];
        refused += play.refused();
        unknown += play.unknown();
        failed_starts += play.failed_starts();
    }
    CHECK(refused > 100);
    CHECK(unknown > 100);
    CHECK(failed_starts > 100);
    std::cout << "| runs with a disk error | refused commits | unknown at first | failed starts |\n"
                 "| --- | --- | --- | --- |\n| "
              << calls << " | " << refused << " | " << unknown << " | " << failed_starts << " |\n";
    for (auto const& [function, count] : failed) std::cout << function << ' ' << count << '\n';
}
