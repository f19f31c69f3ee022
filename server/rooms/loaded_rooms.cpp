#include "server/rooms/loaded_rooms.hpp"

#include "server/metrics/limit_log.hpp"
#include "server/metrics/metrics.hpp"
#include "server/room/rejections.hpp"
#include "server/runtime/clock.hpp"

#include <algorithm>
#include <mutex>
#include <tuple>
#include <utility>

namespace tefuda::server {

namespace {

/// An address with fewer rooms has places that are kept for such addresses, and is never refused a search.
constexpr int few_rooms = 10;

} // namespace

LoadedRooms::RoomPtr LoadedRooms::find(std::string const& code) const {
    std::shared_lock const lock(mutex_);
    auto const found = rooms_.find(code);
    return found == rooms_.end() ? nullptr : found->second.actor;
}

std::vector<LoadedRooms::RoomPtr> LoadedRooms::all() const {
    std::shared_lock const lock(mutex_);
    std::vector<RoomPtr> actors;
    actors.reserve(rooms_.size());
    for (auto const& [code, loaded] : rooms_) actors.push_back(loaded.actor);
    return actors;
}

bool LoadedRooms::is_full() const {
    std::shared_lock const lock(mutex_);
    return staying() >= static_cast<std::size_t>(capacity_.rooms) || MatchBytes::in_all() >= capacity_.match_bytes;
}

LoadedRooms::Result LoadedRooms::add_new(std::string const& address, bool is_public, Make const& make) {
    std::unique_lock const lock(mutex_);
    if (is_public)
        if (auto refused = refuse_public(address)) return std::move(*refused);
    if (auto refused = make_space(address)) return std::move(*refused);
    return insert(make);
}

LoadedRooms::Result LoadedRooms::add(Make const& make) {
    std::unique_lock const lock(mutex_);
    return insert(make);
}

std::optional<Rejection> LoadedRooms::reserve(std::string const& address) {
    std::unique_lock const lock(mutex_);
    auto refused = make_space(address);
    if (!refused) ++coming_;
    return refused;
}

void LoadedRooms::end_reservation() {
    std::unique_lock const lock(mutex_);
    --coming_;
}

LoadedRooms::Result LoadedRooms::admit(Make const& make) {
    std::unique_lock const lock(mutex_);
    --coming_;
    return insert(make);
}

LoadedRooms::RoomPtr LoadedRooms::remove(std::string const& code) {
    std::unique_lock const lock(mutex_);
    auto const found = rooms_.find(code);
    return found == rooms_.end() ? nullptr : erase(found);
}

bool LoadedRooms::remove(RoomActor const& room) {
    std::unique_lock const lock(mutex_);
    auto const found = rooms_.find(room.code());
    return found != rooms_.end() && found->second.actor.get() == &room && erase(found);
}

// With the mutex.

LoadedRooms::Result LoadedRooms::insert(Make const& make) {
    auto made = make();
    if (auto const* actor = std::get_if<RoomPtr>(&made)) {
        shares_.add((*actor)->address());
        rooms_[(*actor)->code()] = {*actor, next_number_++};
    }
    return made;
}

LoadedRooms::RoomPtr LoadedRooms::erase(Rooms::iterator place) {
    set_evicting(place->first, false);
    auto actor = std::move(place->second.actor);
    shares_.remove(actor->address());
    rooms_.erase(place);
    return actor;
}

/// Else somebody fills the list for all others.
std::optional<Rejection> LoadedRooms::refuse_public(std::string const& address) const {
    if (capacity_.public_rooms_an_address == std::numeric_limits<int>::max()) return std::nullopt;
    auto const count = std::ranges::count_if(rooms_, [&](auto const& each) {
        auto const& actor = *each.second.actor;
        return actor.standing().is_open_to_public() && actor.address() == address;
    });
    if (count < capacity_.public_rooms_an_address) return std::nullopt;
    note_limit(Limit::rooms_an_address, address);
    return refused(ErrorCode::too_many_rooms, "Your address has too many public rooms: play in them.");
}

/// What is to be done so that this address may have one room more in memory.
/// \returns why it can't be done: there is no place, and no room may go
std::optional<Rejection> LoadedRooms::make_space(std::string const& address) {
    auto const has_its_share = !address.empty() && shares_.has_its_share(address, capacity_.rooms_an_address);
    if (!has_its_share && !is_full_for(address)) return std::nullopt;
    if (auto const victim = least_missed(address, has_its_share)) {
        metrics().limits_hit[Limit::rooms].add();
        evict(victim);
        return std::nullopt;
    }
    note_limit(has_its_share ? Limit::rooms_an_address : Limit::rooms, address);
    if (has_its_share)
        return refused(ErrorCode::too_many_rooms, "There are too many rooms from your address: play in them.");
    return refused(ErrorCode::server_full, "This server has no room for another room: try again later.");
}

bool LoadedRooms::is_full_for(std::string const& address) const {
    auto const most = static_cast<std::size_t>(capacity_.rooms);
    auto const has_few = shares_.of(address) < few_rooms;
    auto const kept = has_few ? 0 : std::min<std::size_t>(1000, most / 10);
    // Who has filled the memory keeps nobody out who has next to nothing of it, until nobody may act any more.
    return staying() + kept >= most || MatchBytes::in_all() / (has_few ? 2 : 1) >= capacity_.match_bytes;
}

/// Of the rooms with the lowest standing one of the address with most rooms, its oldest. A room that would be deleted
/// is never one of an address with fewer rooms. Searches take a tenth of the time at most, but for addresses with few
/// rooms.
/// \param of_itself only one of its own rooms that go to the store
/// \returns null if there is none
LoadedRooms::RoomPtr LoadedRooms::least_missed(std::string const& address, bool of_itself) {
    auto const share = shares_.of(address);
    auto const begun = steady_now();
    searched_ -= std::min(searched_, (begun - std::exchange(last_search_, begun)) / 10);
    if (share >= few_rooms && searched_ > std::chrono::milliseconds(100)) return nullptr;
    RoomPtr least;
    auto lowest = std::tuple(Standing::in_use, 0, std::uint64_t{0});
    for (auto const& [code, loaded] : rooms_) {
        auto const standing = loaded.actor->standing().now();
        if (loaded.evicting || standing > std::get<0>(lowest) || standing == Standing::in_use) continue;
        auto const& owner = loaded.actor->address();
        auto const may_go = of_itself ? owner == address && standing == Standing::at_rest
                                      : standing == Standing::at_rest || owner.empty() || shares_.of(owner) >= share;
        if (!may_go) continue;
        auto const rank = std::tuple(standing, -shares_.of(owner), loaded.number);
        if (rank >= lowest) continue;
        lowest = rank;
        least = loaded.actor;
    }
    searched_ += steady_now() - begun;
    return least;
}

void LoadedRooms::evict(RoomPtr const& victim) {
    set_evicting(victim->code(), true);
    // Later: this thread holds the mutex.
    victim->executor().post([this, victim] {
        victim->evict([this, code = victim->code()] {
            std::unique_lock const lock(mutex_);
            set_evicting(code, false);
        });
    });
}

void LoadedRooms::set_evicting(std::string const& code, bool evicting) {
    auto const found = rooms_.find(code);
    if (found == rooms_.end() || std::exchange(found->second.evicting, evicting) == evicting) return;
    evicting ? ++evicting_ : --evicting_;
}

} // namespace tefuda::server
