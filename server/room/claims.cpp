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
    auto const from_others = waiter.from_others;
    {
        std::unique_lock const lock(mutex_);
        auto const answer = [&](Woken result) {
            executor.post([done = std::move(waiter.done), result = std::move(result)] { done(result); });
        };
        if (auto const found = rooms_.find(code); found != rooms_.end()) return answer(found->second);
        if (closing_) return answer(Rejection{ErrorCode::shutting_down, "The server is shutting down."});
        auto& waiters = claiming_[code];
        waiters.push_back(std::move(waiter));
        if (waiters.size() > 1) return;
    }
    ask_for_claim(code, from_others, executor);
}

void RoomRegistry::ask_for_claim(std::string const& code, bool from_others, Executor& executor) {
    journal_.reader->claim(*journal_.shared, code, from_others, executor,
                           [this, code, from_others](ReadResult<ClaimResult> result) {
                               end_claim(code, from_others, std::move(result));
                           });
}

/// One claim answers everybody who waits for the room: with two, the second would take it from the first.
void RoomRegistry::end_claim(std::string const& code, bool from_others, ReadResult<ClaimResult> result) {
    std::vector<ClaimWaiter> waiters, others;
    Woken woken = Rejection{ErrorCode::unavailable, "The server can't read this room now: try again later."};
    {
        std::unique_lock const lock(mutex_);
        waiters = std::move(claiming_[code]);
        claiming_.erase(code);
        if (auto const* failure = std::get_if<ReadFailure>(&result)) {
            spdlog::error("Room {} can't be claimed: {}", code, failure->reason);
        } else {
            auto& claimed = std::get<ClaimResult>(result);
            if (auto* room = std::get_if<ClaimedRoom>(&claimed)) {
                log_event("Room claimed", {{"room", code}, {"epoch", room->epoch}});
                if (auto actor = take_up(std::move(room->room), room->epoch)) woken = std::move(actor);
            } else if (std::holds_alternative<NoSuchRoom>(claimed)) {
                woken = no_such_room();
            } else {
                woken = room_is_elsewhere();
                // Those that may take it from the other server ask again.
                auto const asks_again = [&](ClaimWaiter const& each) { return each.from_others && !from_others; };
                auto const rest = std::stable_partition(waiters.begin(), waiters.end(), std::not_fn(asks_again));
                others.assign(std::move_iterator(rest), std::move_iterator(waiters.end()));
                waiters.erase(rest, waiters.end());
            }
        }
    }
    for (auto& waiter : waiters) waiter.executor->post([done = std::move(waiter.done), woken] { done(woken); });
    for (auto& waiter : others) claim(code, std::move(waiter));
}

void RoomRegistry::lose(RoomActor const& room) {
    {
        std::unique_lock const lock(mutex_);
        auto const found = rooms_.find(room.code());
        if (found == rooms_.end() || found->second.get() != &room) return;
        rooms_.erase(found);
    }
    log_event("Room lost to another server", {{"room", room.code()}, {"epoch", room.epoch()}});
    list_.hide(room.code());
}

std::vector<RoomClaim> RoomRegistry::held() const {
    std::shared_lock const lock(mutex_);
    std::vector<RoomClaim> claims;
    for (auto const& [code, room] : rooms_)
        if (room->is_stored()) claims.push_back({code, room->epoch()});
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
