#include "server/journal/journal_writer.hpp"

#include "server/metrics/metrics.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace tefuda::server {

namespace {

/// The time from the start of one commit to the start of the next. A sync costs the same for few transactions as for
/// many; with many of them under way, waiting a little makes the batches larger and the commits fewer.
std::chrono::microseconds commit_interval(std::size_t transactions) {
    constexpr std::size_t min = 500, for_each = 4, max = 1300;
    return std::chrono::microseconds(std::clamp(for_each * transactions, min, max));
}

/// What the handlers of one executor are told, in order.
struct Outcomes {
    struct Outcome {
        std::shared_ptr<CommitHandler> handler;
        bool stored;
        /// Goes back to the thread that made it: an allocator is slow to free the memory of other threads.
        Transaction transaction;
    };
    Executor* executor;
    std::vector<Outcome> outcomes;

    void tell() const {
        for (auto const& outcome : outcomes) {
            try {
                outcome.handler->committed(outcome.stored);
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
            changed_.wait(lock, [this] { return stopping_ || !next_.empty(); });
            if (next_.empty()) return;
            std::swap(batch, next_);
        }
        auto const begin = std::chrono::steady_clock::now();
        auto const count = batch.transactions.size();
        try {
            write(batch);
            for (auto const& done : batch.flushes) done();
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
    auto const stored = commit(transactions);
    if (stored || transactions.size() == 1) {
        publish(batch, std::vector<bool>(transactions.size(), stored));
    } else {
        publish(batch, commit_one_by_one(transactions));
    }
}

/// Posts one task to each executor.
void JournalWriter::publish(Batch& batch, std::vector<bool> const& stored) {
    std::vector<Outcomes> groups;
    for (std::size_t i = 0; i < batch.receivers.size(); ++i) {
        auto& [handler, executor] = batch.receivers[i];
        auto group = std::find_if(groups.begin(), groups.end(), [&](auto const& g) { return g.executor == executor; });
        if (group == groups.end()) group = groups.insert(group, {executor, {}});
        group->outcomes.push_back({std::move(handler), stored[i], std::move(batch.transactions[i])});
    }
    for (auto& group : groups) {
        auto& executor = *group.executor;
        executor.post([told = std::make_shared<Outcomes>(std::move(group))] { told->tell(); });
    }
}

/// One transaction that can't be stored must not take the others with it.
std::vector<bool> JournalWriter::commit_one_by_one(std::span<Transaction const> transactions) {
    std::vector<bool> stored(transactions.size());
    for (std::size_t i = 0; i < transactions.size(); ++i) stored[i] = commit(transactions.subspan(i, 1));
    return stored;
}

bool JournalWriter::commit(std::span<Transaction const> transactions) {
    auto const begin = std::chrono::steady_clock::now();
    try {
        store_.commit(transactions);
    } catch (std::exception const& problem) {
        metrics().journal_failures.add();
        spdlog::error("The journal can't store {} transaction(s): {}", transactions.size(), problem.what());
        return false;
    }
    metrics().journal_commit_seconds.observe(in_seconds(std::chrono::steady_clock::now() - begin));
    metrics().journal_batch.observe(static_cast<double>(transactions.size()));
    return true;
}

} // namespace tefuda::server
