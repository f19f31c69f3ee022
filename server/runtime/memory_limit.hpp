// How much memory the process may use.
#pragma once

#include <cstdint>
#include <filesystem>

namespace tefuda::server {

/// In bytes: the least of the limits of its control groups (versions 2 and 1), of its address space (RLIMIT_AS) and of
/// the machine's memory. What can't be read is no limit. \param root where /proc and /sys are found; a test has its own
std::uint64_t usable_memory(std::filesystem::path const& root = "/");

} // namespace tefuda::server
