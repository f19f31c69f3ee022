#include "server/rooms/eviction.hpp"

#include "server/metrics/limit_log.hpp"
#include "server/metrics/metrics.hpp"
#include "server/runtime/clock.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace tefuda::server {

namespace {

/// An address with fewer rooms has places that are kept for such addresses, and is never refused a search.
constexpr int few_rooms = 10;

} // namespace

Eviction::Decision Eviction::decide(LoadedRooms const& rooms, std::string const& address) {
    auto const has_its_share = !address.empty() && rooms.has_its_share(address, limits_.rooms_an_address);
    if (!has_its_share && !is_full_for(rooms, address)) return {};
    if (auto victim = least_missed(rooms, address, has_its_share)) {
        metrics().limits_hit[Limit::rooms].add();
        return {std::move(victim), std::nullopt};
    }
    note_limit(has_its_share ? Limit::rooms_an_address : Limit::rooms, address);
    if (has_its_share)
        return {nullptr,
                Rejection{ErrorCode::too_many_rooms, "There are too many rooms from your address: play in them."}};
    return {nullptr, Rejection{ErrorCode::server_full, "This server has no room for another room: try again later."}};
}

bool Eviction::is_full_for(LoadedRooms const& rooms, std::string const& address) const {
    auto const most = static_cast<std::size_t>(limits_.rooms);
    auto const has_few = rooms.of(address) < few_rooms;
    auto const kept = has_few ? 0 : std::min<std::size_t>(1000, most / 10);
    // Who has filled the memory keeps nobody out who has next to nothing of it, until nobody may act any more.
    return rooms.staying() + kept >= most || MatchBytes::in_all() / (has_few ? 2 : 1) >= limits_.match_bytes;
}

/// Of the rooms with the lowest standing one of the address with most rooms, its oldest. A room that would be deleted
/// is never one of an address with fewer rooms. Searches take a tenth of the time at most, but for addresses with few
/// rooms.
/// \param of_itself only one of its own rooms that go to the store
/// \returns null if there is none
std::shared_ptr<RoomActor> Eviction::least_missed(LoadedRooms const& rooms, std::string const& address,
                                                  bool of_itself) {
    auto const share = rooms.of(address);
    auto const begun = steady_now();
    searched_ -= std::min(searched_, (begun - std::exchange(last_search_, begun)) / 10);
    if (share >= few_rooms && searched_ > std::chrono::milliseconds(100)) return nullptr;
    std::shared_ptr<RoomActor> least;
    auto lowest = std::tuple(Standing::in_use, 0, std::uint64_t{0});
    rooms.for_each([&](LoadedRooms::Loaded const& loaded) {
        auto const standing = loaded.actor->standing().now();
        if (loaded.evicting || standing > std::get<0>(lowest) || standing == Standing::in_use) return;
        auto const& owner = loaded.actor->address();
        auto const may_go = of_itself ? owner == address && standing == Standing::at_rest
                                      : standing == Standing::at_rest || owner.empty() || rooms.of(owner) >= share;
        if (!may_go) return;
        auto const rank = std::tuple(standing, -rooms.of(owner), loaded.number);
        if (rank >= lowest) return;
        lowest = rank;
        least = loaded.actor;
    });
    searched_ += steady_now() - begun;
    return least;
}

} // namespace tefuda::server
