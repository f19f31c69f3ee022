#include "server/runtime/memory_limit.hpp"
#include "tests/server/support/data_directory.hpp"
#include "tests/support/catch.hpp"

#include <fstream>

using namespace tefuda::server;

namespace {

/// A file system with the files that tell about control groups.
struct Machine {
    void write(std::string const& file, std::string const& text) const {
        auto const path = root.path / file;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path) << text << "\n";
    }
    test::DataDirectory root;
};

} // namespace

TEST_CASE("The memory that may be used is the least limit of the control group and those around it", "[runtime]") {
    Machine const machine;
    machine.write("proc/self/cgroup", "0::/a/b");
    machine.write("sys/fs/cgroup/a/b/memory.max", "max");
    CHECK(usable_memory(machine.root.path) > 100'000'000);
    machine.write("sys/fs/cgroup/a/memory.max", "5000000");
    CHECK(usable_memory(machine.root.path) == 5'000'000);
    machine.write("sys/fs/cgroup/a/b/memory.max", "4000000");
    CHECK(usable_memory(machine.root.path) == 4'000'000);
}

TEST_CASE("A container's own group is at the top, whatever path the host gives", "[runtime]") {
    Machine const machine;
    machine.write("proc/self/cgroup", "9:name=systemd:/x\n4:cpu,memory:/docker/0123");
    machine.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "3000000");
    CHECK(usable_memory(machine.root.path) == 3'000'000);
}

TEST_CASE("Without control groups it is what the machine has", "[runtime]") {
    Machine const machine;
    CHECK(usable_memory(machine.root.path) > 100'000'000);
}
