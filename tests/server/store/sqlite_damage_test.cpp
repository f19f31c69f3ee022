// Files that are not as the store left them: what is whole is served, or the start is refused with a sentence that
// names the file and says what to do.
#include "server/store/sqlite/sqlite_file.hpp"
#include "tests/server/support/full_disk.hpp"
#include "tests/server/support/kept_log.hpp"
#include "tests/server/support/sqlite_fixture.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

constexpr std::string_view repair = "Put copies of rooms.sqlite and pending.sqlite that were made together back into ";

/// A journal of 400 rooms that was closed in an orderly way.
void make_journal(DataDirectory const& directory) {
    auto const store = open_sqlite_store(directory.path);
    std::vector<Transaction> made;
    for (int i = 0; i < 400; ++i) made.push_back({"ROOM" + std::to_string(i), {saved(std::string(200, 'x'))}});
    commit(*store, made);
    commit(*store, {{"LAST", {saved("last")}}});
}

void check_refused(DataDirectory const& directory, std::filesystem::path const& file, std::string_view what) {
    auto const content = [&] { return std::filesystem::exists(file) ? bytes_of(file) : ""; };
    auto const before = content();
    auto const said = refusal(directory.path);
    INFO(said);
    CHECK(said.find(file.string()) != std::string::npos);
    CHECK(said.find(what) != std::string::npos);
    CHECK(said.find('\n') == std::string::npos);
    CHECK(said.back() == '.');
    CHECK((content() == before));
}

} // namespace

TEST_CASE("A file that can't be used is refused with a sentence, and stays as it is", "[journal][sqlite]") {
    DataDirectory const directory;
    make_journal(directory);
    auto const file = GENERATE(true, false) ? directory.rooms() : directory.pending();
    SECTION("of a newer server") {
        change(file, "PRAGMA user_version = 99");
        auto const known = file == directory.rooms() ? "5" : "2";
        check_refused(directory, file,
                      "was written by a newer server (version 99, this one knows " + std::string(known) +
                          "): start that one, or choose another --data.");
    }
    SECTION("without a version") {
        change(file, "PRAGMA user_version = 0");
        check_refused(directory, file, repair);
    }
    SECTION("of another program") {
        change(file, "PRAGMA application_id = 7");
        check_refused(directory, file, "is no journal of this server: move it away, or choose another --data.");
    }
    SECTION("no database at all") {
        std::ofstream(file) << "Dear diary, today I was dealt four jacks. I did not let it show.";
        check_refused(directory, file, repair);
    }
    SECTION("without its tables") {
        change(file, "DROP TABLE journal");
        check_refused(directory, file, repair);
    }
}

TEST_CASE("A database of another program is refused although it is empty", "[journal][sqlite]") {
    DataDirectory const directory;
    {
        SQLite::Database db(directory.pending().string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        db.exec("PRAGMA application_id = 7");
    }
    check_refused(directory, directory.pending(), "is no journal of this server");
}

TEST_CASE("A damaged file of rooms is refused", "[journal][sqlite]") {
    constexpr std::size_t page = 16384;
    DataDirectory const directory;
    make_journal(directory);
    SECTION("damaged in its middle") {
        // All but the head: which table has which page changes with the schema.
        auto const size = std::filesystem::file_size(directory.rooms());
        for (auto at = page; at < size; at += page) write_at(directory.rooms(), at, std::string(page, '\x55'));
    }
    SECTION("cut off") {
        std::filesystem::resize_file(directory.rooms(), 3 * page);
    }
    check_refused(directory, directory.rooms(), repair);
}

TEST_CASE("A batch that can't be read is refused", "[journal][sqlite]") {
    DataDirectory const directory;
    auto store = open_sqlite_store(directory.path);
    commit(*store, {{"A", {saved("a")}}});
    commit(*store, {{"A", {saved("a")}}});
    DataDirectory const killed(directory);
    SECTION("damaged") {
        change(killed.pending(), "UPDATE batch SET transactions = x'ff' WHERE id = 2");
        check_refused(killed, killed.pending(), "is damaged (batch 2 is not what was stored).");
    }
    SECTION("missing") {
        change(killed.pending(), "DELETE FROM batch WHERE id = 1");
        check_refused(killed, killed.pending(), "is damaged (batch 1 is missing).");
    }
}

TEST_CASE("A file without the other one is refused, and nothing is made in its place", "[journal][sqlite]") {
    DataDirectory const directory;
    make_journal(directory);
    auto const file = GENERATE(true, false) ? directory.rooms() : directory.pending();
    SECTION("it is missing") {
        std::filesystem::remove(file);
    }
    SECTION("it is empty") {
        std::filesystem::resize_file(file, 0);
    }
    check_refused(directory, file, "is missing or empty");
    check_refused(directory, file, repair);
}

TEST_CASE("A WAL stays although its file is missing", "[journal][sqlite]") {
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path);
    play(*store, "A", 1, 3);
    DataDirectory const killed(directory);
    auto const file = bytes_of(killed.pending());
    std::filesystem::remove(killed.pending());
    check_refused(killed, killed.pending_wal().parent_path() / "pending.sqlite", repair);
    std::ofstream(killed.pending(), std::ios::binary) << file;
    CHECK(Recovered(killed.path).awake.at(0).last_match->actions.size() == 3);
}

TEST_CASE("A server that died before it had made both files makes the other one", "[journal][sqlite]") {
    DataDirectory const directory;
    open_sqlite_store(directory.path).reset();
    std::filesystem::remove(directory.rooms());
    std::filesystem::remove(directory.watermark());
    auto const store = open_sqlite_store(directory.path);
    play(*store, "A", 1, 1);
    CHECK(Recovered(DataDirectory(directory).path).awake.size() == 1);
}

TEST_CASE("Files that do not belong together are refused", "[journal][sqlite]") {
    DataDirectory const one, other;
    make_journal(one);
    make_journal(other);
    std::filesystem::copy_file(other.pending(), one.pending(), std::filesystem::copy_options::overwrite_existing);
    check_refused(one, one.pending(), "don't belong together. " + std::string(repair));
    check_refused(one, one.rooms(), "don't belong together. " + std::string(repair));
}

TEST_CASE("A file that is older than the other one is refused", "[journal][sqlite]") {
    DataDirectory const directory;
    make_journal(directory);
    DataDirectory const copy(directory);
    {
        auto const store = open_sqlite_store(directory.path);
        for (int i = 0; i < 5; ++i) play(*store, "A", i + 1, 1);
    }
    auto const put_back = [&](std::filesystem::path const& file) {
        std::filesystem::copy_file(copy.path / file.filename(), file,
                                   std::filesystem::copy_options::overwrite_existing);
    };
    SECTION("the pending batches") {
        put_back(directory.pending());
        check_refused(directory, directory.pending(), "is older than rooms.sqlite. " + std::string(repair));
    }
    SECTION("the rooms") {
        put_back(directory.rooms());
        check_refused(directory, directory.rooms(), "is older than pending.sqlite. " + std::string(repair));
    }
}

TEST_CASE("Wherever the WAL is cut off, whole commits are served or the start is refused", "[journal][sqlite]") {
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path);
    auto const folded = GENERATE(false, true);
    play(*store, "A", 1, 3);
    if (folded) REQUIRE(store->read_room("A"));
    for (int i = 3; i < 6; ++i) commit(*store, {{"A", {action(1, 0, "{}", i), action(1, 1, "{}", i)}}});
    auto const size = std::filesystem::file_size(directory.pending_wal());
    std::size_t served = 0, refused = 0, most = 0;
    for (std::uintmax_t cut = 0; cut <= size; cut += 500) {
        DataDirectory const copy(directory);
        std::filesystem::resize_file(copy.pending_wal(), cut);
        std::filesystem::remove(copy.watermark());
        INFO(cut);
        if (auto const said = refusal(copy.path); said != "none") {
            // What was folded must be there.
            CHECK(folded);
            CHECK(said.find(copy.pending().string() + " is older than rooms.sqlite.") != std::string::npos);
            ++refused;
            continue;
        }
        ++served;
        Recovered const found(copy.path);
        if (found.awake.empty()) continue;
        auto const actions = found.awake[0].last_match->actions.size();
        // Two at once from the fourth on.
        CHECK((actions <= 3 || actions == 5 || actions == 7 || actions == 9));
        CHECK(actions >= most);
        most = actions;
    }
    CHECK(served > 0);
    CHECK((refused > 0) == folded);
    CHECK(most >= 7);
}

TEST_CASE("No byte of the last commit in the WAL can change without its whole commit being dropped",
          "[journal][sqlite]") {
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path);
    play(*store, "A", 1, 1);
    auto const before = std::filesystem::file_size(directory.pending_wal());
    commit(*store, {{"A", {action(1, 0, "{}", 5)}}});
    auto const wal = bytes_of(directory.pending_wal());
    REQUIRE(wal.size() > before);
    std::size_t dropped = 0;
    for (auto at = static_cast<std::size_t>(before); at < wal.size(); at += 97) {
        DataDirectory const copy(directory);
        write_at(copy.pending_wal(), at, std::string(1, static_cast<char>(wal[at] ^ 0x10)));
        std::filesystem::remove(copy.watermark());
        auto const found = Recovered(copy.path);
        INFO(at);
        REQUIRE(found.awake.size() == 1);
        REQUIRE(found.awake[0].last_match->actions.size() == 1);
        ++dropped;
    }
    CHECK(dropped > 10);
}

TEST_CASE("A directory of the format before the first release is refused", "[journal][sqlite]") {
    DataDirectory const directory;
    auto const* const name = GENERATE("journal.sqlite", "journal-1.log", "journal-2.log");
    std::ofstream(directory.path / name) << "x";
    CHECK(refusal(directory.path) == "The journal " + (directory.path / name).string() +
                                         " was written before the first release, and this server can't read it: move "
                                         "all files of " +
                                         directory.path.string() + " away, or choose another --data.");
    CHECK_FALSE(std::filesystem::exists(directory.pending()));
}

TEST_CASE("The files have their version, and nobody else may read them", "[journal][sqlite]") {
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path);
    play(*store, "A", 1, 1);
    REQUIRE(store->read_room("A"));
    auto const version_of = [](std::filesystem::path const& file) {
        return SQLite::Database(file.string(), SQLite::OPEN_READONLY).execAndGet("PRAGMA user_version").getInt();
    };
    CHECK(version_of(directory.rooms()) == 5);
    CHECK(version_of(directory.pending()) == 2);
    using std::filesystem::perms;
    auto const others = perms::group_all | perms::others_all;
    std::size_t files = 0;
    for (auto const& file : std::filesystem::directory_iterator(directory.path)) {
        INFO(file.path());
        CHECK((file.status().permissions() & others) == perms::none);
        ++files;
    }
    // Two databases, each with WAL and index, the lock and the watermark.
    CHECK(files == 8);
}

TEST_CASE("A directory is one server's at a time", "[journal][sqlite]") {
    DataDirectory const directory;
    auto first = open_sqlite_store(directory.path);
    CHECK(refusal(directory.path) ==
          "Another server uses " + directory.path.string() + ": stop it, or choose another --data.");
    play(*first, "A", 1, 1);
    first.reset();
    CHECK(refusal(directory.path) == "none");
}

TEST_CASE("A directory that can't be written to is refused", "[journal][sqlite]") {
    DataDirectory const directory;
    std::ofstream(directory.path / "file") << "x";
    auto const said = refusal(directory.path / "file");
    CHECK(said.find("Can't write to " + (directory.path / "file").string()) == 0);
    CHECK(said.find("let this user write there, or choose another --data.") != std::string::npos);
}

TEST_CASE("A watermark that is missing beside a used journal is written anew, and that is said", "[journal][sqlite]") {
    KeptLog const log(LogFormat::text);
    DataDirectory const directory;
    open_sqlite_store(directory.path);
    std::filesystem::remove(directory.watermark());
    open_sqlite_store(directory.path);
    CHECK(log.text().find("watermark") == std::string::npos);
    play(*open_sqlite_store(directory.path), "ROOM", 1, 2);
    std::filesystem::remove(directory.watermark());
    open_sqlite_store(directory.path);
    CHECK(log.text().find(directory.watermark().string() + " is missing, and is written anew") != std::string::npos);
}

TEST_CASE("A copy that can't be written is refused with the copy's name", "[journal][sqlite]") {
    DataDirectory const directory, other;
    play(*open_sqlite_store(directory.path), "ROOM", 1, 2);
    SqliteFile rooms(directory.rooms());
    auto const to = other.path / "copy.sqlite";
    FullDisk const full(8192);
    CHECK_THROWS_WITH(rooms.copy_to(to), directory.rooms().string() + " can't be copied to " + to.string() +
                                             " (disk I/O error): see whether one of the disks is full or broken.");
}
