#include "tests/bench/load/process.hpp"

#include <ctime>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unistd.h>

namespace tefuda::bench {

namespace {

/// Uses the process's CPU clock, because /proc counts in hundredths of a second, which is too coarse.
double cpu_seconds_of(pid_t process) {
    clockid_t clock{};
    timespec time{};
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0)
        throw std::runtime_error("the CPU time of process " + std::to_string(process) + " can't be read");
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

} // namespace

ProcessUse use_of(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string line;
    if (!std::getline(file, line)) throw std::runtime_error("there is no process " + std::to_string(process));
    // The second field, in parentheses, may contain spaces; so continue after it, with the third field.
    std::istringstream fields(line.substr(line.rfind(')') + 2));
    std::string skipped;
    ProcessUse use;
    for (int field = 3; field < 20; ++field) fields >> skipped;
    fields >> use.threads;
    std::ifstream memory("/proc/" + std::to_string(process) + "/statm");
    std::int64_t all = 0, resident = 0, of_files = 0;
    memory >> all >> resident >> of_files;
    use.cpu_seconds = cpu_seconds_of(process);
    use.rss_bytes = resident * sysconf(_SC_PAGESIZE);
    use.anonymous_bytes = (resident - of_files) * sysconf(_SC_PAGESIZE);
    return use;
}

} // namespace tefuda::bench
