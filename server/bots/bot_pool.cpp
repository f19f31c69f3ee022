#include "server/bots/bot_pool.hpp"

#include <spdlog/spdlog.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace tefuda::server {

class BotPool::Queue {
public:
    explicit Queue(unsigned threads) {
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
            jobs_.push_back({std::move(task), std::move(answer)});
        }
        changed_.notify_one();
    }

private:
    struct Job {
        BotTask task;
        Answer answer;
    };

    void work() {
        BotRandom random(std::random_device{}());
        while (auto job = next()) {
            try {
                job->answer(choose(job->task, random));
            } catch (std::exception const& problem) {
                spdlog::error("A bot failed: {}", problem.what());
            }
        }
    }

    std::optional<Job> next() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return stopping_ || !jobs_.empty(); });
        if (stopping_) return std::nullopt;
        auto job = std::move(jobs_.front());
        jobs_.pop_front();
        return job;
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Job> jobs_;
    bool stopping_ = false;
    std::vector<std::thread> threads_;
};

BotPool::BotPool(unsigned threads) : queue_(std::make_unique<Queue>(threads)) {}
BotPool::~BotPool() = default;
void BotPool::ask(BotTask task, Answer answer) {
    queue_->push(std::move(task), std::move(answer));
}

} // namespace tefuda::server
