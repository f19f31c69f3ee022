// Figures about this process, from Linux' /proc.
#pragma once

namespace tefuda::server {

/// Times in seconds, memory in bytes. A figure that can't be read is 0.
struct ProcessFigures {
    /// Seconds since 1970.
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
