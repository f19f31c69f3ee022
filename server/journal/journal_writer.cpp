#include "server/journal/journal_writer.hpp"

#include "server/metrics/metrics.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace tefuda::server {

namespace {

/// The time from the start of one commit to the start of the next. A sync costs the same for few transactions as for
/// many; with many of them under way, waiting a little makes the batches larger and the commits fewer.
std::chrono::microseconds commit_interval(std::size_t transactions) {
    constexpr std::size_t min = 500, for_each = 4, max = 1300;
    return std::chrono::microseconds(std::clamp(for_each * transactions, min, max));
}

/// Between two questions about a commit's outcome.
constexpr auto outcome_pause = std::chrono::milliseconds(100);

std::vector<CommitResult> results_of(std::size_t transactions, Store::Outcome const& outcome) {
    std::vector results(transactions, outcome.stored ? CommitResult::stored : CommitResult::refused);
    for (auto const place : outcome.lost) results.at(place) = CommitResult::lost;
    return results;
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
                    outcome.handler->lost();
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
    {
        std::lock_guard const lock(mutex_);
        if (next_.transactions.size() >= capacity_) return false;
        auto& receivers = next_.receivers;
        // First of all, so that a failed allocation leaves no transaction without a receiver.
        if (receivers.size() == receivers.capacity()) receivers.reserve(2 * receivers.size() + 16);
        next_.transactions.push_back(std::move(transaction));
        auto& executor = handler->executor();
        receivers.push_back({std::move(handler), &executor});
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
            if (undecided_.empty())
                for (auto const& done : batch.flushes) done();
            else
                std::ranges::move(batch.flushes, std::back_inserter(undecided_.flushes));
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
    if (!undecided_.empty()) return publish(batch, std::vector(transactions.size(), CommitResult::refused));
    try {
        publish(batch, commit(transactions));
    } catch (OutcomeUnknown const& problem) {
        spdlog::warn("It is not known what became of a commit of {} transaction(s): {}", transactions.size(),
                     problem.what());
        undecided_ = std::exchange(batch, {});
    }
}

/// Asks the store what became of the commit whose outcome is unknown.
void JournalWriter::decide() {
    try {
        auto const outcome = store_.outcome();
        auto const count = undecided_.transactions.size();
        spdlog::info("The commit of {} transaction(s) was {}", count, outcome.stored ? "stored" : "not stored");
        auto results = results_of(count, outcome);
        auto batch = std::exchange(undecided_, {});
        publish(batch, results);
        for (auto const& done : batch.flushes) done();
    } catch (StoreAway const&) {
        // It is asked again.
    }
}

/// Posts one task to each executor.
void JournalWriter::publish(Batch& batch, std::vector<CommitResult> const& results) {
    std::vector<Outcomes> groups;
    for (std::size_t i = 0; i < batch.receivers.size(); ++i) {
        auto& [handler, executor] = batch.receivers[i];
        auto group = std::find_if(groups.begin(), groups.end(), [&](auto const& g) { return g.executor == executor; });
        if (group == groups.end()) group = groups.insert(group, {executor, {}});
        group->outcomes.push_back({std::move(handler), results[i], std::move(batch.transactions[i])});
    }
    for (auto& group : groups) {
        auto& executor = *group.executor;
        executor.post([told = std::make_shared<Outcomes>(std::move(group))] { told->tell(); });
    }
}

/// \throws OutcomeUnknown
std::vector<CommitResult> JournalWriter::commit(std::span<Transaction const> transactions) {
    auto const begin = std::chrono::steady_clock::now();
    try {
        auto const lost = store_.commit(transactions);
        metrics().journal_commit_seconds.observe(in_seconds(std::chrono::steady_clock::now() - begin));
        metrics().journal_batch.observe(static_cast<double>(transactions.size()));
        return results_of(transactions.size(), {true, lost});
    } catch (OutcomeUnknown const&) {
        metrics().journal_failures.add();
        throw;
    } catch (StoreAway const&) {
        // MonitoredStore logs when it begins, and when it ends.
        metrics().journal_failures.add();
    } catch (std::exception const& problem) {
        metrics().journal_failures.add();
        spdlog::debug("The journal can't store {} transaction(s): {}", transactions.size(), problem.what());
        if (transactions.size() > 1) return commit_one_by_one(transactions);
    }
    return std::vector(transactions.size(), CommitResult::refused);
}

/// One transaction that can't be stored must not take the others with it.
std::vector<CommitResult> JournalWriter::commit_one_by_one(std::span<Transaction const> transactions) {
    std::vector<CommitResult> results;
    for (std::size_t i = 0; i < transactions.size(); ++i) results.push_back(commit_alone(transactions.subspan(i, 1)));
    return results;
}

/// Waits for an outcome that is not known: the others of the batch wait for theirs.
CommitResult JournalWriter::commit_alone(std::span<Transaction const> transaction) {
    try {
        return commit(transaction).front();
    } catch (OutcomeUnknown const&) {
        for (;; std::this_thread::sleep_for(outcome_pause)) {
            try {
                return results_of(1, store_.outcome()).front();
            } catch (StoreAway const&) {
                if (is_stopping()) throw;
            }
        }
    }
}

bool JournalWriter::is_stopping() {
    std::lock_guard const lock(mutex_);
    return stopping_;
}

} // namespace tefuda::server
