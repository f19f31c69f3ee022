// The threads on which bots decide, so that no event loop waits for a bot. They have a low priority: event loops run
// first.
#pragma once

#include "server/bots/bot.hpp"
#include "server/bots/bot_turns.hpp"
#include "server/runtime/clock.hpp"
#include "server/runtime/worker.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

namespace tefuda::server {

/// On whose account a bot thinks.
struct BotPayer {
    /// Who made or woke the bot's room: addresses take turns.
    std::string address;
    /// Somebody is connected to the room: its bots come first.
    bool awaited = true;
    /// No human has a seat in the room: its bots pay from the share of idle work, see BotTurns.
    bool is_alone = false;
};

class BotPool {
public:
    /// \param threads at least 1
    /// \param think time for one search; less while other tasks wait, so that the queue stays short. 0: no search
    BotPool(unsigned threads, std::chrono::milliseconds think);
    /// Cancels the running searches, drops the waiting tasks and joins the threads.
    ~BotPool();

    using Answer = std::function<void(std::optional<std::string> action)>;

    /// Queues a task, as soon as there is memory; see BotTurns and FairQueue for the order. The bot's random numbers
    /// are those of the task's seed: but for a search, which ends with the time, the same task has the same answer.
    /// Thread-safe. \param answer called once with the action, JSON text (nothing: the bot does not act), on a thread
    /// of the pool; never called if the pool is destroyed before the task's turn
    void ask(BotTask task, BotPayer const& payer, Answer answer);

    using Considered = std::function<void(std::optional<Consideration> consideration)>;

    /// Queues a task of which no match waits for the answer. It is answered like the hard bot's, but in a fixed number
    /// of iterations and with random numbers of its decision's number: for the same task the answer is always the same.
    /// Thread-safe.
    /// \param answer called as that of `ask`; nothing: the bot would not act, or has failed
    /// \param address who asks
    /// \returns false where too many wait, of this address or of all: then `answer` is not called
    bool consider(BotTask task, std::string const& address, Considered answer);

    /// Work in small steps. \param budget for one search, in iterations
    /// \returns whether there is more to do
    using Step = std::function<bool(search::Budget const& budget)>;

    /// Does the work whenever no task waits, and for a tenth of each second, step by step, in turn with other such
    /// work. A step that throws is the last. Thread-safe. Work that is unfinished when the pool is destroyed is
    /// dropped.
    void when_idle(Step step);

private:
    struct Job {
        BotTask task;
        std::string address;
        std::variant<Answer, Considered> answer;
        SteadyTime queued_at;
    };
    using Turns = BotTurns<Job, Step>;

    void wake();
    search::Budget fixed_budget() const;
    search::Budget budget(std::size_t waiting) const;
    std::optional<Consideration> think_about(BotTask const& task) const;
    Worker::Next step();
    void answer(Turns::NextJob& next);
    bool do_step(Step const& step) const;

    std::chrono::milliseconds const think_;
    std::size_t const threads_;
    std::mutex mutex_;
    Turns turns_;
    /// How many tasks wait or are thought about that no match waits for.
    std::size_t considered_ = 0;
    std::unordered_map<std::string, std::size_t> considered_of_; ///< of each address that has some
    std::atomic<bool> stopping_ = false;
    /// They use all of the above.
    std::vector<std::unique_ptr<Worker>> workers_;
};

} // namespace tefuda::server
