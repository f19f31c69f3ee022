#include "server/store/local_claims.hpp"

#include <algorithm>

namespace tefuda::server {

void LocalClaims::add(std::string const& code) {
    epochs_.with([&](Epochs& it) { it.rooms.try_emplace(code, unclaimed); });
}

void LocalClaims::forget(std::string const& code) {
    epochs_.with([&](Epochs& it) { it.rooms.erase(code); });
}

bool LocalClaims::has(std::string const& code) const {
    return epochs_.with([&](Epochs const& it) { return it.rooms.contains(code); });
}

std::int64_t LocalClaims::claim(std::string const& code) {
    return epochs_.with([&](Epochs& it) {
        auto const found = it.rooms.find(code);
        return found == it.rooms.end() ? unclaimed : found->second = ++it.last;
    });
}

void LocalClaims::give_back(std::vector<RoomClaim> const& rooms) {
    epochs_.with([&](Epochs& it) {
        for (auto const& [code, epoch] : rooms)
            if (auto const found = it.rooms.find(code); found != it.rooms.end() && found->second == epoch)
                found->second = unclaimed;
    });
}

LostPlaces LocalClaims::fence(std::span<Transaction const> transactions) {
    return epochs_.with([&](Epochs& it) {
        LostPlaces lost;
        for (std::size_t place = 0; place < transactions.size(); ++place) {
            auto const& [room, changes, epoch, creates] = transactions[place];
            auto found = it.rooms.find(room);
            // Also one of nobody makes a room; a commit that was refused leaves it noted, and may be tried again.
            if (found == it.rooms.end() && (creates || epoch == unclaimed)) found = it.rooms.emplace(room, epoch).first;
            if (found == it.rooms.end() || found->second != epoch) lost.push_back(place);
        }
        return lost;
    });
}

void LocalClaims::forget_removed(std::span<Transaction const> transactions, LostPlaces const& lost) {
    auto const is_removal = [](Change const& change) { return std::holds_alternative<RoomRemoved>(change); };
    for (std::size_t place = 0; place < transactions.size(); ++place)
        if (std::ranges::any_of(transactions[place].changes, is_removal) &&
            std::ranges::find(lost, place) == lost.end())
            forget(transactions[place].room);
}

} // namespace tefuda::server
