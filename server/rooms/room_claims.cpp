#include "server/rooms/room_claims.hpp"

#include "server/metrics/logging.hpp"
#include "server/metrics/metrics.hpp"
#include "server/room/rejections.hpp"

#include <spdlog/spdlog.h>

#include <string_view>

namespace tefuda::server {

void ClaimReturn::give_back(RoomClaim claim) {
    if (!store_) return;
    auto const is_first = waiting_.with([&](Waiting& waiting) {
        until_there_is_memory([&] { waiting.claims.push_back(std::move(claim)); });
        return !std::exchange(waiting.is_under_way, true);
    });
    if (is_first) start();
}

void ClaimReturn::start() {
    auto const claims = until_there_is_memory([] { return std::make_shared<std::vector<RoomClaim>>(); });
    waiting_.with([&](Waiting& waiting) { waiting.claims.swap(*claims); });
    auto const fail = [this, claims](std::string_view reason) {
        spdlog::warn("{} room(s) can't be given back now: {}", claims->size(), reason);
        ended(*claims, false);
    };
    auto done = [this, claims, fail](ReadResult<std::monostate> const& result) {
        auto const* failure = std::get_if<ReadFailure>(&result);
        failure ? fail(failure->reason) : ended({}, true);
    };
    try {
        store_->give_back(*claims, executor_, std::move(done));
    } catch (std::exception const& problem) {
        fail(problem.what());
    }
}

/// \param again those that could not be given back
void ClaimReturn::ended(std::vector<RoomClaim> const& again, bool goes_on) {
    auto const is_more = waiting_.with([&](Waiting& waiting) {
        until_there_is_memory([&] { waiting.claims.insert(waiting.claims.end(), again.begin(), again.end()); });
        return waiting.is_under_way = goes_on && !waiting.claims.empty();
    });
    if (is_more) start();
}

void RoomClaims::claim(std::string const& code, Waker const& waker, Waiter waiter) {
    auto const is_first = waiters_.with([&](Waiters& waiters) {
        auto const answer = [&](Woken const& woken) {
            waiter.answer(woken);
            return false;
        };
        if (auto room = rooms_.find(code)) return answer(std::move(room));
        if (auto const found = waiters.find(code); found != waiters.end()) {
            found->second.push_back(std::move(waiter));
            return false;
        }
        // Before the claim, which may take the room from another server.
        if (auto const may_be = check(code); !may_be) return answer(may_be.error());
        if (auto const reserved = rooms_.reserve(waker.address); !reserved) return answer(reserved.error());
        try {
            std::vector<Waiter> first;
            first.push_back(std::move(waiter));
            waiters.emplace(code, std::move(first));
        } catch (...) {
            rooms_.end_reservation();
            throw;
        }
        return true;
    });
    if (!is_first) return;
    try {
        auto const now = executors_.first().now();
        if (auto const when = pace_.with([&](ClaimPace const& pace) { return pace.next(code, now); }))
            start_later(code, waker, *when);
        else
            start(code, waker);
    } catch (...) {
        end_without_room(code);
        throw;
    }
}

OrRejection<> RoomClaims::check(std::string const& code) const {
    if (!store_ || !store_->may_have(code)) return no_such_room();
    if (closed_) return shutting_down();
    return {};
}

std::vector<RoomClaims::Waiter> RoomClaims::remove(Waiters& waiters, std::string const& code) {
    auto found = waiters.extract(code);
    return found.empty() ? std::vector<Waiter>() : std::move(found.mapped());
}

/// \returns who has waited for it
std::vector<RoomClaims::Waiter> RoomClaims::end_without_room(std::string const& code) {
    return waiters_.with([&](Waiters& waiters) {
        rooms_.end_reservation();
        return remove(waiters, code);
    });
}

void RoomClaims::start_later(std::string const& code, Waker const& waker, Executor::TimePoint when) {
    auto& executor = executors_.first();
    executor.post([this, code, waker, when, &executor] {
        try {
            delayed_[code] = executor.schedule(when, [this, code, waker] {
                // The timer's call may not outlive the timer.
                auto const timer = delayed_.extract(code);
                start_or_refuse(code, waker);
            });
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
    auto const refusal = until_there_is_memory([] { return room_can_not_be_read(); });
    for (auto& waiter : end_without_room(code)) waiter.answer(refusal);
}

void RoomClaims::claim_lost(RoomActor const& room) {
    metrics().rooms_lost.add();
    auto const now = executors_.first().now();
    pace_.with([&](ClaimPace& pace) {
        until_there_is_memory(
            [&] { room.has_held() ? pace.claim_taken(room.code(), now) : pace.claim_refused(room.code(), now); });
    });
}

void RoomClaims::start(std::string const& code, Waker const& waker) {
    auto& home = executors_.next();
    StoreReader::Done<ClaimResult> done = [this, code, waker, &home](ReadResult<ClaimResult> result) {
        end(code, waker, home, std::move(result));
    };
    pace_.with([&](ClaimPace& pace) { pace.begin(code, home.now()); });
    try {
        reader_->claim(code, waker.from_others, home, std::move(done));
    } catch (...) {
        pace_.with([&](ClaimPace& pace) { pace.end(code); });
        throw;
    }
}

/// A room that was claimed, made from what the store has; or why there is none.
OrRejection<Room> RoomClaims::room_of(std::string const& code, Executor const& home, ReadResult<ClaimResult>& result,
                                      std::int64_t& epoch) {
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
    if (!room) return room_can_not_be_read();
    return std::move(*room);
}

/// On the room's executor.
void RoomClaims::end(std::string const& code, Waker const& waker, Executor& home, ReadResult<ClaimResult> result) {
    pace_.with([&](ClaimPace& pace) { pace.end(code); });
    std::int64_t epoch = unclaimed;
    std::vector<Waiter> waiters;
    Woken woken;
    auto is_reserved = true;
    try {
        // Plays the match again, which takes long: nobody has to wait for the mutex meanwhile.
        auto room = room_of(code, home, result, epoch);
        LoadedRooms::Make const make = [&]() -> Woken {
            if (closed_) return shutting_down();
            if (!room) return room.error();
            return employ_(home, std::move(*room), waker.address, epoch);
        };
        waiters_.with([&](Waiters& all) {
            is_reserved = false;
            woken = rooms_.admit(make);
            waiters = remove(all, code);
        });
    } catch (std::exception const& problem) {
        spdlog::error("Room {} can't be taken up: {}", code, problem.what());
        woken = until_there_is_memory([] { return room_can_not_be_read(); });
        waiters = waiters_.with([&](Waiters& all) {
            if (is_reserved) rooms_.end_reservation();
            return remove(all, code);
        });
    }
    if (woken)
        until_there_is_memory([&] { (*woken)->wake({}); });
    else if (epoch != unclaimed)
        until_there_is_memory([&] { returned_.give_back({code, epoch}); });
    // Those that may take it from the other server ask again.
    auto const is_elsewhere = !woken && woken.error().code == ErrorCode::elsewhere && !waker.from_others;
    auto const asks_again = [&](Waiter const& waiter) { return is_elsewhere && waiter.from_others; };
    for (auto& waiter : waiters)
        if (!asks_again(waiter)) waiter.answer(woken);
    for (auto& waiter : waiters)
        if (asks_again(waiter))
            attempt(code, "be claimed for all who wait", [&] {
                claim(code, {waker.address, true}, std::move(waiter));
            });
}

} // namespace tefuda::server
