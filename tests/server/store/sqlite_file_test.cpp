// The versions of a file: migrated step by step, or refused.
#include "server/store/sqlite/sqlite_file.hpp"
#include "tests/server/support/data_directory.hpp"

#include <array>
#include <stdexcept>

using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

void add_color(SqliteFile& file) {
    file.execute("ALTER TABLE card ADD COLUMN color TEXT NOT NULL DEFAULT 'red'");
}

void rename_color(SqliteFile& file) {
    file.execute("ALTER TABLE card RENAME COLUMN color TO suit");
}

void fail_halfway(SqliteFile& file) {
    file.execute("ALTER TABLE card RENAME COLUMN color TO suit");
    file.execute("ALTER TABLE card RENAME COLUMN color TO suit");
}

constexpr std::array<Migration, 2> migrations{add_color, rename_color};
constexpr std::array<Migration, 2> failing{add_color, fail_halfway};

constexpr FileFormat first{
    .application_id = 7, .page_size = 4096, .schema = "CREATE TABLE card (name TEXT NOT NULL)", .migrations = {}};

FileFormat later(std::span<Migration const> steps) {
    return {7, 4096, "CREATE TABLE card (name TEXT NOT NULL, suit TEXT NOT NULL)", steps};
}

SqliteFile open_file(DataDirectory const& directory, FileFormat const& format) {
    return {directory.rooms(), format,
            [](SqliteFile& file) { file.run("INSERT INTO card (name) VALUES (?)", std::string("7H")); }};
}

int version(SqliteFile& file) {
    int found = 0;
    file.select("PRAGMA user_version", [&](SQLite::Statement& row) { found = row.getColumn(0).getInt(); });
    return found;
}

} // namespace

TEST_CASE("A file of an older version is migrated step by step", "[journal][sqlite]") {
    DataDirectory const directory;
    open_file(directory, first);
    std::span<Migration const> const all(migrations);
    if (GENERATE(false, true)) open_file(directory, later(all.first(1)));
    auto file = open_file(directory, later(all));
    CHECK(version(file) == 3);
    std::string found;
    file.select("SELECT name, suit FROM card",
                [&](SQLite::Statement& row) { found += row.getColumn(0).getString() + row.getColumn(1).getString(); });
    CHECK(found == "7Hred");
}

TEST_CASE("A migration that fails leaves the file as it was", "[journal][sqlite]") {
    DataDirectory const directory;
    open_file(directory, first);
    CHECK_THROWS_AS(open_file(directory, later(failing)), StoreFailure);
    {
        auto file = open_file(directory, first);
        CHECK(version(file) == 1);
    }
    auto file = open_file(directory, later(migrations));
    CHECK(version(file) == 3);
}

TEST_CASE("A file of a newer version is refused", "[journal][sqlite]") {
    DataDirectory const directory;
    auto const newer = FileFormat{7, 4096, "CREATE TABLE card (name TEXT)", migrations};
    {
        auto file = open_file(directory, newer);
        CHECK(version(file) == 3);
    }
    try {
        open_file(directory, first);
        FAIL("it was opened");
    } catch (StoreFailure const& failure) {
        CHECK(failure.what() == "The journal " + directory.rooms().string() +
                                    " was written by a newer server (version 3, this one knows 1): start that one, or "
                                    "choose another --data.");
    }
}

TEST_CASE("A new file whose first rows can't be written is made again at the next start", "[journal][sqlite]") {
    DataDirectory const directory;
    auto const failing_fill = [](SqliteFile&) { throw std::runtime_error("no memory"); };
    CHECK_THROWS(SqliteFile(directory.rooms(), first, failing_fill));
    auto file = open_file(directory, first);
    CHECK(file.run("UPDATE card SET name = 'KS'") == 1);
}
