#include "server/runtime/flush_scheduler.hpp"

#include "server/runtime/executor.hpp"

#include <spdlog/spdlog.h>

#include <exception>
#include <utility>

namespace tefuda::server {

void FlushScheduler::schedule(std::shared_ptr<Flushable> object) {
    scheduled_.push_back(std::move(object));
    if (scheduled_.size() > 1) return;
    try {
        // A posted task runs after everything that is ready to run now.
        executor_.post([this] { flush_all(); });
    } catch (...) {
        // Otherwise the next object would wait for a task that never comes.
        scheduled_.clear();
        throw;
    }
}

void FlushScheduler::flush_all() {
    for (std::size_t next = 0; next < scheduled_.size(); ++next) {
        // Moved out first: flushing may add objects, which moves the vector's memory.
        auto const object = std::move(scheduled_[next]);
        try {
            object->flush();
        } catch (std::exception const& problem) {
            spdlog::error("A flush failed: {}", problem.what());
        }
    }
    scheduled_.clear();
}

} // namespace tefuda::server
