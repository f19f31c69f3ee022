// What the system knows about this process.
#pragma once

#include <optional>

namespace tefuda::server {

/// Seconds and bytes. What the system does not tell is 0.
struct ProcessFigures {
    /// Since 1970.
    double start_time = 0;
    double cpu_time = 0;
    double resident_memory = 0;
    double virtual_memory = 0;
    double open_files = 0;
    double max_files = 0;
    double threads = 0;
};

ProcessFigures read_process_figures();

} // namespace tefuda::server
