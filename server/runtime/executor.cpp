#include "server/runtime/executor.hpp"

#include "server/runtime/until_there_is_memory.hpp"

#include <spdlog/spdlog.h>

#include <exception>

namespace tefuda::server {

void Executor::flush_later(std::shared_ptr<Flushable> object) {
    to_flush_.push_back(std::move(object));
    if (to_flush_.size() > 1) return;
    try {
        // A posted task runs after everything that is ready to run now.
        post([this] { flush_all(); });
    } catch (...) {
        // Otherwise the next object would wait for a task that never comes.
        to_flush_.clear();
        throw;
    }
}

void Executor::flush_all() {
    for (std::size_t next = 0; next < to_flush_.size(); ++next) {
        // Moved out first: flushing may add objects, which moves the vector's memory.
        auto const object = std::move(to_flush_[next]);
        try {
            object->flush();
        } catch (std::exception const& problem) {
            spdlog::error("A flush failed: {}", problem.what());
        }
    }
    to_flush_.clear();
}

void ExecutorGroup::after_all(Executor& executor, std::function<void()> task) const {
    auto const post_to = [](Executor& next, std::function<void()> const& what) {
        until_there_is_memory([&] { next.post(what); });
    };
    // From one to the next, and back.
    std::function<void()> step = [&executor, task = std::move(task), post_to] { post_to(executor, task); };
    for (auto* each : executors_)
        if (each != &executor) step = [each, next = std::move(step), post_to] { post_to(*each, next); };
    step();
}

} // namespace tefuda::server
