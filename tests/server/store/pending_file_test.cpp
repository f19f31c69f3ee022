// The file of pending batches: its numbers, what it deletes, and its WAL.
#include "server/store/sqlite/pending_file.hpp"
#include "tests/server/support/sqlite_fixture.hpp"

using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

std::vector<std::string> batches_after(PendingFile& file, std::int64_t number) {
    std::vector<std::string> batches;
    auto const last = file.read_after(number, [&](std::string_view batch) { batches.emplace_back(batch); });
    CHECK(last == file.last());
    return batches;
}

} // namespace

TEST_CASE("Batches are read in order, from any number on", "[journal][sqlite]") {
    DataDirectory const directory;
    PendingFile file(directory.pending());
    CHECK(file.last() == 0);
    CHECK(batches_after(file, 0).empty());
    for (auto const* batch : {"one", "two", "three"}) file.append(batch, 0);
    CHECK(file.last() == 3);
    CHECK(batches_after(file, 0) == std::vector<std::string>{"one", "two", "three"});
    CHECK(batches_after(file, 2) == std::vector<std::string>{"three"});
    CHECK(batches_after(file, 3).empty());
}

TEST_CASE("Two folded batches are deleted with each commit, the newest folded one never", "[journal][sqlite]") {
    DataDirectory const directory;
    PendingFile file(directory.pending());
    for (int i = 1; i <= 10; ++i) file.append("x", 0);
    CHECK(file.first() == 0);
    file.append("x", 5);
    CHECK(file.first() == 2);
    file.append("x", 5);
    file.append("x", 5);
    CHECK(file.first() == 5);
    file.append("x", 5);
    CHECK(file.first() == 5);
    file.clear(file.last());
    CHECK(file.first() == file.last());
}

TEST_CASE("The commit after a checkpoint starts the WAL from its beginning", "[journal][sqlite]") {
    DataDirectory const directory;
    PendingFile file(directory.pending());
    std::string const batch(10'000, 'x');
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 20; ++i) file.append(batch, 0);
        CHECK(file.wal_bytes() > 200'000);
        file.checkpoint();
        CHECK(file.checkpoint_due());
        file.append(batch, 0);
        CHECK(file.wal_bytes() < 30'000);
        CHECK_FALSE(file.checkpoint_due());
    }
    CHECK(std::filesystem::file_size(directory.pending_wal()) < 400'000);
    CHECK(batches_after(file, 0).size() == 63);

    // Also if it is as long afterwards as before.
    for (int i = 0; i < 3; ++i) {
        file.append(std::string(1'000'000, 'x'), 0);
        file.checkpoint();
        file.append(std::string(1'000'000, 'x'), 0);
        CHECK_FALSE(file.checkpoint_due());
        CHECK(file.wal_bytes() < 1'100'000);
    }
}

TEST_CASE("What was committed since a checkpoint is copied by the next commit", "[journal][sqlite]") {
    DataDirectory const directory;
    PendingFile file(directory.pending());
    for (int i = 0; i < 20; ++i) file.append(std::string(10'000, 'x'), 0);
    SQLite::Database other_program(directory.pending().string(), SQLite::OPEN_READONLY);
    other_program.exec("BEGIN");
    CHECK(other_program.execAndGet("SELECT count(*) FROM batch").getInt() == 21);
    // A reader keeps the WAL as it is.
    file.checkpoint();
    file.append("y", 0);
    CHECK(file.checkpoint_due());
    CHECK(file.wal_bytes() > 200'000);
    CHECK_THROWS_AS(file.restart_wal(), StoreFailure);
    other_program.exec("ROLLBACK");
    file.append("z", 0);
    CHECK_FALSE(file.checkpoint_due());
    CHECK(file.wal_bytes() < 30'000);
    CHECK(batches_after(file, 20) == std::vector<std::string>{"y", "z"});
}
