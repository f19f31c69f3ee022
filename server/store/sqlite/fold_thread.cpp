#include "server/store/sqlite/fold_thread.hpp"

#include "server/runtime/background_priority.hpp"
#include "server/store/store.hpp"

#include <chrono>
#include <string>
#include <system_error>
#include <utility>

namespace tefuda::server {

void FoldThread::start(Work work) {
    work_ = std::move(work);
    try {
        thread_ = std::thread([this] { run(); });
    } catch (std::system_error const& problem) {
        throw StoreFailure(std::string("The journal can't start its thread (") + problem.what() +
                           "): allow more threads (ulimit -u, or the container's limit).");
    }
}

void FoldThread::request() {
    {
        std::lock_guard const lock(mutex_);
        is_due_ = true;
    }
    wake_.notify_all();
}

void FoldThread::stop() {
    {
        std::lock_guard const lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void FoldThread::run() {
    work_in_background();
    constexpr std::chrono::seconds interval(1);
    auto failed = false;
    for (std::unique_lock lock(mutex_);;) {
        auto const due = wake_.wait_for(lock, interval, [this] { return stopping_ || is_due_; });
        if (stopping_) return;
        is_due_ = false;
        lock.unlock();
        if (due || failed) failed = !work_.fold(failed);
        work_.look();
        lock.lock();
    }
}

} // namespace tefuda::server
