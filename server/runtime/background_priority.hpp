// Threads that work in the background.
#pragma once

#include <sys/resource.h>
#include <unistd.h>

namespace tefuda::server {

/// From now on the calling thread leaves the processor to those that answer clients. Where that can't be had, it works
/// like everybody else.
inline void work_in_background() {
    constexpr int niceness = 10;
    // On Linux each thread has its own.
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), niceness);
}

} // namespace tefuda::server
