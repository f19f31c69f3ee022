// A directory for a journal, gone at the end of the test; in memory where the system has such a place, so that a slow
// disk does not slow the tests.
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
    /// As a server leaves it that is killed now.
    explicit DataDirectory(DataDirectory const& in_use) : DataDirectory() {
        std::filesystem::copy(in_use.path, path, std::filesystem::copy_options::recursive);
    }
    ~DataDirectory() { std::filesystem::remove_all(path); }
    DataDirectory& operator=(DataDirectory const&) = delete;

    std::filesystem::path journal() const { return path / "journal.sqlite"; }
    /// The first of the two.
    std::filesystem::path log() const { return path / "journal-1.log"; }
};

} // namespace tefuda::server::test
