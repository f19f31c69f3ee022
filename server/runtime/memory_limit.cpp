#include "server/runtime/memory_limit.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

#include <sys/resource.h>
#include <unistd.h>

namespace tefuda::server {

namespace fs = std::filesystem;

namespace {

constexpr auto unlimited = std::numeric_limits<std::uint64_t>::max();

/// The number in a file; no limit where it has another text (`max`) or isn't there.
std::uint64_t read_limit(fs::path const& file) {
    std::ifstream in(file);
    std::uint64_t bytes = 0;
    return in >> bytes ? bytes : unlimited;
}

/// The least limit of a group and the groups around it. In a container the path may be the host's: what isn't there is
/// skipped, and the container's own group is at the top.
std::uint64_t least_limit(fs::path const& top, fs::path group, char const* file) {
    auto least = read_limit(top / file);
    for (group = group.relative_path(); !group.empty(); group = group.parent_path())
        least = std::min(least, read_limit(top / group / file));
    return least;
}

std::uint64_t cgroup_limit(fs::path const& root) {
    auto least = unlimited;
    auto const top = root / "sys/fs/cgroup";
    std::ifstream groups(root / "proc/self/cgroup");
    // Lines `number:controllers:path`, see cgroups(7); version 2 has no controllers.
    for (std::string line; std::getline(groups, line);) {
        auto const first = line.find(':');
        auto const second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        auto const controllers = "," + line.substr(first + 1, second - first - 1) + ",";
        auto const group = line.substr(second + 1);
        if (controllers == ",,") least = std::min(least, least_limit(top, group, "memory.max"));
        if (controllers.find(",memory,") != std::string::npos)
            least = std::min(least, least_limit(top / "memory", group, "memory.limit_in_bytes"));
    }
    return least;
}

std::uint64_t address_space_limit() {
    rlimit limit{};
    return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY ? limit.rlim_cur : unlimited;
}

std::uint64_t physical_memory() {
    auto const pages = sysconf(_SC_PHYS_PAGES);
    auto const page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page) : unlimited;
}

} // namespace

std::uint64_t usable_memory(fs::path const& root) {
    return std::min({cgroup_limit(root), address_space_limit(), physical_memory()});
}

} // namespace tefuda::server
