#include "server/rooms/loaded_rooms.hpp"

#include "server/metrics/limit_log.hpp"
#include "server/metrics/metrics.hpp"
#include "server/runtime/clock.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace tefuda::server {

namespace {

/// An address with fewer rooms has places that are kept for such addresses, and is never refused a search.
constexpr std::size_t few_rooms = 10;

} // namespace

LoadedRooms::RoomPtr LoadedRooms::find(std::string const& code) const {
    return state_.with([&](State const& state) {
        auto const found = state.rooms.find(code);
        return found == state.rooms.end() ? nullptr : found->second.actor;
    });
}

std::vector<LoadedRooms::RoomPtr> LoadedRooms::all() const {
    return state_.with([](State const& state) {
        std::vector<RoomPtr> actors;
        actors.reserve(state.rooms.size());
        for (auto const& [code, loaded] : state.rooms) actors.push_back(loaded.actor);
        return actors;
    });
}

bool LoadedRooms::is_full() const {
    return state_.with([](State const& state) {
        return state.staying() >= static_cast<std::size_t>(state.capacity.rooms) ||
               MatchBytes::in_all() >= state.capacity.match_bytes;
    });
}

OrRejection<LoadedRooms::RoomPtr> LoadedRooms::add_new(std::string const& address, bool is_public, Make const& make) {
    return state_.with([&](State& state) -> OrRejection<RoomPtr> {
        if (is_public)
            if (auto const may_be = state.check_public(address); !may_be) return may_be.error();
        if (auto const space = state.make_space(address); !space) return space.error();
        return state.insert(make);
    });
}

void LoadedRooms::add(RoomPtr const& room) {
    state_.with([&](State& state) { static_cast<void>(state.insert([&] { return room; })); });
}

OrRejection<> LoadedRooms::reserve(std::string const& address) {
    return state_.with([&](State& state) {
        auto space = state.make_space(address);
        if (space) ++state.coming;
        return space;
    });
}

void LoadedRooms::end_reservation() {
    state_.with([](State& state) { --state.coming; });
}

OrRejection<LoadedRooms::RoomPtr> LoadedRooms::admit(Make const& make) {
    return state_.with([&](State& state) {
        --state.coming;
        return state.insert(make);
    });
}

LoadedRooms::RoomPtr LoadedRooms::remove(std::string const& code) {
    return state_.with([&](State& state) { return state.erase(code); });
}

bool LoadedRooms::remove(RoomActor const& room) {
    return state_.with([&](State& state) {
        auto const found = state.rooms.find(room.code());
        return found != state.rooms.end() && found->second.actor.get() == &room && state.erase(room.code());
    });
}

OrRejection<LoadedRooms::RoomPtr> LoadedRooms::State::insert(Make const& make) {
    auto made = make();
    if (!made) return made;
    auto const place = rooms.insert_or_assign((*made)->code(), Loaded{*made, next_number++}).first;
    try {
        shares.add((*made)->address());
    } catch (...) {
        rooms.erase(place);
        throw;
    }
    return made;
}

LoadedRooms::RoomPtr LoadedRooms::State::erase(std::string const& code) {
    set_evicting(code, false);
    auto const found = rooms.extract(code);
    if (found.empty()) return nullptr;
    shares.remove(found.mapped().actor->address());
    return std::move(found.mapped().actor);
}

/// Else somebody fills the list for all others.
OrRejection<> LoadedRooms::State::check_public(std::string const& address) const {
    if (capacity.public_rooms_an_address == std::numeric_limits<int>::max()) return {};
    auto const count = std::ranges::count_if(rooms, [&](auto const& each) {
        auto const& actor = *each.second.actor;
        return actor.standing().is_open_to_public() && actor.address() == address;
    });
    if (count < capacity.public_rooms_an_address) return {};
    count_limit(Limit::rooms_an_address, address);
    return refused(ErrorCode::too_many_rooms, "Your address has too many public rooms: play in them.");
}

/// What is to be done so that this address may have one room more in memory.
/// \returns why it can't be done: there is no place, and no room may go
OrRejection<> LoadedRooms::State::make_space(std::string const& address) {
    auto const has_its_share =
        !address.empty() && shares.has_its_share(address, static_cast<std::size_t>(capacity.rooms_an_address));
    if (!has_its_share && !is_full_for(address)) return {};
    if (auto const victim = least_missed(address, has_its_share)) {
        metrics().limits_hit[Limit::rooms].add();
        evict(victim);
        return {};
    }
    count_limit(has_its_share ? Limit::rooms_an_address : Limit::rooms, address);
    if (has_its_share)
        return refused(ErrorCode::too_many_rooms, "There are too many rooms from your address: play in them.");
    return refused(ErrorCode::server_full, "This server has no room for another room: try again later.");
}

bool LoadedRooms::State::is_full_for(std::string const& address) const {
    auto const most = static_cast<std::size_t>(capacity.rooms);
    auto const has_few = shares.of(address) < few_rooms;
    auto const kept = has_few ? 0 : std::min<std::size_t>(1000, most / 10);
    // Who has filled the memory keeps nobody out who has next to nothing of it, until nobody may act any more.
    return staying() + kept >= most || MatchBytes::in_all() / (has_few ? 2 : 1) >= capacity.match_bytes;
}

/// Of the rooms with the lowest standing one of the address with most rooms, its oldest. A room that would be deleted
/// is never one of an address with fewer rooms. Searches take a tenth of the time at most, but for addresses with few
/// rooms.
/// \param of_itself only one of its own rooms that go to the store
/// \returns null if there is none
LoadedRooms::RoomPtr LoadedRooms::State::least_missed(std::string const& address, bool of_itself) {
    auto const share = shares.of(address);
    auto const begun = steady_now();
    searched -= std::min(searched, (begun - std::exchange(last_search, begun)) / 10);
    if (share >= few_rooms && searched > std::chrono::milliseconds(100)) return nullptr;
    RoomPtr least;
    auto lowest = std::tuple(Standing::in_use, 0, std::uint64_t{0});
    for (auto const& [code, loaded] : rooms) {
        auto const standing = loaded.actor->standing().now();
        if (loaded.evicting || standing > std::get<0>(lowest) || standing == Standing::in_use) continue;
        auto const& owner = loaded.actor->address();
        auto const may_go = of_itself ? owner == address && standing == Standing::at_rest
                                      : standing == Standing::at_rest || owner.empty() || shares.of(owner) >= share;
        if (!may_go) continue;
        auto const rank = std::tuple(standing, -static_cast<int>(shares.of(owner)), loaded.number);
        if (rank >= lowest) continue;
        lowest = rank;
        least = loaded.actor;
    }
    searched += steady_now() - begun;
    return least;
}

void LoadedRooms::State::evict(RoomPtr const& victim) {
    // Later: nobody comes back here meanwhile.
    victim->executor().post([&owner = all, victim] {
        // The room is there whenever it calls this.
        auto const stays = [&owner, room = victim.get()] {
            owner.state_.with([&](State& state) { state.set_evicting(room->code(), false); });
        };
        if (!attempt(victim->code(), "be evicted", [&] { victim->evict(stays); })) stays();
    });
    set_evicting(victim->code(), true);
}

void LoadedRooms::State::set_evicting(std::string const& code, bool is_evicting) {
    auto const found = rooms.find(code);
    if (found == rooms.end() || std::exchange(found->second.evicting, is_evicting) == is_evicting) return;
    is_evicting ? ++evicting : --evicting;
}

} // namespace tefuda::server
