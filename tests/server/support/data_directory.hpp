// A directory for a journal, deleted at the end of the test; in memory where the system has such a place, so that a
// slow disk does not slow the tests down.
#pragma once

#include "tests/support/catch.hpp"

#include <cstdlib>
#include <filesystem>

namespace tefuda::server::test {

struct DataDirectory {
    std::filesystem::path path;

    DataDirectory() {
        auto const memory = std::filesystem::path("/dev/shm");
        auto const base = std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path();
        auto name = (base / "tefuda-test-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()));
        path = name;
    }
    /// A copy: what a server that is killed now leaves behind.
    explicit DataDirectory(DataDirectory const& in_use) : DataDirectory() {
        std::filesystem::copy(in_use.path, path, std::filesystem::copy_options::recursive);
    }
    ~DataDirectory() { std::filesystem::remove_all(path); }
    DataDirectory& operator=(DataDirectory const&) = delete;

    std::filesystem::path rooms() const { return path / "rooms.sqlite"; }
    std::filesystem::path pending() const { return path / "pending.sqlite"; }
    std::filesystem::path watermark() const { return path / "watermark"; }
    /// The WAL of the pending batches.
    std::filesystem::path pending_wal() const { return path / "pending.sqlite-wal"; }
};

} // namespace tefuda::server::test
