#include "server/bots/bot_pool.hpp"

#include "server/runtime/background_priority.hpp"
#include "server/metrics/metrics.hpp"

#include <spdlog/spdlog.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace tefuda::server {

class BotPool::Queue {
public:
    Queue(unsigned threads, std::chrono::milliseconds think) : think_(think) {
        // Nobody looks at `threads_` before all are there.
        std::lock_guard const lock(mutex_);
        for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
    }

    ~Queue() {
        {
            std::lock_guard const lock(mutex_);
            stopping_ = true;
        }
        changed_.notify_all();
        for (auto& thread : threads_) thread.join();
    }

    void push(BotTask task, Answer answer) {
        {
            std::lock_guard const lock(mutex_);
            jobs_.push_back({std::move(task), std::move(answer), std::chrono::steady_clock::now()});
        }
        changed_.notify_one();
    }

private:
    struct Job {
        BotTask task;
        Answer answer;
        std::chrono::steady_clock::time_point asked_at;
    };

    /// A match must not stand still because a bot fails.
    static std::optional<std::string> decide(BotTask const& task, search::Budget const& budget, BotRandom& random) {
        try {
            return choose(task, budget, random);
        } catch (std::exception const& problem) {
            spdlog::error("A bot failed: {}", problem.what());
            return choose_easy(task, random);
        }
    }

    struct Next {
        Job job;
        /// How many others wait for each thread.
        std::size_t waiting;
    };

    search::Budget budget(std::size_t waiting) const {
        if (think_.count() == 0) return {.iterations = 0};
        return {.until = std::chrono::steady_clock::now() + think_ / static_cast<int>(1 + waiting),
                .cancelled = &stopping_};
    }

    void work() {
        work_in_background();
        BotRandom random(std::random_device{}());
        while (auto next = wait_for_next()) {
            auto& [job, waiting] = *next;
            auto answer = decide(job.task, budget(waiting), random);
            metrics().bot_seconds.observe(in_seconds(std::chrono::steady_clock::now() - job.asked_at));
            job.answer(std::move(answer));
        }
    }

    std::optional<Next> wait_for_next() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return stopping_ || !jobs_.empty(); });
        if (stopping_) return std::nullopt;
        auto job = std::move(jobs_.front());
        jobs_.pop_front();
        return Next{std::move(job), jobs_.size() / threads_.size()};
    }

    std::chrono::milliseconds const think_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Job> jobs_;
    std::atomic<bool> stopping_ = false;
    std::vector<std::thread> threads_;
};

BotPool::BotPool(unsigned threads, std::chrono::milliseconds think) : queue_(std::make_unique<Queue>(threads, think)) {}
BotPool::~BotPool() = default;
void BotPool::ask(BotTask task, Answer answer) {
    queue_->push(std::move(task), std::move(answer));
}

} // namespace tefuda::server
