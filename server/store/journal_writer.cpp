#include "server/store/journal_writer.hpp"

#include "server/metrics/metrics.hpp"
#include "server/runtime/failure_log.hpp"
#include "server/runtime/until_there_is_memory.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <new>
#include <utility>

namespace tefuda::server {

namespace {

/// The time from the start of one commit to the start of the next. A sync costs the same for few transactions as for
/// many; where there are many, waiting longer makes the batches larger and the commits fewer.
constexpr std::chrono::microseconds commit_interval(std::size_t transactions) {
    constexpr std::size_t many = 100;
    return std::chrono::microseconds(transactions < many ? 800 : 4000);
}

/// Between two questions about a commit's outcome.
constexpr auto outcome_pause = std::chrono::milliseconds(100);

/// Needs no memory.
void fill(std::span<CommitResult> results, bool stored, LostPlaces const& lost) {
    std::ranges::fill(results, stored ? CommitResult::stored : CommitResult::refused);
    metrics().transactions_fenced.add(lost.size());
    for (auto const place : lost)
        if (place < results.size()) results[place] = CommitResult::lost;
}

/// What the handlers of one executor are told, in order.
struct Outcomes {
    struct Outcome {
        std::shared_ptr<CommitHandler> handler;
        CommitResult result;
        /// Goes back to the thread that made it: an allocator is slow to free the memory of other threads.
        Transaction transaction;
    };
    Executor* executor;
    std::vector<Outcome> outcomes;

    void tell() const {
        for (auto const& outcome : outcomes) {
            try {
                if (outcome.result == CommitResult::lost)
                    outcome.handler->claim_lost();
                else
                    outcome.handler->committed(outcome.result == CommitResult::stored);
            } catch (std::exception const& problem) {
                // The others must be told all the same.
                spdlog::error("A room failed after a commit: {}", problem.what());
            }
        }
    }
};

} // namespace

void JournalWriter::Batch::clear() {
    transactions.clear();
    receivers.clear();
    flushes.clear();
}

JournalWriter::JournalWriter(Store& store, std::size_t capacity)
    : store_(store), capacity_(capacity), thread_([this] { work(); }) {}

JournalWriter::~JournalWriter() {
    {
        std::lock_guard const lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

bool JournalWriter::append(Transaction transaction, std::shared_ptr<CommitHandler> handler) {
    try {
        std::lock_guard const lock(mutex_);
        if (next_.transactions.size() >= capacity_) return false;
        auto& receivers = next_.receivers;
        // First of all, so that a failed allocation leaves no transaction without a receiver.
        if (receivers.size() == receivers.capacity()) receivers.reserve(2 * receivers.size() + 16);
        next_.transactions.push_back(std::move(transaction));
        auto& executor = handler->executor();
        receivers.push_back({std::move(handler), &executor});
    } catch (std::bad_alloc const&) {
        return false;
    }
    metrics().journal_queue.add();
    changed_.notify_one();
    return true;
}

void JournalWriter::flush(std::function<void()> done) {
    {
        std::lock_guard const lock(mutex_);
        next_.flushes.push_back(std::move(done));
    }
    changed_.notify_one();
}

void JournalWriter::work() {
    // `batch` and `next_` take turns, so that their memory is reused.
    for (Batch batch;; batch.clear()) {
        {
            std::unique_lock lock(mutex_);
            auto const is_due = [this] { return stopping_ || !next_.empty(); };
            if (undecided_.empty())
                changed_.wait(lock, is_due);
            else
                changed_.wait_for(lock, outcome_pause, is_due);
            if (next_.empty() && stopping_) return;
            std::swap(batch, next_);
        }
        auto const begin = std::chrono::steady_clock::now();
        auto const count = batch.transactions.size();
        try {
            if (!undecided_.empty()) decide();
            write(batch);
            end_flushes(batch);
        } catch (std::exception const& problem) {
            spdlog::critical("The journal's thread failed after a commit: {}", problem.what());
        }
        std::this_thread::sleep_until(begin + commit_interval(count));
    }
}

void JournalWriter::write(Batch& batch) {
    auto const& transactions = batch.transactions;
    if (transactions.empty()) return;
    metrics().journal_queue.subtract(static_cast<std::int64_t>(transactions.size()));
    // All that it needs after the commit.
    std::vector<CommitResult> results;
    until_there_is_memory([&] { results.assign(transactions.size(), CommitResult::refused); });
    if (!undecided_.empty()) return report(batch, results);
    try {
        commit(transactions, results);
        report(batch, results);
    } catch (OutcomeUnknown const& problem) {
        spdlog::warn("It is not known what became of a commit of {} transaction(s): {}", transactions.size(),
                     problem.what());
        undecided_ = std::exchange(batch, {});
    }
}

/// Asks the store what became of the commit whose outcome is unknown.
void JournalWriter::decide() {
    auto const count = undecided_.transactions.size();
    std::vector<CommitResult> results;
    until_there_is_memory([&] { results.resize(count); });
    if (!ask_outcome(results)) return;
    auto const refused = std::ranges::count(results, CommitResult::refused);
    spdlog::info("The commit of {} transaction(s) was {}", count, refused == 0 ? "stored" : "not stored");
    auto batch = std::exchange(undecided_, {});
    report(batch, results);
    tell_flushed(batch);
}

/// Those behind a commit whose outcome is not known wait for it.
void JournalWriter::end_flushes(Batch& batch) {
    if (undecided_.empty()) return tell_flushed(batch);
    auto& flushes = undecided_.flushes;
    until_there_is_memory([&] { flushes.reserve(flushes.size() + batch.flushes.size()); });
    std::ranges::move(batch.flushes, std::back_inserter(flushes));
}

void JournalWriter::tell_flushed(Batch const& batch) {
    for (auto const& done : batch.flushes) {
        try {
            done();
        } catch (std::exception const& problem) {
            spdlog::error("What waited for the journal failed: {}", problem.what());
        }
    }
}

/// Posts one task to each executor. A room that was not told would wait for ever: it waits until there is memory.
void JournalWriter::report(Batch& batch, std::span<CommitResult const> results) {
    std::vector<std::shared_ptr<Outcomes>> groups;
    auto const group_of = [&](Executor const* executor) {
        return std::ranges::find_if(groups, [&](auto const& group) { return group->executor == executor; });
    };
    until_there_is_memory([&] {
        groups.clear();
        for (auto const& [handler, executor] : batch.receivers) {
            if (group_of(executor) != groups.end()) continue;
            groups.push_back(std::make_shared<Outcomes>(Outcomes{executor, {}}));
            groups.back()->outcomes.reserve(
                static_cast<std::size_t>(std::ranges::count(batch.receivers, executor, &Batch::Receiver::executor)));
        }
    });
    for (std::size_t i = 0; i < batch.receivers.size(); ++i) {
        auto& [handler, executor] = batch.receivers[i];
        (*group_of(executor))->outcomes.push_back({std::move(handler), results[i], std::move(batch.transactions[i])});
    }
    for (auto const& group : groups) until_there_is_memory([&] { group->executor->post([group] { group->tell(); }); });
}

/// \throws OutcomeUnknown
void JournalWriter::commit(std::span<Transaction const> transactions, std::span<CommitResult> results) {
    auto const begin = std::chrono::steady_clock::now();
    fill(results, false, {});
    try {
        fill(results, true, store_.commit(transactions));
    } catch (OutcomeUnknown const&) {
        metrics().journal_failures.add();
        throw;
    } catch (StoreAway const&) {
        // MonitoredStore logs when it begins, and when it ends.
        return metrics().journal_failures.add();
    } catch (DataRefused const& problem) {
        if (transactions.size() > 1) return commit_one_by_one(transactions, results);
        return log_failure("The journal does not take a room's changes", problem);
    } catch (std::exception const& problem) {
        metrics().journal_failures.add();
        spdlog::debug("The journal can't store {} transaction(s): {}", transactions.size(), problem.what());
        if (transactions.size() > 1) commit_one_by_one(transactions, results);
        return;
    }
    metrics().journal_commit_seconds.observe(in_seconds(std::chrono::steady_clock::now() - begin));
    metrics().journal_batch.observe(static_cast<double>(transactions.size()));
}

/// One transaction that can't be stored must not take the others with it.
void JournalWriter::commit_one_by_one(std::span<Transaction const> transactions, std::span<CommitResult> results) {
    for (std::size_t i = 0; i < transactions.size(); ++i)
        commit_alone(transactions.subspan(i, 1), results.subspan(i, 1));
}

/// Waits for an outcome that is not known: the others of the batch wait for theirs.
void JournalWriter::commit_alone(std::span<Transaction const> transaction, std::span<CommitResult> result) {
    try {
        commit(transaction, result);
    } catch (OutcomeUnknown const&) {
        for (; !ask_outcome(result); std::this_thread::sleep_for(outcome_pause))
            if (is_stopping()) throw;
    }
}

/// \returns false where the store can't tell it now
bool JournalWriter::ask_outcome(std::span<CommitResult> results) {
    try {
        auto const outcome = store_.outcome();
        fill(results, outcome.stored, outcome.lost);
        return true;
    } catch (std::exception const&) {
        return false;
    }
}

bool JournalWriter::is_stopping() {
    std::lock_guard const lock(mutex_);
    return stopping_;
}

} // namespace tefuda::server
