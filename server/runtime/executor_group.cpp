#include "server/runtime/executor_group.hpp"

#include "server/runtime/until_there_is_memory.hpp"

namespace tefuda::server {

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
