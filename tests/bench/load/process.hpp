// The CPU time, memory and threads of a process on this machine.
#pragma once

#include <cstdint>
#include <sys/types.h>

namespace tefuda::bench {

struct ProcessUse {
    double cpu_seconds = 0;
    std::int64_t rss_bytes = 0;
    /// Of these, the pages that belong to no file: without the program's and the libraries' own code and constants.
    std::int64_t anonymous_bytes = 0;
    int threads = 0;
};

/// \throws std::runtime_error if there is no such process
ProcessUse use_of(pid_t process);

} // namespace tefuda::bench
