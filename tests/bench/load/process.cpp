#include "tests/bench/load/process.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unistd.h>

namespace tefuda::bench {

ProcessUse use_of(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string line;
    if (!std::getline(file, line)) throw std::runtime_error("there is no process " + std::to_string(process));
    // The second field, in brackets, may have spaces; the third is the state.
    std::istringstream fields(line.substr(line.rfind(')') + 2));
    std::string skipped;
    std::int64_t user = 0;
    std::int64_t system = 0;
    ProcessUse use;
    std::int64_t pages = 0;
    for (int field = 3; field < 14; ++field) fields >> skipped;
    fields >> user >> system;
    for (int field = 16; field < 20; ++field) fields >> skipped;
    fields >> use.threads;
    for (int field = 21; field < 24; ++field) fields >> skipped;
    fields >> pages;
    use.cpu_seconds = static_cast<double>(user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
    use.rss_bytes = pages * sysconf(_SC_PAGESIZE);
    return use;
}

} // namespace tefuda::bench
