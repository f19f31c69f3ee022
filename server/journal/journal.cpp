#include "server/journal/journal.hpp"

#include "server/observe/metrics.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <map>
#include <utility>

namespace tefuda::server {

namespace {

/// So many of an executor's units are told in one task.
constexpr std::size_t told_at_once = 64;

/// From the beginning of a commit of so many units to that of the next: syncing costs the same for few units as for
/// many, and the more there are, the more of them wait for one another anyway.
std::chrono::microseconds pause_after(std::size_t units) {
    constexpr std::size_t least = 500, each = 7, most = 2500;
    return std::chrono::microseconds(std::clamp(each * units, least, most));
}

} // namespace

Journal::Journal(std::unique_ptr<Store> store, std::size_t capacity)
    : store_(std::move(store)), capacity_(capacity), thread_([this] { work(); }) {}

Journal::~Journal() {
    {
        std::lock_guard const lock(mutex_);
        stopping_ = true;
    }
    changed_->notify_all();
    thread_.join();
}

void Journal::Batch::clear() {
    units.clear();
    waiting.clear();
    tasks.clear();
}

bool Journal::append(std::string_view room, Changes const& changes, Executor& executor,
                     std::shared_ptr<Waiter> waiter) {
    auto wakes = false;
    {
        std::lock_guard const lock(mutex_);
        if (next_.waiting.size() >= capacity_) return false;
        // None waits for another executor's turn to end.
        wakes = next_.waiting.empty() || next_.waiting.back().executor != &executor;
        append_unit(next_.units, room, changes);
        next_.waiting.push_back({&executor, std::move(waiter), next_.units.size()});
    }
    metrics().journal_queue.add();
    if (wakes) executor.post([changed = changed_] { changed->notify_one(); });
    return true;
}

void Journal::flush(std::function<void()> done) {
    {
        std::lock_guard const lock(mutex_);
        next_.tasks.push_back(std::move(done));
    }
    changed_->notify_one();
}

void Journal::expire(std::int64_t seconds, std::function<void(std::vector<std::string>)> done) {
    flush([this, seconds, done = std::move(done)] {
        try {
            done(store_->expire(seconds));
        } catch (StoreFailure const& problem) {
            spdlog::error("The journal can't forget what is old: {}", problem.what());
        }
    });
}

void Journal::work() {
    // The two take turns, so that their memory is used again.
    for (Batch batch;; batch.clear()) {
        {
            std::unique_lock lock(mutex_);
            changed_->wait(lock, [this] { return stopping_ || !next_.waiting.empty() || !next_.tasks.empty(); });
            if (next_.waiting.empty() && next_.tasks.empty()) return;
            std::swap(batch, next_);
        }
        auto const begin = std::chrono::steady_clock::now();
        write(batch);
        for (auto const& task : batch.tasks) task();
        std::this_thread::sleep_until(begin + pause_after(batch.waiting.size()));
    }
}

void Journal::write(Batch& batch) {
    auto& waiting = batch.waiting;
    if (waiting.empty()) return;
    metrics().journal_queue.subtract(static_cast<std::int64_t>(waiting.size()));
    std::string_view const units = batch.units;
    auto const all = commit(units, waiting.size());
    // A room's answer is not much work, but many are: an executor is given them in portions.
    std::map<Executor*, std::vector<Told>> told;
    std::size_t begin = 0;
    for (auto& [executor, waiter, end] : waiting) {
        // One unit that can't be stored must not take the others with it.
        auto const stored = all || (waiting.size() > 1 && commit(units.substr(begin, end - begin), 1));
        begin = end;
        auto& portion = told[executor];
        portion.push_back({std::move(waiter), stored});
        if (portion.size() == told_at_once) executor->post([portion = std::exchange(portion, {})] { tell(portion); });
    }
    for (auto& [executor, portion] : told)
        if (!portion.empty()) executor->post([portion = std::move(portion)] { tell(portion); });
}

void Journal::tell(std::vector<Told> const& all) {
    for (auto const& [waiter, stored] : all) {
        try {
            waiter->committed(stored);
        } catch (std::exception const& problem) {
            spdlog::error("What follows from a commit failed: {}", problem.what());
        }
    }
}

bool Journal::commit(std::string_view units, std::size_t count) {
    auto const begin = std::chrono::steady_clock::now();
    try {
        store_->commit(units);
    } catch (StoreFailure const& problem) {
        metrics().journal_failures.add();
        spdlog::error("The journal can't store {} unit(s): {}", count, problem.what());
        return false;
    }
    metrics().journal_commit_seconds.observe(in_seconds(std::chrono::steady_clock::now() - begin));
    metrics().journal_batch.observe(static_cast<double>(count));
    return true;
}

} // namespace tefuda::server
