// A store in memory that a test can hold up or let fail.
#pragma once

#include "server/store/local_claims.hpp"
#include "tests/server/support/kept_log.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>

namespace tefuda::server::test {

class FakeStore final : public Store {
public:
    /// From now on no commit ends.
    void hold() {
        std::lock_guard const lock(mutex_);
        held_ = true;
    }
    void let_go() {
        std::lock_guard const lock(mutex_);
        held_ = false;
        changed_.notify_all();
    }
    /// Waits until a commit is held.
    void wait_for_commit() {
        std::unique_lock lock(mutex_);
        if (!changed_.wait_for(lock, std::chrono::minutes(1), [this] { return waiting_; })) FAIL("no commit began");
    }

    /// Transactions of this room can't be stored; with an empty code, none can.
    void refuse(std::string const& room) {
        std::lock_guard const lock(mutex_);
        refused_ = room;
    }
    /// From now on another server has this room.
    void lose(std::string const& room) {
        std::lock_guard const lock(mutex_);
        lost_ = room;
    }
    void accept() {
        std::lock_guard const lock(mutex_);
        refused_.reset();
    }
    /// Whether reading and expiring fail.
    void fail_reads(bool fail = true) {
        std::lock_guard const lock(mutex_);
        reads_fail_ = fail;
    }

    /// From now on other servers share it.
    void share() { shared_ = true; }
    bool is_shared() const override { return shared_; }

    /// All commits that were stored.
    std::vector<std::vector<Transaction>> commits() const {
        std::lock_guard const lock(mutex_);
        return commits_;
    }
    /// All changes of a kind that were stored, in order.
    template <class Kind>
    std::vector<Kind> stored() const {
        std::vector<Kind> all;
        for (auto const& commit : commits())
            for (auto const& transaction : commit)
                for (auto const& change : transaction.changes)
                    if (auto const* one = std::get_if<Kind>(&change)) all.push_back(*one);
        return all;
    }

    Recovered recover(std::function<void(ClaimedRoom)> const& each) override {
        std::lock_guard const lock(mutex_);
        Recovered recovered;
        for (auto const& [code, room] : rooms_) {
            if (room.room.status == RoomStatus::finished)
                recovered.finished.push_back(code);
            else
                each({stored_room(code, room), claims_.claim(code)});
        }
        return recovered;
    }

    ClaimResult claim(std::string const& code, bool) override {
        auto const lock = lock_for_read();
        auto const epoch = claims_.claim(code);
        auto const room = rooms_.find(code);
        if (epoch == unclaimed || room == rooms_.end()) return NoSuchRoom{};
        return ClaimedRoom{stored_room(code, room->second), epoch};
    }
    void give_back(std::vector<RoomClaim> const& rooms) override { claims_.give_back(rooms); }
    bool may_have(std::string const& code) const override { return claims_.has(code); }

    LostPlaces commit(std::span<Transaction const> transactions) override {
        std::unique_lock lock(mutex_);
        waiting_ = true;
        changed_.notify_all();
        changed_.wait(lock, [this] { return !held_; });
        waiting_ = false;
        for (auto const& transaction : transactions)
            if (refused_ && (refused_->empty() || *refused_ == transaction.room))
                throw StoreFailure("The disk is full.");
        auto lost = claims_.fence(transactions);
        for (std::size_t place = 0; place < transactions.size(); ++place) {
            auto const& transaction = transactions[place];
            if (transaction.room == lost_) lost.push_back(place);
            if (std::ranges::find(lost, place) != lost.end()) continue;
            for (auto const& change : transaction.changes)
                std::visit([&](auto const& it) { apply(transaction.room, it); }, change);
        }
        claims_.forget_removed(transactions, lost);
        commits_.emplace_back(transactions.begin(), transactions.end());
        return lost;
    }

    std::optional<StoredRoom> read_room(std::string const& code) override {
        auto const lock = lock_for_read();
        auto const room = rooms_.find(code);
        return room == rooms_.end() ? std::nullopt : std::optional(stored_room(code, room->second));
    }

    std::optional<StoredMatch> read_match(std::string const& code, int number) override {
        auto const lock = lock_for_read();
        auto const room = rooms_.find(code);
        if (room == rooms_.end()) return std::nullopt;
        auto const match = room->second.matches.find(number);
        if (match == room->second.matches.end() || !match->second.ended) return std::nullopt;
        return match->second.match;
    }

    std::vector<int> ended_matches(std::string const& code, int from) override {
        auto const lock = lock_for_read();
        std::vector<int> numbers;
        if (auto const room = rooms_.find(code); room != rooms_.end())
            for (auto const& [number, match] : room->second.matches)
                if (number >= from && match.ended) numbers.push_back(number);
        return numbers;
    }

    /// Nothing here is ever old.
    std::vector<std::string> expire(std::int64_t) override {
        auto const lock = lock_for_read();
        return {};
    }

private:
    struct Match {
        StoredMatch match;
        bool ended = false;
    };
    struct Room {
        SavedRoom room;
        std::map<int, Match> matches;
    };

    void apply(std::string const& code, RoomSaved const& saved) { rooms_[code].room = saved.room; }
    void apply(std::string const& code, MatchBegun const& begun) {
        rooms_[code].matches[begun.number] = {{begun.number, begun.setup, {}, {}}};
    }
    void apply(std::string const& code, ActionTaken const& taken) {
        auto& match = rooms_[code].matches[taken.match].match;
        match.actions.add({taken.seat, taken.action, taken.ms, taken.by_bot});
        match.banks = taken.banks;
    }
    void apply(std::string const& code, MatchEnded const& ended) {
        auto& match = rooms_[code].matches[ended.number];
        match.match.banks.clear();
        match.ended = true;
    }
    void apply(std::string const&, RoomPlayers const&) {}
    void apply(std::string const&, ResultSaved const&) {}
    void apply(std::string const&, BoardBegun const&) {}
    void apply(std::string const&, BoardEnded const&) {}
    void apply(std::string const& code, MatchRemoved const& match) { rooms_[code].matches.erase(match.number); }
    void apply(std::string const& code, RoomRemoved const&) { rooms_.erase(code); }

    static StoredRoom stored_room(std::string const& code, Room const& room) {
        StoredRoom stored{code, room.room, std::nullopt};
        if (!room.matches.empty()) stored.last_match = room.matches.rbegin()->second.match;
        return stored;
    }

    std::unique_lock<std::mutex> lock_for_read() const {
        std::unique_lock lock(mutex_);
        if (reads_fail_) throw StoreFailure("The disk can't be read.");
        return lock;
    }

    /// What it refuses would be logged.
    QuietLog const quiet_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    bool held_ = false;
    bool waiting_ = false;
    bool reads_fail_ = false;
    std::atomic<bool> shared_ = false;
    std::optional<std::string> refused_;
    std::optional<std::string> lost_;
    LocalClaims claims_;
    std::map<std::string, Room> rooms_;
    std::vector<std::vector<Transaction>> commits_;
};

} // namespace tefuda::server::test
