#include "server/runtime/runtime.hpp"

#include "server/runtime/failure_log.hpp"
#include "server/runtime/random.hpp"

#include <openssl/rand.h>

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace tefuda::server {

namespace {

/// Lowers the priority of the calling thread for the rest of its life. If the system does not allow it, the thread
/// keeps the normal priority.
void work_in_background() {
    constexpr int niceness = 10;
    // On Linux each thread has its own niceness.
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), niceness);
}

class ThreadWorker final : public Worker {
public:
    ThreadWorker(std::string_view name, Step step, Priority priority)
        : name_(name), failure_("The thread \"" + name_ + "\" failed"), step_(std::move(step)),
          thread_([this, priority] {
              pthread_setname_np(pthread_self(), name_.c_str());
              if (priority == Priority::background) work_in_background();
              work();
          }) {}

    ~ThreadWorker() override { stop(); }

    void stop() override {
        {
            std::lock_guard const lock(mutex_);
            stopping_ = true;
        }
        woken_or_stopping_.notify_all();
        stopping_changed_.notify_all();
        if (thread_.joinable()) thread_.join();
    }

    void wake() noexcept override {
        // Whoever was first has told the thread.
        if (woken_.exchange(true)) return;
        // Between these two the thread can't have looked, and not wait yet.
        std::lock_guard const lock(mutex_);
        woken_or_stopping_.notify_one();
    }

private:
    void work() {
        for (auto next = Next::at_once();;) {
            {
                std::unique_lock lock(mutex_);
                if (!next.may_be_woken())
                    stopping_changed_.wait_until(lock, next.time(), [this] { return stopping_; });
                else if (next.time() == Next::Time::max())
                    woken_or_stopping_.wait(lock, [this] { return stopping_ || woken_; });
                else if (next.time() != Next::Time::min())
                    woken_or_stopping_.wait_until(lock, next.time(), [this] { return stopping_ || woken_; });
                if (stopping_) return;
            }
            // What was given to it before is seen by the step.
            woken_.exchange(false);
            next = step();
        }
    }

    Next step() noexcept {
        constexpr auto pause = std::chrono::milliseconds(10);
        try {
            return step_();
        } catch (std::exception const& problem) {
            log_failure(failure_, problem);
        }
        return Next::not_before(std::chrono::steady_clock::now() + pause);
    }

    std::string const name_, failure_;
    Step const step_;
    std::atomic<bool> woken_ = false;
    std::mutex mutex_;
    /// A thread that may not be woken waits for another one: it is not told of what would not move it.
    std::condition_variable woken_or_stopping_, stopping_changed_;
    bool stopping_ = false;
    std::thread thread_;
};

class MachineRuntime final : public Runtime {
public:
    std::unique_ptr<Worker> make_worker(std::string_view name, Worker::Step step, Priority priority) override {
        try {
            return std::make_unique<ThreadWorker>(name, std::move(step), priority);
        } catch (std::system_error const& problem) {
            throw std::runtime_error("The thread \"" + std::string(name) + "\" can't be started (" + problem.what() +
                                     "): allow more threads (ulimit -u, or the container's limit).");
        }
    }
    SteadyTime steady_now() override { return std::chrono::steady_clock::now(); }
    WallTime wall_now() override { return std::chrono::system_clock::now(); }
    void sleep_for(std::chrono::milliseconds time) override { std::this_thread::sleep_for(time); }
    void random_bytes(std::span<std::uint8_t> bytes) override {
        if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1)
            throw std::runtime_error("the operating system gives no random bytes");
    }
};

// Never destroyed: threads may ask for the time until the process ends.
Runtime& machine = *new MachineRuntime;
thread_local Runtime* current = nullptr;

Runtime& runtime() {
    return current ? *current : machine;
}

} // namespace

Runtime& machine_runtime() {
    return machine;
}

RuntimeScope::RuntimeScope(Runtime& runtime) : before_(std::exchange(current, &runtime)) {}

RuntimeScope::~RuntimeScope() {
    current = before_;
}

std::unique_ptr<Worker> make_worker(std::string_view name, Worker::Step step, Priority priority) {
    return runtime().make_worker(name, std::move(step), priority);
}

SteadyTime steady_now() {
    return runtime().steady_now();
}

WallTime wall_now() {
    return runtime().wall_now();
}

Moment this_moment() {
    return {steady_now(), wall_now()};
}

std::int64_t seconds_now() {
    return this_moment().seconds();
}

void sleep_for(std::chrono::milliseconds time) {
    runtime().sleep_for(time);
}

void random_bytes(std::span<std::uint8_t> bytes) {
    runtime().random_bytes(bytes);
}

} // namespace tefuda::server
