#include "server/rooms/room_ager.hpp"

#include "server/metrics/logging.hpp"
#include "server/metrics/metrics.hpp"
#include "server/runtime/failure_log.hpp"
#include "server/runtime/until_there_is_memory.hpp"

#include <spdlog/spdlog.h>

#include <chrono>
#include <unordered_set>
#include <utility>

namespace tefuda::server {

namespace {

constexpr std::chrono::seconds interval(15);

} // namespace

/// Deletes a room that nobody has claimed.
class RoomAger::Removal final : public CommitHandler {
public:
    Removal(Executor& executor, std::string code) : executor_(executor), code_(std::move(code)) {}

    Executor& executor() const override { return executor_; }
    void committed(bool stored) override {
        if (stored) log_event("Room gone", {{"room", code_}});
    }

private:
    Executor& executor_;
    std::string const code_;
};

RoomAger::RoomAger(Executor& executor, Bounds const& bounds, StoreReader* reader, JournalWriter* writer, Loaded loaded)
    : executor_(executor), bounds_(bounds), reader_(reader), writer_(writer), loaded_(std::move(loaded)) {
    executor_.post([this] { schedule(); });
}

void RoomAger::schedule() {
    timer_ =
        until_there_is_memory([this] { return executor_.schedule(executor_.now() + interval, [this] { age(); }); });
}

void RoomAger::age() {
    // First of all: whatever fails below, it looks again.
    schedule();
    auto const is_full = MatchBytes::in_all() >= bounds_.match_bytes;
    for (auto const& room : loaded_())
        if (is_full && room->standing().now() == Standing::at_rest)
            room->evict([] {});
        else
            room->check_age(bounds_.ages);
    auto const now = executor_.now();
    if (!last_expired_) last_expired_ = now - interval;
    if (now - *last_expired_ >= std::chrono::hours(1)) {
        last_expired_ = now;
        expire();
    }
    trim();
}

void RoomAger::expire() {
    if (!reader_) return;
    auto const seconds = std::chrono::duration_cast<std::chrono::seconds>(bounds_.ages.retention).count();
    reader_->expire(seconds, executor_, [this](ReadResult<std::vector<std::string>> const& result) {
        if (auto const* failure = std::get_if<ReadFailure>(&result))
            spdlog::error("The journal can't delete what is old: {}", failure->reason);
        else
            remove(std::get<std::vector<std::string>>(result));
    });
}

/// Works in steps, so that a read from the store waits for at most one step.
void RoomAger::trim(std::int64_t from) {
    if (!reader_ || bounds_.store_bytes == std::numeric_limits<std::uint64_t>::max()) return;
    if (from == 0 && std::exchange(trimming_, true)) return;
    or_trim_anew([&] {
        reader_->trim(bounds_.store_bytes, from, executor_, [this](ReadResult<Store::Trimmed> const& result) {
            auto const* failure = std::get_if<ReadFailure>(&result);
            if (failure) spdlog::error("The journal can't delete its oldest matches: {}", failure->reason);
            or_trim_anew([&] { trimmed(failure ? Store::Trimmed() : std::get<Store::Trimmed>(result)); });
        });
    });
}

/// Where this step fails, the next look begins with the first one.
template <class Step>
void RoomAger::or_trim_anew(Step const& step) {
    try {
        step();
    } catch (std::exception const& problem) {
        trimming_ = false;
        log_failure("The oldest matches can't be deleted now", problem);
    }
}

void RoomAger::trimmed(Store::Trimmed const& step) {
    evict(step.rooms);
    remove(step.rooms);
    auto const deleted = step.matches + static_cast<std::int64_t>(step.rooms.size());
    deleted_early_ += deleted;
    metrics().deleted_early.add(static_cast<std::uint64_t>(deleted));
    if (step.next) {
        // By then the removed matches are gone from the store.
        return writer_->flush([this, next = *step.next] {
            until_there_is_memory([&] { executor_.post([this, next] { trim(next); }); });
        });
    }
    trimming_ = false;
    if (auto const matches = std::exchange(deleted_early_, 0); matches > 0)
        spdlog::warn("There is more than --max-disk allows: the {} oldest finished matches are deleted early", matches);
}

/// They leave the memory, if nobody is there, and are removed the next time.
void RoomAger::evict(std::vector<std::string> const& codes) {
    if (codes.empty()) return;
    std::unordered_set<std::string> const all(codes.begin(), codes.end());
    for (auto const& room : loaded_())
        if (all.contains(room->code())) room->evict([] {});
}

/// Those that somebody has claimed stay. If one can't be deleted now, it is still old in an hour.
void RoomAger::remove(std::vector<std::string> const& codes) {
    for (auto const& code : codes)
        static_cast<void>(writer_->append({code, {RoomRemoved()}}, std::make_shared<Removal>(executor_, code)));
}

} // namespace tefuda::server
