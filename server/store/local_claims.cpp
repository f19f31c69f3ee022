#include "server/store/local_claims.hpp"

#include <algorithm>

namespace tefuda::server {

void LocalClaims::note(std::string const& code) {
    std::lock_guard const lock(mutex_);
    epochs_.try_emplace(code, unclaimed);
}

void LocalClaims::forget(std::string const& code) {
    std::lock_guard const lock(mutex_);
    epochs_.erase(code);
}

bool LocalClaims::has(std::string const& code) const {
    std::lock_guard const lock(mutex_);
    return epochs_.contains(code);
}

std::int64_t LocalClaims::claim(std::string const& code) {
    std::lock_guard const lock(mutex_);
    auto const found = epochs_.find(code);
    if (found == epochs_.end()) return unclaimed;
    return found->second = ++last_epoch_;
}

void LocalClaims::give_back(std::vector<RoomClaim> const& rooms) {
    std::lock_guard const lock(mutex_);
    for (auto const& [code, epoch] : rooms)
        if (auto const found = epochs_.find(code); found != epochs_.end() && found->second == epoch)
            found->second = unclaimed;
}

LostPlaces LocalClaims::fence(std::span<Transaction const> transactions) {
    std::lock_guard const lock(mutex_);
    LostPlaces lost;
    for (std::size_t place = 0; place < transactions.size(); ++place) {
        auto const& [room, changes, epoch, creates] = transactions[place];
        auto found = epochs_.find(room);
        // Also one of nobody makes a room; a commit that was refused leaves it noted, and may be tried again.
        if (found == epochs_.end() && (creates || epoch == unclaimed)) found = epochs_.emplace(room, epoch).first;
        if (found == epochs_.end() || found->second != epoch) lost.push_back(place);
    }
    return lost;
}

void LocalClaims::note_stored(std::span<Transaction const> transactions, LostPlaces const& lost) {
    std::lock_guard const lock(mutex_);
    for (std::size_t place = 0; place < transactions.size(); ++place) {
        auto const& [room, changes, epoch, creates] = transactions[place];
        auto const is_removal = [](Change const& change) { return std::holds_alternative<RoomRemoved>(change); };
        if (std::ranges::any_of(changes, is_removal) && std::ranges::find(lost, place) == lost.end())
            epochs_.erase(room);
    }
}

} // namespace tefuda::server
