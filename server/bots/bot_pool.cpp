#include "server/bots/bot_pool.hpp"

#include "server/metrics/metrics.hpp"
#include "server/runtime/background_priority.hpp"
#include "server/runtime/fair_queue.hpp"
#include "server/runtime/until_there_is_memory.hpp"

#include <spdlog/spdlog.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace tefuda::server {

class BotPool::Queue {
public:
    /// How many may wait for what no match waits for, in all and of each address.
    static constexpr std::size_t max_considered = 100, max_considered_an_address = 8;

    Queue(unsigned threads, std::chrono::milliseconds think) : think_(think) {
        // Threads read `threads_.size()` with the mutex held: none does so before the vector is complete.
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

    void push(BotTask task, BotPayer const& payer, Answer answer) {
        {
            std::lock_guard const lock(mutex_);
            jobs_.push({std::move(task), payer.address, std::move(answer), std::chrono::steady_clock::now()},
                       payer.address, payer.awaited);
        }
        changed_.notify_one();
    }

    bool push(BotTask task, std::string const& address, Considered answer) {
        {
            std::lock_guard const lock(mutex_);
            auto const network = widest_network_of(address);
            auto const of_address = considered_of_.find(network);
            auto const is_too_many =
                of_address != considered_of_.end() && of_address->second >= max_considered_an_address;
            if (considered_ >= max_considered || is_too_many) return false;
            ++considered_;
            ++considered_of_[network];
            jobs_.push({std::move(task), network, std::move(answer), std::chrono::steady_clock::now()}, address, true);
        }
        changed_.notify_one();
        return true;
    }

    void push(Step step) {
        {
            std::lock_guard const lock(mutex_);
            idle_work_.push_back(std::move(step));
        }
        changed_.notify_one();
    }

private:
    struct Job {
        BotTask task;
        std::string address;
        std::variant<Answer, Considered> answer;
        std::chrono::steady_clock::time_point queued_at;
    };

    /// If a bot throws, plays at random: the match has to go on.
    static std::optional<std::string> decide(BotTask const& task, search::Budget const& budget) {
        BotRandom random(task.seed);
        try {
            return choose(task, budget, random);
        } catch (std::exception const& problem) {
            spdlog::error("A bot failed: {}", problem.what());
            return choose_easy(task, random);
        }
    }

    /// Hardly depends on the time.
    search::Budget fixed_budget() const {
        constexpr int iterations_per_ms = 10;
        // Only a thread that hardly ever runs takes so long.
        constexpr std::chrono::seconds longest(10);
        return {.iterations = iterations_per_ms * static_cast<int>(think_.count()),
                .until = std::chrono::steady_clock::now() + longest,
                .cancelled = &stopping_};
    }

    std::optional<Consideration> consider(BotTask const& task) const {
        auto const budget = fixed_budget();
        BotRandom random(static_cast<std::uint64_t>(task.decision));
        try {
            return server::consider(task, budget, random);
        } catch (std::exception const& problem) {
            spdlog::error("A bot failed to give advice: {}", problem.what());
            return std::nullopt;
        }
    }

    /// The time for a search is divided among the jobs that wait, so that the queue does not grow.
    /// \param waiting number of queued jobs per thread
    search::Budget budget(std::size_t waiting) const {
        if (think_.count() == 0) return {.iterations = 0};
        return {.until = std::chrono::steady_clock::now() + think_ / static_cast<int>(1 + waiting),
                .cancelled = &stopping_};
    }

    void work() {
        work_in_background();
        while (auto next = wait_for_next()) {
            auto& [job, waiting] = *next;
            if (auto const* answer = std::get_if<Answer>(&job.answer)) {
                auto action = decide(job.task, budget(waiting));
                metrics().bot_seconds.observe(in_seconds(std::chrono::steady_clock::now() - job.queued_at));
                until_there_is_memory([&] { (*answer)(action); });
            } else {
                auto consideration = consider(job.task);
                {
                    std::lock_guard const lock(mutex_);
                    --considered_;
                    if (--considered_of_[job.address] == 0) considered_of_.erase(job.address);
                }
                until_there_is_memory([&] { std::get<Considered>(job.answer)(consideration); });
            }
        }
    }

    bool do_step(Step const& step) const {
        try {
            return step(fixed_budget());
        } catch (std::exception const& problem) {
            spdlog::error("Work of the bots failed: {}", problem.what());
            return false;
        }
    }

    /// Does idle work until a task comes. \returns nothing when the pool stops
    std::optional<FairQueue<Job>::Next> wait_for_next() {
        std::unique_lock lock(mutex_);
        for (;;) {
            changed_.wait(lock, [this] { return stopping_ || !jobs_.empty() || !idle_work_.empty(); });
            if (stopping_) return std::nullopt;
            if (!jobs_.empty()) break;
            auto step = std::move(idle_work_.front());
            idle_work_.pop_front();
            lock.unlock();
            auto const goes_on = do_step(step);
            lock.lock();
            if (goes_on) idle_work_.push_back(std::move(step));
        }
        auto next = jobs_.pop();
        next->waiting /= threads_.size();
        return next;
    }

    std::chrono::milliseconds const think_;
    std::mutex mutex_;
    std::condition_variable changed_;
    FairQueue<Job> jobs_;
    std::deque<Step> idle_work_;
    /// How many tasks wait or are thought about that no match waits for.
    std::size_t considered_ = 0;
    std::unordered_map<std::string, std::size_t> considered_of_; ///< of each address that has some
    std::atomic<bool> stopping_ = false;
    std::vector<std::thread> threads_;
};

BotPool::BotPool(unsigned threads, std::chrono::milliseconds think) : queue_(std::make_unique<Queue>(threads, think)) {}
BotPool::~BotPool() = default;
void BotPool::ask(BotTask task, BotPayer const& payer, Answer answer) {
    queue_->push(std::move(task), payer, std::move(answer));
}

void BotPool::when_idle(Step step) {
    queue_->push(std::move(step));
}

bool BotPool::consider(BotTask task, std::string const& address, Considered answer) {
    return queue_->push(std::move(task), address, std::move(answer));
}

} // namespace tefuda::server
