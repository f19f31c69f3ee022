// What a process of this machine uses, as the system tells.
#pragma once

#include <cstdint>
#include <sys/types.h>

namespace tefuda::bench {

struct ProcessUse {
    double cpu_seconds = 0;
    std::int64_t rss_bytes = 0;
    int threads = 0;
};

/// \throws std::runtime_error where there is no such process
ProcessUse use_of(pid_t process);

} // namespace tefuda::bench
