#pragma once

#include <chrono>
#include <new>
#include <thread>

namespace tefuda::server {

/// Does it again until there is memory for it: for a thread's step that nobody else would repeat. Blocks.
/// \param work has done nothing where it throws std::bad_alloc; may return a value
template <class Work>
auto until_there_is_memory(Work const& work) {
    constexpr auto pause = std::chrono::milliseconds(10);
    for (;; std::this_thread::sleep_for(pause)) {
        try {
            return work();
        } catch (std::bad_alloc const&) {
            // Other threads give memory back meanwhile.
        }
    }
}

} // namespace tefuda::server
