// A store that is watched: whether it can store anything at all.
#pragma once

#include "server/runtime/clock.hpp"
#include "server/runtime/worker.hpp"
#include "server/store/store.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace tefuda::server {

/// Passes everything on to another store. Logs a line when commits begin to fail or one takes too long, and one when
/// they are stored again. While they fail a worker makes an empty commit each second, so that recovery is noticed even
/// if nobody plays.
class MonitoredStore final : public Store {
public:
    using Clock = std::chrono::steady_clock;

    /// \param now the time; a test gives its own
    explicit MonitoredStore(std::unique_ptr<Store> store, std::function<Clock::time_point()> now = steady_now);
    ~MonitoredStore() override;

    /// False once nothing could be stored for ten seconds, also if a commit takes that long. On any thread.
    bool can_store() const;

    Recovered recover(std::function<void(ClaimedRoom)> const& each) override { return store_->recover(each); }
    ClaimResult claim(std::string const& code, bool from_others) override { return store_->claim(code, from_others); }
    void give_back(std::vector<RoomClaim> const& rooms) override { store_->give_back(rooms); }
    bool may_have(std::string const& code) const override { return store_->may_have(code); }
    bool is_shared() const override { return store_->is_shared(); }
    LostPlaces commit(std::span<Transaction const> transactions) override;
    Outcome outcome() override;
    std::optional<StoredRoom> read_room(std::string const& code) override { return store_->read_room(code); }
    std::optional<StoredMatch> read_match(std::string const& room, int number) override {
        return store_->read_match(room, number);
    }
    std::vector<int> ended_matches(std::string const& room, int from) override {
        return store_->ended_matches(room, from);
    }
    void fold_rooms() override { store_->fold_rooms(); }
    std::vector<std::string> expire(std::int64_t seconds) override { return store_->expire(seconds); }
    Trimmed trim(std::uint64_t bytes, std::int64_t from) override { return store_->trim(bytes, from); }

private:
    bool waits_too_long() const;
    void note_success();
    void note_failure(std::string_view problem);
    Worker::Next probe();

    std::unique_ptr<Store> const store_;
    std::function<Clock::time_point()> const now_;

    mutable std::mutex mutex_;
    int commits_ = 0; ///< that are under way
    /// Since when nothing was stored although something was to be; nothing while all is well.
    std::optional<Clock::time_point> waiting_since_;
    bool failing_ = false;
    /// Somebody asks what became of a commit: before it is told no other one may come.
    std::atomic<bool> is_outcome_asked_ = false;
    /// Uses all of the above.
    std::unique_ptr<Worker> prober_;
};

} // namespace tefuda::server
