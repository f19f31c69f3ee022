#include "server/store/monitored_store.hpp"

#include "server/metrics/metrics.hpp"

#include <spdlog/spdlog.h>

#include <utility>

namespace tefuda::server {

MonitoredStore::MonitoredStore(std::unique_ptr<Store> store, std::function<Clock::time_point()> now)
    : store_(std::move(store)), now_(std::move(now)),
      prober_(make_worker("store monitor", [this] { return probe(); })) {}

MonitoredStore::~MonitoredStore() {
    prober_->stop();
    if (failing_) metrics().journal_failing.subtract();
}

bool MonitoredStore::can_store() const {
    std::lock_guard const lock(mutex_);
    return !waits_too_long();
}

LostPlaces MonitoredStore::commit(std::span<Transaction const> transactions) {
    {
        std::lock_guard const lock(mutex_);
        ++commits_;
        if (!waiting_since_) waiting_since_ = now_();
    }
    // Needs no memory: a commit that is over must not count as under way.
    auto const end = [&](std::optional<std::string_view> problem) {
        std::lock_guard const lock(mutex_);
        --commits_;
        problem ? note_failure(*problem) : note_success();
    };
    try {
        auto lost = store_->commit(transactions);
        end({});
        return lost;
    } catch (DataRefused const&) {
        // It could store something else.
        end({});
        throw;
    } catch (OutcomeUnknown const& failure) {
        is_outcome_asked_ = true;
        end(failure.what());
        throw;
    } catch (std::exception const& failure) {
        end(failure.what());
        throw;
    }
}

/// Who can tell can also store.
Store::Outcome MonitoredStore::outcome() {
    auto known = store_->outcome();
    is_outcome_asked_ = false;
    std::lock_guard const lock(mutex_);
    note_success();
    return known;
}

// With the mutex held.

bool MonitoredStore::waits_too_long() const {
    constexpr std::chrono::seconds patience(10);
    return waiting_since_ && now_() - *waiting_since_ >= patience;
}

void MonitoredStore::note_success() {
    if (commits_ > 0)
        waiting_since_ = now_();
    else
        waiting_since_.reset();
    if (!std::exchange(failing_, false)) return;
    metrics().journal_failing.subtract();
    spdlog::info("The journal stores again");
}

void MonitoredStore::note_failure(std::string_view problem) {
    if (std::exchange(failing_, true)) return;
    metrics().journal_failing.add();
    spdlog::error("The journal can store nothing now, and clients are answered unavailable: {}", problem);
}

Worker::Next MonitoredStore::probe() {
    auto is_due = false;
    {
        std::lock_guard const lock(mutex_);
        if (commits_ > 0 && waits_too_long())
            note_failure("a commit has taken more than ten seconds: does its disk answer?");
        is_due = commits_ == 0 && failing_ && !is_outcome_asked_;
    }
    try {
        if (is_due) commit({});
    } catch (std::exception const&) {
        // It was logged when it began.
    }
    return Worker::Next::by(steady_now() + std::chrono::seconds(1));
}

} // namespace tefuda::server
