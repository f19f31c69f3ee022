#include "server/rooms/claim_return.hpp"

#include <spdlog/spdlog.h>

#include <utility>
#include <variant>

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

} // namespace tefuda::server
