#include "server/rooms/room_claims.hpp"

#include "server/metrics/logging.hpp"
#include "server/metrics/metrics.hpp"
#include "server/room/rejections.hpp"
#include "server/runtime/until_there_is_memory.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>
#include <variant>
#include <vector>

namespace tefuda::server {

void ClaimReturn::give_back(RoomClaim claim) {
    if (!store_) return;
    {
        std::lock_guard const lock(mutex_);
        waiting_.push_back(std::move(claim));
        if (std::exchange(under_way_, true)) return;
    }
    start();
}

void ClaimReturn::start() {
    try {
        give_back_those_that_wait();
    } catch (...) {
        // There is no memory: the next one tries again.
        std::lock_guard const lock(mutex_);
        under_way_ = false;
        throw;
    }
}

void ClaimReturn::give_back_those_that_wait() {
    std::vector<RoomClaim> claims;
    {
        std::lock_guard const lock(mutex_);
        claims.swap(waiting_);
    }
    auto done = [this, claims](ReadResult<std::monostate> const& result) {
        auto const* failure = std::get_if<ReadFailure>(&result);
        if (failure) spdlog::warn("{} room(s) can't be given back now: {}", claims.size(), failure->reason);
        ended(claims, !failure);
    };
    store_->give_back(std::move(claims), executor_, std::move(done));
}

void ClaimReturn::ended(std::vector<RoomClaim> const& claims, bool given_back) {
    {
        std::lock_guard const lock(mutex_);
        auto const more = !waiting_.empty();
        if (!given_back) waiting_.insert(waiting_.end(), claims.begin(), claims.end());
        under_way_ = given_back && more;
        if (!under_way_) return;
    }
    start();
}

void RoomClaims::claim(std::string const& code, Waker const& waker, Waiter waiter) {
    {
        std::lock_guard const lock(mutex_);
        if (auto room = rooms_.find(code)) return waiter.answer(std::move(room));
        if (auto const found = waiters_.find(code); found != waiters_.end())
            return found->second.push_back(std::move(waiter));
        // Before the claim, which may take the room from another server.
        if (auto refused = refuse(code)) return waiter.answer(std::move(*refused));
        if (auto refused = rooms_.reserve(waker.address)) return waiter.answer(std::move(*refused));
        try {
            waiters_[code].push_back(std::move(waiter));
        } catch (...) {
            rooms_.end_reservation();
            throw;
        }
    }
    try {
        auto const now = executors_.first().now();
        if (auto const when = pace_.next(code, now))
            start_later(code, waker, *when);
        else
            start(code, waker);
    } catch (...) {
        std::lock_guard const lock(mutex_);
        remove_waiters(code);
        rooms_.end_reservation();
        throw;
    }
}

std::optional<Rejection> RoomClaims::refuse(std::string const& code) const {
    if (!store_ || !store_->may_have(code)) return no_such_room();
    if (closed_) return shutting_down();
    return std::nullopt;
}

/// \pre the mutex is held
std::vector<RoomClaims::Waiter> RoomClaims::remove_waiters(std::string const& code) {
    auto found = waiters_.extract(code);
    return found.empty() ? std::vector<Waiter>() : std::move(found.mapped());
}

void RoomClaims::start_later(std::string const& code, Waker const& waker, Executor::TimePoint when) {
    auto& executor = executors_.first();
    executor.post([this, code, waker, when, &executor] {
        auto const begin = [this, code, waker] {
            // The timer's call may not outlive the timer.
            auto const timer = delayed_.extract(code);
            start_or_refuse(code, waker);
        };
        try {
            delayed_[code] = executor.schedule(when, begin);
        } catch (std::exception const& problem) {
            spdlog::error("Room {} can't be claimed later: {}", code, problem.what());
            delayed_.erase(code);
            start_or_refuse(code, waker);
        }
    });
}

/// When those who wait can't be told by an exception.
void RoomClaims::start_or_refuse(std::string const& code, Waker const& waker) {
    try {
        return start(code, waker);
    } catch (std::exception const& problem) {
        spdlog::error("Room {} can't be claimed: {}", code, problem.what());
    }
    std::vector<Waiter> waiters;
    {
        std::lock_guard const lock(mutex_);
        waiters = remove_waiters(code);
        rooms_.end_reservation();
    }
    for (auto& waiter : waiters) waiter.answer(room_can_not_be_read());
}

void RoomClaims::note_lost(RoomActor const& room) {
    metrics().rooms_lost.add();
    auto const now = executors_.first().now();
    room.has_held() ? pace_.note_taken(room.code(), now) : pace_.note_refused(room.code(), now);
}

void RoomClaims::start(std::string const& code, Waker const& waker) {
    auto& home = executors_.next();
    pace_.begin(code, home.now());
    reader_->claim(code, waker.from_others, home, [this, code, waker, &home](ReadResult<ClaimResult> result) {
        end(code, waker, home, std::move(result));
    });
}

/// A room that was claimed, made from what the store has; or why there is none.
std::variant<Room, Rejection> RoomClaims::room_of(std::string const& code, Executor const& home,
                                                  ReadResult<ClaimResult>& result, std::int64_t& epoch) {
    if (auto const* failure = std::get_if<ReadFailure>(&result)) {
        spdlog::error("Room {} can't be claimed: {}", code, failure->reason);
        return room_can_not_be_read();
    }
    auto& outcome = std::get<ClaimResult>(result);
    if (std::holds_alternative<NoSuchRoom>(outcome)) return no_such_room();
    if (std::holds_alternative<ClaimedElsewhere>(outcome)) return room_is_elsewhere();
    auto& claimed = std::get<ClaimedRoom>(outcome);
    epoch = claimed.epoch;
    if (claimed.room.room.closed == true) return no_such_room();
    metrics().rooms_claimed.add();
    log_event("Room claimed", {{"room", code}, {"epoch", epoch}});
    auto room = factory_.restore(std::move(claimed.room), home.now());
    return room ? std::variant<Room, Rejection>(std::move(*room)) : room_can_not_be_read();
}

/// On the room's executor.
void RoomClaims::end(std::string const& code, Waker const& waker, Executor& home, ReadResult<ClaimResult> result) {
    pace_.end(code);
    std::int64_t epoch = unclaimed;
    std::vector<Waiter> waiters, again;
    Woken woken;
    auto is_reserved = true;
    try {
        // Plays the match again, which takes long: nobody has to wait for the mutex meanwhile.
        auto room = room_of(code, home, result, epoch);
        std::lock_guard const lock(mutex_);
        is_reserved = false;
        woken = rooms_.admit([&]() -> Woken {
            if (closed_) return shutting_down();
            if (auto* refused = std::get_if<Rejection>(&room)) return std::move(*refused);
            return employ_(home, std::get<Room>(std::move(room)), waker.address, epoch);
        });
        waiters = remove_waiters(code);
    } catch (std::exception const& problem) {
        spdlog::error("Room {} can't be taken up: {}", code, problem.what());
        woken = until_there_is_memory([] { return room_can_not_be_read(); });
        std::lock_guard const lock(mutex_);
        if (is_reserved) rooms_.end_reservation();
        waiters = remove_waiters(code);
    }
    auto const* refused = std::get_if<Rejection>(&woken);
    if (refused && refused->code == ErrorCode::elsewhere && !waker.from_others) {
        // Those that may take it from the other server ask again.
        auto const rest = std::ranges::stable_partition(waiters, std::logical_not(), &Waiter::from_others);
        again.assign(std::move_iterator(rest.begin()), std::move_iterator(rest.end()));
        waiters.erase(rest.begin(), rest.end());
    }
    if (auto const* actor = std::get_if<std::shared_ptr<RoomActor>>(&woken))
        attempt(code, "go on", [&] { (*actor)->wake({}); });
    else if (epoch != unclaimed)
        attempt(code, "be given back", [&] { returned_.give_back({code, epoch}); });
    for (auto& waiter : waiters) waiter.answer(woken);
    for (auto& waiter : again)
        attempt(code, "be claimed for all who wait", [&] { claim(code, {waker.address, true}, std::move(waiter)); });
}

} // namespace tefuda::server
