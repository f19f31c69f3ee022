#include "server/metrics/process.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <sys/resource.h>
#include <unistd.h>

namespace tefuda::server {

namespace {

/// Boot time of the system, in seconds since 1970.
double boot_time() {
    std::ifstream stat("/proc/stat");
    for (std::string word; stat >> word;)
        if (double seconds = 0; word == "btime" && stat >> seconds) return seconds;
    return 0;
}

/// The fields of /proc/self/stat from the third on, see proc(5). The second is the program's name in parentheses, which
/// may itself contain spaces and parentheses: so the last `)` of the line is its end.
std::istringstream stat_fields() {
    std::ifstream file("/proc/self/stat");
    std::string line;
    std::getline(file, line);
    auto const name_end = line.rfind(')');
    return std::istringstream(name_end == std::string::npos ? std::string() : line.substr(name_end + 1));
}

void read_stat(ProcessFigures& figures) {
    auto const ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
    auto fields = stat_fields();
    std::string skipped;
    for (int field = 3; field < 14; ++field) fields >> skipped;
    double user = 0, system = 0, threads = 0, started = 0, memory = 0, pages = 0;
    fields >> user >> system;
    for (int field = 16; field < 20; ++field) fields >> skipped;
    fields >> threads >> skipped >> started >> memory >> pages;
    if (!fields) return;
    figures.start_time = boot_time() + started / ticks;
    figures.cpu_time = (user + system) / ticks;
    figures.threads = threads;
    figures.virtual_memory = memory;
    figures.resident_memory = pages * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double count_open_files() {
    std::error_code error;
    double count = 0;
    for (std::filesystem::directory_iterator files("/proc/self/fd", error), end; !error && files != end;
         files.increment(error))
        ++count;
    return count;
}

} // namespace

ProcessFigures read_process_figures() {
    ProcessFigures figures;
    read_stat(figures);
    figures.open_files = count_open_files();
    if (rlimit limit{}; getrlimit(RLIMIT_NOFILE, &limit) == 0) figures.max_files = static_cast<double>(limit.rlim_cur);
    return figures;
}

} // namespace tefuda::server
