// The part of the registry for several servers that share a store.
#include "server/metrics/logging.hpp"
#include "server/room/error_reply.hpp"
#include "server/room/rejections.hpp"
#include "server/room/room_registry.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <mutex>
#include <utility>

namespace tefuda::server {

void RoomRegistry::claim(std::string const& code, ClaimWaiter waiter) {
    auto& executor = *waiter.executor;
    auto const waker = waiter.waker;
    {
        std::unique_lock const lock(mutex_);
        auto const answer = [&](Woken result) {
            executor.post([done = std::move(waiter.done), result = std::move(result)] { done(result); });
        };
        if (auto const found = rooms_.find(code); found != rooms_.end()) return answer(found->second.actor);
        if (closing_) return answer(Rejection{ErrorCode::shutting_down, "The server is shutting down."});
        auto const under_way = claiming_.find(code);
        if (under_way != claiming_.end()) return under_way->second.push_back(std::move(waiter));
        // Before the claim: a room that is claimed has to be given back.
        if (auto refused = make_place_for(waker.address)) return answer(std::move(*refused));
        claiming_[code].push_back(std::move(waiter));
    }
    ask_for_claim(code, waker, executor);
}

void RoomRegistry::ask_for_claim(std::string const& code, Waker const& waker, Executor& executor) {
    journal_.reader->claim(
        *journal_.shared, code, waker.from_others, executor,
        [this, code, waker](ReadResult<ClaimResult> result) { end_claim(code, waker, std::move(result)); });
}

/// One claim answers everybody who waits for the room: with two, the second would take it from the first.
void RoomRegistry::end_claim(std::string const& code, Waker const& waker, ReadResult<ClaimResult> result) {
    std::vector<ClaimWaiter> waiters, others;
    Woken woken = room_can_not_be_read();
    auto& executor = next_executor();
    std::optional<Room> room;
    std::shared_ptr<RoomActor> actor;
    std::int64_t epoch = 0;
    if (auto const* failure = std::get_if<ReadFailure>(&result)) {
        spdlog::error("Room {} can't be claimed: {}", code, failure->reason);
    } else if (auto* claimed = std::get_if<ClaimedRoom>(&std::get<ClaimResult>(result))) {
        epoch = claimed->epoch;
        log_event("Room claimed", {{"room", code}, {"epoch", epoch}});
        room = room_from(std::move(claimed->room), executor);
    } else if (std::holds_alternative<NoSuchRoom>(std::get<ClaimResult>(result))) {
        woken = no_such_room();
    } else {
        woken = room_is_elsewhere();
    }
    {
        std::unique_lock const lock(mutex_);
        waiters = std::move(claiming_[code]);
        claiming_.erase(code);
        if (room && closing_) {
            released_.push_back({code, epoch});
            woken = Rejection{ErrorCode::shutting_down, "The server is shutting down."};
        } else if (room) {
            actor = add(executor, std::move(*room), {waker.address, {epoch, false}});
            woken = actor;
        } else if (auto const* refused = std::get_if<Rejection>(&woken);
                   refused && refused->code == ErrorCode::elsewhere && !waker.from_others) {
            // Those that may take it from the other server ask again.
            auto const asks_again = [](ClaimWaiter const& each) { return each.waker.from_others; };
            auto const rest = std::stable_partition(waiters.begin(), waiters.end(), std::not_fn(asks_again));
            others.assign(std::move_iterator(rest), std::move_iterator(waiters.end()));
            waiters.erase(rest, waiters.end());
        }
    }
    if (actor) actor->wake({});
    for (auto& waiter : waiters) waiter.executor->post([done = std::move(waiter.done), woken] { done(woken); });
    for (auto& waiter : others) claim(code, std::move(waiter));
}

void RoomRegistry::lose(RoomActor const& room) {
    {
        std::unique_lock const lock(mutex_);
        auto const found = rooms_.find(room.code());
        if (found == rooms_.end() || found->second.actor.get() != &room) return;
        drop(room.code());
    }
    log_event("Room lost to another server", {{"room", room.code()}, {"epoch", room.epoch()}});
    list_.hide(room.code());
}

std::vector<RoomClaim> RoomRegistry::held() const {
    std::shared_lock const lock(mutex_);
    std::vector<RoomClaim> claims;
    for (auto const& [code, kept] : rooms_)
        if (kept.actor->is_stored()) claims.push_back({code, kept.actor->epoch()});
    return claims;
}

void RoomRegistry::note_claim(RoomClaim const& claim) {
    auto const room = find(claim.room);
    if (room && room->epoch() < claim.epoch) room->lose();
}

void RoomRegistry::note_lost(RoomClaim const& claim) {
    auto const room = find(claim.room);
    if (room && room->epoch() == claim.epoch) room->lose();
}

std::vector<RoomClaim> RoomRegistry::take_released() {
    std::unique_lock const lock(mutex_);
    return std::exchange(released_, {});
}

std::vector<std::pair<RoomClaim, int>> RoomRegistry::take_spectators() {
    std::lock_guard const lock(spectators_mutex_);
    std::vector<std::pair<RoomClaim, int>> taken;
    for (auto& [code, count] : std::exchange(spectators_, {})) taken.push_back(std::move(count));
    return taken;
}

void RoomRegistry::list_elsewhere(std::map<std::string, Listed> const& rooms) {
    // With the lock a room that comes here at the same time is listed by itself afterwards.
    std::shared_lock const lock(mutex_);
    std::unordered_set<std::string> before;
    before.swap(elsewhere_);
    for (auto const& [code, room] : rooms) {
        before.erase(code);
        if (rooms_.contains(code)) continue;
        list_.show(code, room.created, room.game, room.summary);
        elsewhere_.insert(code);
    }
    for (auto const& code : before)
        if (!rooms_.contains(code)) list_.hide(code);
}

} // namespace tefuda::server
