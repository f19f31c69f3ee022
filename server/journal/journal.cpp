#include "server/journal/journal.hpp"

#include "server/journal/unit_bytes.hpp"
#include "server/metrics/metrics.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

namespace tefuda::server {

namespace {

/// From the beginning of a commit of so many units to that of the next: syncing costs the same for few units as for
/// many, and the more there are, the more of them wait for one another anyway.
std::chrono::microseconds pause_after(std::size_t units) {
    constexpr std::size_t least = 500, each = 4, most = 1300;
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
    changed_.notify_all();
    thread_.join();
}

void Journal::Batch::clear() {
    units.clear();
    count = 0;
    runs.clear();
    tasks.clear();
}

bool Journal::append(std::string_view units, std::size_t count, std::shared_ptr<Appender> const& appender) {
    {
        std::lock_guard const lock(mutex_);
        if (next_.count >= capacity_) return false;
        if (next_.runs.empty() || next_.runs.back().appender != appender) next_.runs.push_back({appender, 0});
        next_.units += units;
        next_.runs.back().units += count;
        next_.count += count;
    }
    metrics().journal_queue.add(static_cast<std::int64_t>(count));
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
    // The two take turns, so that their memory is used again.
    for (Batch batch;; batch.clear()) {
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return stopping_ || next_.count > 0 || !next_.tasks.empty(); });
            if (next_.count == 0 && next_.tasks.empty()) return;
            std::swap(batch, next_);
        }
        auto const begin = std::chrono::steady_clock::now();
        write(batch);
        for (auto const& task : batch.tasks) task();
        std::this_thread::sleep_until(begin + pause_after(batch.count));
    }
}

void Journal::write(Batch const& batch) {
    if (batch.count == 0) return;
    metrics().journal_queue.subtract(static_cast<std::int64_t>(batch.count));
    if (commit(batch.units, batch.count)) {
        for (auto const& run : batch.runs) tell(run, true);
    } else if (batch.count == 1) {
        tell(batch.runs.front(), false);
    } else {
        write_one_by_one(batch);
    }
}

/// One unit that can't be stored must not take the others with it.
void Journal::write_one_by_one(Batch const& batch) {
    auto run = batch.runs.begin();
    std::size_t told = 0;
    read_units(batch.units, [&](Unit const& unit) {
        tell({run->appender, 1}, commit(unit.bytes, 1));
        if (++told < run->units) return;
        ++run;
        told = 0;
    });
}

void Journal::tell(Run const& run, bool stored) {
    run.appender->executor().post([run, stored] { run.appender->committed(run.units, stored); });
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
