#include "server/bots/bot_pool.hpp"

#include "server/metrics/metrics.hpp"
#include "server/runtime/failure_log.hpp"
#include "server/runtime/until_there_is_memory.hpp"

#include <utility>

namespace tefuda::server {

namespace {

/// How many may wait for what no match waits for, in all and of each address.
constexpr std::size_t max_considered = 100, max_considered_an_address = 8;

/// If a bot throws, plays at random: the match has to go on. \returns nothing also where that fails
std::optional<std::string> decide(BotTask const& task, search::Budget const& budget) {
    BotRandom random(task.seed);
    try {
        return choose(task, budget, random);
    } catch (std::exception const& problem) {
        log_failure("A bot failed", problem);
    }
    try {
        return until_there_is_memory([&] { return choose_easy(task, random); });
    } catch (std::exception const& problem) {
        log_failure("A bot can't even play at random", problem);
        return std::nullopt;
    }
}

/// An answer that fails is lost, and no other one.
template <class Answering>
void tell(Answering const& answering) {
    try {
        until_there_is_memory(answering);
    } catch (std::exception const& problem) {
        log_failure("A bot's answer was lost", problem);
    }
}

} // namespace

BotPool::BotPool(unsigned threads, std::chrono::milliseconds think)
    : think_(think), threads_(threads), turns_(threads) {
    for (unsigned i = 0; i < threads; ++i)
        workers_.push_back(make_worker("bots", [this] { return step(); }, Priority::background));
}

BotPool::~BotPool() {
    stopping_ = true;
    for (auto const& worker : workers_) worker->stop();
}

void BotPool::ask(BotTask task, BotPayer const& payer, Answer answer) {
    Job job{std::move(task), {}, std::move(answer), steady_now()};
    auto const kind = payer.is_alone ? Turns::Kind::bots_alone : Turns::Kind::humans;
    // A match waits for it.
    until_there_is_memory([&] {
        std::lock_guard const lock(mutex_);
        turns_.push(kind, std::move(job), payer.address, payer.awaited);
    });
    wake();
}

bool BotPool::consider(BotTask task, std::string const& address, Considered answer) {
    {
        std::lock_guard const lock(mutex_);
        auto const network = widest_network_of(address);
        auto& of_address = considered_of_[network];
        if (considered_ >= max_considered || of_address >= max_considered_an_address) {
            if (of_address == 0) considered_of_.erase(network);
            return false;
        }
        turns_.push(Turns::Kind::humans, {std::move(task), network, std::move(answer), steady_now()}, address, true);
        ++considered_;
        ++of_address;
    }
    wake();
    return true;
}

void BotPool::when_idle(Step step) {
    {
        std::lock_guard const lock(mutex_);
        turns_.push(std::move(step));
    }
    wake();
}

/// Each of them takes what there is.
void BotPool::wake() {
    for (auto const& worker : workers_) worker->wake();
}

/// Hardly depends on the time.
search::Budget BotPool::fixed_budget() const {
    constexpr int iterations_per_ms = 10;
    // Only a thread that hardly ever runs takes so long.
    constexpr std::chrono::seconds longest(10);
    return {.iterations = iterations_per_ms * static_cast<int>(think_.count()),
            .until = steady_now() + longest,
            .cancelled = &stopping_};
}

std::optional<Consideration> BotPool::think_about(BotTask const& task) const {
    auto const budget = fixed_budget();
    BotRandom random(static_cast<std::uint64_t>(task.decision));
    try {
        return server::consider(task, budget, random);
    } catch (std::exception const& problem) {
        log_failure("A bot failed to give advice", problem);
        return std::nullopt;
    }
}

/// The time for a search is divided among the jobs that wait, so that the queue does not grow.
/// \param waiting number of queued jobs per thread
search::Budget BotPool::budget(std::size_t waiting) const {
    if (think_.count() == 0) return {.iterations = 0};
    return {.until = steady_now() + think_ / static_cast<int>(1 + waiting), .cancelled = &stopping_};
}

Worker::Next BotPool::step() {
    auto const begun = steady_now();
    auto next = [&] {
        std::lock_guard const lock(mutex_);
        return turns_.pop(begun);
    }();
    if (!next) return Worker::Next::when_woken();
    auto goes_on = false;
    auto* const idle = std::get_if<std::list<Step>>(&next->work);
    if (idle)
        goes_on = do_step(idle->front());
    else
        answer(std::get<Turns::NextJob>(next->work));
    std::lock_guard const lock(mutex_);
    if (next->takes_share) turns_.charge_share(steady_now() - begun);
    if (goes_on) turns_.give_back(*idle);
    return Worker::Next::at_once();
}

void BotPool::answer(Turns::NextJob& next) {
    auto& job = next.job;
    if (auto const* answer = std::get_if<Answer>(&job.answer)) {
        auto action = decide(job.task, budget(next.waiting / threads_));
        metrics().bot_seconds.observe(in_seconds(steady_now() - job.queued_at));
        tell([&] { (*answer)(action); });
    } else {
        auto consideration = think_about(job.task);
        {
            std::lock_guard const lock(mutex_);
            --considered_;
            if (--considered_of_[job.address] == 0) considered_of_.erase(job.address);
        }
        tell([&] { std::get<Considered>(job.answer)(consideration); });
    }
}

bool BotPool::do_step(Step const& step) const {
    try {
        return step(fixed_budget());
    } catch (std::exception const& problem) {
        log_failure("Work of the bots failed", problem);
        return false;
    }
}

} // namespace tefuda::server
