// A power cut at any moment: everything acknowledged is there, each commit whole or not at all, and the start is never
// refused.
#include "tests/durability/recording_vfs.hpp"
#include "tests/server/support/kept_log.hpp"
#include "tests/server/support/sqlite_fixture.hpp"

#include <algorithm>
#include <iostream>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

/// Small, so that there are many folds and checkpoints.
constexpr SqliteStoreLimits small{.fold_at = 60'000, .max = 200'000};

std::string text_of(int commit) {
    return "{\"n\":" + std::to_string(commit) + ",\"text\":\"" + std::string((commit * 37) % 3000, 'x') + "\"}";
}

/// A room is saved with each tenth action.
bool saves(int commit) {
    return commit % 10 == 8;
}

/// What it is then after so many actions.
RoomSaved saved_after(std::string const& room, int actions) {
    return saved(room + std::to_string((actions + 1) / 10));
}

/// Calls it again where a failed sync makes it fail; a server that stores nothing more is restarted.
template <class Work>
void again_after_failure(std::unique_ptr<Store>& store, DataDirectory const& directory, Work const& work) {
    for (int attempts = 0;; ++attempts) {
        try {
            if (!store) store = open_sqlite_store(directory.path, small);
            return work();
        } catch (StoreFailure const&) {
            REQUIRE(attempts < 3);
            store.reset();
        }
    }
}

/// Two rooms that get the same actions in the same commits, over several starts. The number of each commit is noted
/// once it is acknowledged.
/// \param failing_sync which sync of a database file fails; 0: none
std::vector<Operation> record_play(DataDirectory const& directory, int commits, int failing_sync = 0) {
    RecordingVfs vfs(directory.watermark());
    vfs.fail_sync(failing_sync);
    for (int i = 0; i < commits;) {
        std::unique_ptr<Store> store;
        auto const attempt = [&](auto const& work) { again_after_failure(store, directory, work); };
        if (i == 0)
            attempt([&] {
                commit(*store, {{"A", {saved_after("a", 0), begun(1)}}, {"B", {saved_after("b", 0), begun(1)}}});
            });
        for (auto const end = std::min(commits, i + commits / 3 + 1); i < end; ++i) {
            Transaction a{"A", {action(1, 0, text_of(i), i)}}, b{"B", {action(1, 1, text_of(i), i)}};
            if (saves(i)) a.changes.emplace_back(saved_after("a", i + 1));
            if (saves(i)) b.changes.emplace_back(saved_after("b", i + 1));
            attempt([&] { commit(*store, {a, b}); });
            vfs.note(i + 1);
            if (i % 15 == 14) attempt([&] { store->fold_rooms(); });
            if (i % 40 == 39) attempt([&] { store->read_room("A"); });
        }
    }
    return vfs.operations();
}

int actions_in(StoredRoom const& room) {
    int count = 0;
    for (auto const& taken : room.last_match->actions) {
        REQUIRE(taken.action == text_of(count));
        ++count;
    }
    return count;
}

/// Cuts the power after so many operations, starts again, and compares with what was acknowledged until then.
void check_cut(std::vector<Operation> const& operations, std::size_t after, std::mt19937& random) {
    std::int64_t acknowledged = 0;
    for (std::size_t i = 0; i < after; ++i)
        if (operations[i].kind == Operation::Kind::note) acknowledged = operations[i].number;
    if (acknowledged == 0) return;
    DataDirectory const cut;
    cut_power(operations, after, random, cut.path);
    INFO("after operation " << after << ", acknowledged " << acknowledged);
    INFO(refusal(DataDirectory(cut).path));
    Recovered const found(cut.path);
    REQUIRE(found.damaged.empty());
    REQUIRE(found.awake.size() == 2);
    auto const actions = actions_in(found.awake[0]);
    REQUIRE(actions >= acknowledged);
    REQUIRE(actions_in(found.awake[1]) == actions);
    CHECK(found.awake[0].room == saved_after("a", actions).room);
    CHECK(found.awake[1].room == saved_after("b", actions).room);
}

} // namespace

TEST_CASE("No power cut loses what was acknowledged, splits a commit or keeps the server from starting",
          "[durability][sqlite]") {
    QuietLog const quiet;
    DataDirectory const directory;
    auto const operations = record_play(directory, 150);
    std::mt19937 random(20);
    int cuts = 0, at_risk = 0;
    // From the first acknowledged commit on.
    auto const first = std::ranges::find(operations, Operation::Kind::note, &Operation::kind) - operations.begin();
    for (int trial = 0; trial < 400; ++trial) {
        auto const after =
            static_cast<std::size_t>(first) + random() % (operations.size() - static_cast<std::size_t>(first));
        INFO("trial " << trial);
        check_cut(operations, after, random);
        ++cuts;
        if (operations[after - 1].kind != Operation::Kind::sync) ++at_risk;
    }
    CHECK(at_risk > 100);
    std::cout << "| power cuts | writes recorded | in the middle of writes |\n| --- | --- | --- |\n| " << cuts << " | "
              << operations.size() << " | " << at_risk << " |\n";
}

TEST_CASE("No power cut after a sync of a database file has failed loses what was acknowledged",
          "[durability][sqlite]") {
    QuietLog const quiet;
    std::mt19937 random(21);
    constexpr int trials = 60;
    int failed = 0;
    for (int trial = 0; trial < trials; ++trial) {
        DataDirectory const directory;
        auto const operations = record_play(directory, 90, 1 + trial % 14);
        auto const at = std::ranges::find(operations, Operation::Kind::failed_sync, &Operation::kind);
        if (at == operations.end()) continue;
        ++failed;
        auto const first = static_cast<std::size_t>(at - operations.begin()) + 1;
        INFO("trial " << trial << ", failed sync at operation " << first);
        for (int cut = 0; cut < 10 && first < operations.size(); ++cut)
            check_cut(operations, first + random() % (operations.size() - first), random);
    }
    CHECK(failed > trials / 4);
}
