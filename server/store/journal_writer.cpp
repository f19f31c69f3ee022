#include "server/store/journal_writer.hpp"

#include "server/metrics/metrics.hpp"
#include "server/runtime/clock.hpp"
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

void note_unknown(std::size_t transactions, OutcomeUnknown const& problem) {
    spdlog::warn("It is not known what became of a commit of {} transaction(s): {}", transactions, problem.what());
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
    : store_(store), capacity_(capacity), worker_(make_worker("journal", [this] { return step(); })) {}

JournalWriter::~JournalWriter() {
    worker_->stop();
    if (!next_.empty()) step();
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
    worker_->wake();
    return true;
}

void JournalWriter::flush(std::function<void()> done) {
    {
        std::lock_guard const lock(mutex_);
        next_.flushes.push_back(std::move(done));
    }
    worker_->wake();
}

Worker::Next JournalWriter::step() {
    {
        std::lock_guard const lock(mutex_);
        std::swap(batch_, next_);
    }
    if (batch_.empty() && undecided_.empty()) return Worker::Next::when_woken();
    auto const begin = steady_now();
    auto const count = batch_.transactions.size();
    try {
        if (!undecided_.empty()) decide();
        write(batch_);
        end_flushes(batch_);
    } catch (std::exception const& problem) {
        spdlog::critical("The journal's thread failed after a commit: {}", problem.what());
    }
    batch_.clear();
    return undecided_.empty() ? Worker::Next::not_before(begin + commit_interval(count))
                              : Worker::Next::by(begin + outcome_pause);
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
        if (!commit(transactions, results) && transactions.size() > 1) commit_one_by_one(batch, results);
        report(batch, results);
    } catch (OutcomeUnknown const& problem) {
        note_unknown(transactions.size(), problem);
        undecided_ = std::exchange(batch, {});
    }
}

/// Asks the store what became of the commit whose outcome is unknown.
void JournalWriter::decide() {
    std::vector<CommitResult> results;
    until_there_is_memory([&] { results.resize(undecided_.transactions.size()); });
    try {
        auto const outcome = store_.outcome();
        fill(results, outcome.stored, outcome.lost);
    } catch (std::exception const&) {
        // The store can't tell it now.
        return;
    }
    auto const refused = std::ranges::count(results, CommitResult::refused);
    spdlog::info("The commit of {} transaction(s) was {}", results.size(), refused == 0 ? "stored" : "not stored");
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

/// \returns false where nothing was stored, and less of it might be \throws OutcomeUnknown
bool JournalWriter::commit(std::span<Transaction const> transactions, std::span<CommitResult> results) {
    auto const begin = steady_now();
    fill(results, false, {});
    try {
        fill(results, true, store_.commit(transactions));
    } catch (OutcomeUnknown const&) {
        metrics().journal_failures.add();
        throw;
    } catch (StoreAway const&) {
        // MonitoredStore logs when it begins, and when it ends.
        metrics().journal_failures.add();
        return true;
    } catch (DataRefused const& problem) {
        if (transactions.size() == 1) log_failure("The journal does not take a room's changes", problem);
        return false;
    } catch (std::exception const& problem) {
        metrics().journal_failures.add();
        spdlog::debug("The journal can't store {} transaction(s): {}", transactions.size(), problem.what());
        return false;
    }
    metrics().journal_commit_seconds.observe(in_seconds(steady_now() - begin));
    metrics().journal_batch.observe(static_cast<double>(transactions.size()));
    return true;
}

/// One transaction that can't be stored must not take the others with it. Behind one whose outcome is not known all are
/// refused.
void JournalWriter::commit_one_by_one(Batch& batch, std::vector<CommitResult>& results) {
    for (std::size_t i = 0; i < batch.transactions.size(); ++i) {
        try {
            commit(std::span(batch.transactions).subspan(i, 1), std::span(results).subspan(i, 1));
        } catch (OutcomeUnknown const& problem) {
            note_unknown(1, problem);
            return set_apart(batch, results, i);
        }
    }
}

/// Moves a transaction from the batch to those whose outcome is not known.
void JournalWriter::set_apart(Batch& batch, std::vector<CommitResult>& results, std::size_t place) {
    until_there_is_memory([&] {
        undecided_.transactions.reserve(1);
        undecided_.receivers.reserve(1);
    });
    auto const at = static_cast<std::ptrdiff_t>(place);
    undecided_.transactions.push_back(std::move(batch.transactions[place]));
    undecided_.receivers.push_back(std::move(batch.receivers[place]));
    batch.transactions.erase(batch.transactions.begin() + at);
    batch.receivers.erase(batch.receivers.begin() + at);
    results.erase(results.begin() + at);
}

} // namespace tefuda::server
