// A store that a test holds up, or lets fail.
#pragma once

#include "server/journal/unit_bytes.hpp"
#include "tests/support/catch.hpp"

#include <spdlog/spdlog.h>

#include <condition_variable>
#include <list>
#include <mutex>
#include <stdexcept>

namespace tefuda::server::test {

class FakeStore final : public Store {
public:
    struct Stored {
        std::string room;
        std::vector<Change> changes;
    };

    /// While there is one, nothing is logged: what it refuses would be.
    FakeStore() { spdlog::set_level(spdlog::level::off); }
    ~FakeStore() override { spdlog::set_level(spdlog::level::info); }

    /// From now on a commit does not end.
    void hold() {
        std::lock_guard const lock(mutex_);
        held_ = true;
    }
    void let_go() {
        std::lock_guard const lock(mutex_);
        held_ = false;
        changed_.notify_all();
    }
    /// Until a commit has begun that does not end.
    void wait_for_commit() {
        std::unique_lock lock(mutex_);
        if (!changed_.wait_for(lock, std::chrono::seconds(10), [this] { return waiting_; })) FAIL("no commit began");
    }

    /// What is about this room can't be stored; with an empty name, nothing can.
    void refuse(std::string const& room) {
        std::lock_guard const lock(mutex_);
        refused_ = room;
    }
    void accept() {
        std::lock_guard const lock(mutex_);
        refused_.reset();
    }

    /// What was stored, a list of units for each commit; it lives as long as the store.
    std::vector<std::vector<Stored>> commits() const {
        std::lock_guard const lock(mutex_);
        return commits_;
    }
    /// All changes of a kind that were stored, in order.
    template <class Kind>
    std::vector<Kind> stored() const {
        std::vector<Kind> all;
        for (auto const& commit : commits())
            for (auto const& unit : commit)
                for (auto const& change : unit.changes)
                    if (auto const* one = std::get_if<Kind>(&change)) all.push_back(*one);
        return all;
    }

    std::vector<std::string> recover(std::function<void(StoredRoom)> const&) override { return {}; }
    void commit(std::string_view bytes) override {
        std::unique_lock lock(mutex_);
        waiting_ = true;
        changed_.notify_all();
        changed_.wait(lock, [this] { return !held_; });
        waiting_ = false;
        std::vector<Stored> units;
        auto const take = [&](Unit const& unit) {
            auto& changes = units.emplace_back(Stored{std::string(unit.room), {}}).changes;
            auto const whole = read_changes(unit.changes, [&](Change const& change) { changes.push_back(change); });
            // Catch2 is for the test's own thread. Nobody catches this: the test ends.
            if (!whole) throw std::logic_error("no changes");
        };
        if (!read_units(texts_.emplace_back(bytes), take)) throw std::logic_error("no units");
        for (auto const& unit : units)
            if (refused_ && (refused_->empty() || *refused_ == unit.room)) throw StoreFailure("the disk is full");
        commits_.push_back(std::move(units));
    }
    std::optional<StoredRoom> read_room(std::string const&) override { return std::nullopt; }
    std::optional<StoredMatch> read_match(std::string const&, int) override { return std::nullopt; }
    std::vector<std::string> expire(std::int64_t) override { throw StoreFailure("the disk can't be read"); }

private:
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    bool held_ = false;
    bool waiting_ = false;
    std::optional<std::string> refused_;
    /// What the changes' texts are in.
    std::list<std::string> texts_;
    std::vector<std::vector<Stored>> commits_;
};

} // namespace tefuda::server::test
