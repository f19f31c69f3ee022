// Threads that work in the background.
#pragma once

#include <sys/resource.h>
#include <unistd.h>

namespace tefuda::server {

/// Lowers the priority of the calling thread for the rest of its life, so that threads that answer clients run first.
/// If the system does not allow it, the thread keeps the normal priority.
inline void work_in_background() {
    constexpr int niceness = 10;
    // On Linux each thread has its own niceness.
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), niceness);
}

} // namespace tefuda::server
