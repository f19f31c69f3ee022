// Every file of a journal, damaged in every way: everything that was stored is there, or opening it is refused with a
// sentence that names the file, or the damaged rooms are named. Never less in silence, neither by the server nor by a
// backup.
#include "server/store/sqlite/maintenance.hpp"
#include "server/store/sqlite/store_files.hpp"
#include "tests/server/support/kept_log.hpp"
#include "tests/server/support/sqlite_fixture.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace fs = std::filesystem;

namespace {

constexpr int rooms = 6, matches = 3;

std::string code_of(int room) {
    return "ROOM" + std::to_string(room);
}

/// Some rooms with matches that are over and one that is on; every third room is finished. Their texts are long, so
/// that most bits of the files mean something.
void fill(Store& store, int first, int last) {
    for (int room = first; room < last; ++room) {
        auto const code = code_of(room);
        for (int match = 1; match <= matches; ++match) {
            play(store, code, match, 4);
            for (int i = 4; i < 8; ++i)
                commit(store, {{code, {action(match, 0, "{\"text\":\"" + std::string(1500, 'x') + "\"}", i)}}});
            if (match < matches) commit(store, {{code, {MatchEnded{match}}}});
        }
        if (room % 3 == 0) commit(store, {{code, {MatchEnded{matches}, saved("game", RoomStatus::finished)}}});
    }
}

/// All that can be asked of a store.
struct Contents {
    std::map<std::string, StoredRoom> awake;
    std::vector<std::string> finished;
    std::vector<std::string> damaged;
    std::map<std::pair<std::string, int>, std::optional<StoredMatch>> ended;
    /// Matches that can't be read, which is said with their room, or whenever they are asked for.
    int refused = 0;

    explicit Contents(Store& store) {
        Recovered const found(store);
        for (auto const& room : found.awake) {
            awake.emplace(room.code, room);
            if (room.damage) ++refused;
        }
        finished = found.finished;
        damaged = found.damaged;
        for (int room = 0; room < rooms; ++room)
            for (int match = 1; match <= matches; ++match) read(store, code_of(room), match);
    }
    explicit Contents(fs::path const& directory) : Contents(*open_sqlite_store(directory)) {}

    bool is_damaged(std::string const& code) const {
        return std::find(damaged.begin(), damaged.end(), code) != damaged.end();
    }

private:
    void read(Store& store, std::string const& code, int match) {
        try {
            ended[{code, match}] = store.read_match(code, match);
        } catch (StoreFailure const& problem) {
            CHECK(std::string(problem.what()).find("is damaged") != std::string::npos);
            ++refused;
        }
    }
};

/// Nothing of `before` is missing or changed in silence.
void check_kept(Contents const& before, Contents const& after) {
    for (auto const& [code, room] : before.awake) {
        if (after.is_damaged(code)) continue;
        REQUIRE(after.awake.contains(code));
        // Its match is locked, which is said.
        if (after.awake.at(code).damage) {
            REQUIRE((after.awake.at(code).room == room.room));
            continue;
        }
        REQUIRE((after.awake.at(code) == room));
    }
    for (auto const& code : before.finished) {
        auto const known = std::find(after.finished.begin(), after.finished.end(), code) != after.finished.end();
        REQUIRE((known || after.is_damaged(code)));
    }
    for (auto const& [which, match] : before.ended)
        if (auto const found = after.ended.find(which); found != after.ended.end() && !after.is_damaged(which.first))
            REQUIRE((found->second == match));
}

/// What became of the trials of one damage to one file.
struct Row {
    int kept = 0, named = 0, refused = 0;
    std::string said;
};

/// With TEFUDA_DAMAGE_TABLE set it is printed at the end.
struct Table {
    std::map<std::pair<std::string, std::string>, Row> rows;

    ~Table() {
        if (!std::getenv("TEFUDA_DAMAGE_TABLE")) return;
        std::cout << "| file | damage | kept all | named rooms | refused | for example |\n| --- | --- | --- | --- | "
                     "--- | --- |\n";
        for (auto const& [what, row] : rows)
            std::cout << "| " << what.first << " | " << what.second << " | " << row.kept << " | " << row.named << " | "
                      << row.refused << " | " << row.said << " |\n";
    }
};

Table& table() {
    static Table all;
    return all;
}

/// What makes up the journal. SQLite may write its -shm files anew.
std::map<std::string, std::string> files_of(fs::path const& directory) {
    std::map<std::string, std::string> files;
    for (std::string const name : {"rooms.sqlite", "rooms.sqlite-wal", "pending.sqlite", "pending.sqlite-wal"})
        // An empty WAL says as much as none.
        if (has_content(directory / name)) files[name] = bytes_of(directory / name);
    return files;
}

void check_no_backup(fs::path const& directory) {
    DataDirectory const backups;
    CHECK_THROWS_AS(back_up_sqlite_store(directory, backups.path / "backup"), StoreFailure);
}

/// \param damage is done to a copy of the directory
void try_damage(DataDirectory const& good, Contents const& before, std::string const& file, std::string const& what,
                std::function<void(fs::path const& file)> const& damage) {
    DataDirectory const copy(good);
    damage(copy.path / file);
    INFO(file << ", " << what);
    auto& row = table().rows[{file, what}];
    auto const files = files_of(copy.path);
    std::unique_ptr<Store> store;
    try {
        store = open_sqlite_store(copy.path);
        Contents const after(*store);
        check_kept(before, after);
        auto const is_whole = after.damaged.empty() && after.refused == 0;
        ++(is_whole ? row.kept : row.named);
        if (!is_whole) check_no_backup(copy.path);
    } catch (StoreFailure const& problem) {
        std::string said = problem.what();
        INFO(said);
        CHECK(said.find(copy.path.string()) != std::string::npos);
        CHECK(said.find('\n') == std::string::npos);
        CHECK(said.back() == '.');
        // The operator may put the right file beside the others.
        if (!store) CHECK((files_of(copy.path) == files));
        store.reset();
        check_no_backup(copy.path);
        ++row.refused;
        for (auto at = said.find(copy.path.string()); at != std::string::npos; at = said.find(copy.path.string()))
            said.replace(at, copy.path.string().size(), "DATA");
        row.said = said;
    }
}

constexpr std::array names{"rooms.sqlite",       "rooms.sqlite-wal",   "rooms.sqlite-shm", "pending.sqlite",
                           "pending.sqlite-wal", "pending.sqlite-shm", "watermark",        "lock"};

void flip(fs::path const& file, std::size_t at, int bit) {
    auto const byte = bytes_of(file).at(at);
    write_at(file, at, std::string(1, static_cast<char>(byte ^ (1 << bit))));
}

void try_all(DataDirectory const& good, DataDirectory const& older, DataDirectory const& other) {
    Contents const before(DataDirectory(good).path);
    REQUIRE(before.awake.size() + before.finished.size() == rooms);
    REQUIRE(before.ended.size() == rooms * matches);
    for (std::string const name : names) {
        if (!fs::exists(good.path / name)) continue;
        auto const size = fs::file_size(good.path / name);
        try_damage(good, before, name, "missing", [](auto const& file) { fs::remove(file); });
        for (auto const& [what, from] : {std::pair("older copy", &older), std::pair("of another folder", &other)})
            if (fs::exists(from->path / name))
                try_damage(good, before, name, what, [&](auto const& file) {
                    fs::copy_file(from->path / name, file, fs::copy_options::overwrite_existing);
                });
        if (size == 0) continue;
        for (int part = 0; part < 10; ++part)
            try_damage(good, before, name, "cut", [&](auto const& file) { fs::resize_file(file, size * part / 10); });
        // A prime number of bytes apart: all places of a page are met.
        constexpr std::size_t trials = 120;
        auto const step = std::max<std::size_t>(1, size / trials) | 1;
        for (std::size_t at = 0, bit = 0; at < size; at += step, ++bit)
            try_damage(good, before, name, "one bit",
                       [&](auto const& file) { flip(file, at, static_cast<int>(bit % 8)); });
    }
}

} // namespace

TEST_CASE("No damage to a file of a server that was killed goes unsaid", "[journal][sqlite][damage]") {
    QuietLog const quiet;
    DataDirectory const directory, other_directory;
    auto store = open_sqlite_store(directory.path);
    fill(*store, 0, 2);
    REQUIRE(store->read_room(code_of(0)));
    DataDirectory const older(directory);
    fill(*store, 2, 4);
    REQUIRE(store->read_room(code_of(0)));
    fill(*store, 4, rooms);
    auto const other = open_sqlite_store(other_directory.path);
    fill(*other, 0, rooms);
    REQUIRE(other->read_room(code_of(0)));
    fill(*other, 0, 1);
    try_all(DataDirectory(directory), older, DataDirectory(other_directory));
}

TEST_CASE("No damage to a file of a server that was stopped goes unsaid", "[journal][sqlite][damage]") {
    QuietLog const quiet;
    DataDirectory const directory, other;
    fill(*open_sqlite_store(other.path), 0, rooms);
    fill(*open_sqlite_store(directory.path), 0, 2);
    DataDirectory const older(directory);
    fill(*open_sqlite_store(directory.path), 2, rooms);
    try_all(directory, older, other);
}

TEST_CASE("Both files older than they were are refused, unless the operator accepts it", "[journal][sqlite][damage]") {
    DataDirectory const directory;
    fill(*open_sqlite_store(directory.path), 0, 2);
    DataDirectory const older(directory);
    fill(*open_sqlite_store(directory.path), 2, rooms);
    for (auto const& file : {directory.rooms(), directory.pending()})
        fs::copy_file(older.path / file.filename(), file, fs::copy_options::overwrite_existing);
    auto const said = refusal(directory.path);
    INFO(said);
    CHECK(said.find(directory.pending().string() + " or its WAL is cut, damaged or older than it was") !=
          std::string::npos);
    CHECK(said.find("delete " + directory.watermark().string()) != std::string::npos);
    fs::remove(directory.watermark());
    CHECK(refusal(directory.path) == "none");
}

TEST_CASE("Files that are deleted under the store are noticed, and nothing that was stored is lost",
          "[journal][sqlite][damage]") {
    KeptLog const log(LogFormat::text);
    DataDirectory const directory;
    auto store = open_sqlite_store(directory.path);
    fill(*store, 0, 3);
    std::string const name =
        GENERATE("rooms.sqlite", "pending.sqlite", "pending.sqlite-wal", "rooms.sqlite-wal", "all");
    if (name != "all")
        fs::remove(directory.path / name);
    else
        for (auto const& entry : fs::directory_iterator(directory.path)) fs::remove(entry.path());
    INFO(name);
    auto const idle = GENERATE(true, false);
    if (!idle) {
        CHECK_THROWS_AS(commit(*store, {{"LATE", {saved("late")}}}), StoreFailure);
        CHECK_THROWS_AS(commit(*store, {{"LATE", {saved("late")}}}), StoreFailure);
    }
    store.reset();
    CHECK(log.text().find("was deleted or replaced while the server runs") != std::string::npos);
    if (name == "pending.sqlite" || name == "all")
        CHECK(refusal(directory.path).find("copy into " + (directory.path / "rescued").string()) != std::string::npos);
    // As it says.
    DataDirectory const put_back;
    fs::copy(directory.path / "rescued", put_back.path, fs::copy_options::recursive);
    Recovered const found(put_back.path);
    CHECK(found.awake.size() + found.finished.size() == 3);
    CHECK(found.damaged.empty());
}
