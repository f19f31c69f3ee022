#include "server/journal/journal.hpp"

#include "server/observe/metrics.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

namespace tefuda::server {

Journal::Journal(std::unique_ptr<Store> store, std::size_t capacity)
    : store_(std::move(store)), capacity_(capacity), thread_([this] { work(); }) {}

Journal::~Journal() {
    {
        std::lock_guard const lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

bool Journal::append(Unit unit, Done done) {
    {
        std::lock_guard const lock(mutex_);
        if (next_.entries.size() >= capacity_) return false;
        next_.entries.push_back({std::move(unit), std::move(done)});
    }
    metrics().journal_queue.add();
    changed_.notify_one();
    return true;
}

void Journal::flush(std::function<void()> done) {
    {
        std::lock_guard const lock(mutex_);
        next_.tasks.push_back(std::move(done));
    }
    changed_.notify_one();
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
    for (;;) {
        Batch batch;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return stopping_ || !next_.entries.empty() || !next_.tasks.empty(); });
            if (next_.entries.empty() && next_.tasks.empty()) return;
            batch = std::exchange(next_, {});
        }
        write(batch.entries);
        for (auto const& task : batch.tasks) task();
    }
}

void Journal::write(std::deque<Entry>& entries) {
    if (entries.empty()) return;
    std::vector<Unit> units;
    units.reserve(entries.size());
    for (auto& entry : entries) units.push_back(std::move(entry.unit));
    metrics().journal_queue.subtract(static_cast<std::int64_t>(units.size()));
    auto const all = commit(units);
    for (std::size_t i = 0; i < units.size(); ++i) {
        // One unit that can't be stored must not take the others with it.
        auto const stored = all || (units.size() > 1 && commit({&units[i], 1}));
        entries[i].done(stored);
    }
}

bool Journal::commit(std::span<Unit const> units) {
    auto const begin = std::chrono::steady_clock::now();
    try {
        store_->commit(units);
    } catch (StoreFailure const& problem) {
        metrics().journal_failures.add();
        spdlog::error("The journal can't store {} change(s): {}", units.size(), problem.what());
        return false;
    }
    metrics().journal_commit_seconds.observe(in_seconds(std::chrono::steady_clock::now() - begin));
    metrics().journal_batch.observe(static_cast<double>(units.size()));
    return true;
}

} // namespace tefuda::server
