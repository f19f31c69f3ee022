#include "server/journal/journal.hpp"

#include "server/observe/metrics.hpp"

#include <spdlog/spdlog.h>

#include <map>
#include <utility>

namespace tefuda::server {

namespace {

/// So many of an executor's units are told in one task.
constexpr std::size_t told_at_once = 64;

/// From the beginning of one to that of the next, at least: syncing costs the same for few units as for many.
constexpr auto between_commits = std::chrono::microseconds(500);

} // namespace

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

bool Journal::append(Unit unit, Executor& executor, Done done) {
    auto wakes = false;
    {
        std::lock_guard const lock(mutex_);
        if (next_.units.size() >= capacity_) return false;
        // None waits for another executor's turn to end.
        wakes = next_.waiting.empty() || next_.waiting.back().executor != &executor;
        next_.units.push_back(std::move(unit));
        next_.waiting.push_back({&executor, std::move(done)});
    }
    metrics().journal_queue.add();
    if (wakes) executor.post([this] { changed_.notify_one(); });
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
            changed_.wait(lock, [this] { return stopping_ || !next_.units.empty() || !next_.tasks.empty(); });
            if (next_.units.empty() && next_.tasks.empty()) return;
            batch = std::exchange(next_, {});
        }
        auto const begin = std::chrono::steady_clock::now();
        write(batch);
        for (auto const& task : batch.tasks) task();
        std::this_thread::sleep_until(begin + between_commits);
    }
}

void Journal::write(Batch& batch) {
    auto const& units = batch.units;
    if (units.empty()) return;
    metrics().journal_queue.subtract(static_cast<std::int64_t>(units.size()));
    auto const all = commit(units);
    // A room's answer is not much work, but many are: an executor is given them in portions.
    std::map<Executor*, std::vector<Told>> told;
    for (std::size_t i = 0; i < units.size(); ++i) {
        // One unit that can't be stored must not take the others with it.
        auto const stored = all || (units.size() > 1 && commit({&units[i], 1}));
        auto* const executor = batch.waiting[i].executor;
        auto& portion = told[executor];
        portion.push_back({std::move(batch.waiting[i].done), stored});
        if (portion.size() == told_at_once) executor->post([portion = std::exchange(portion, {})] { tell(portion); });
    }
    for (auto& [executor, portion] : told) executor->post([portion = std::move(portion)] { tell(portion); });
}

void Journal::tell(std::vector<Told> const& all) {
    for (auto const& [done, stored] : all) {
        try {
            done(stored);
        } catch (std::exception const& problem) {
            spdlog::error("What follows from a commit failed: {}", problem.what());
        }
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
