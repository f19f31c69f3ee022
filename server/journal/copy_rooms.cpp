#include "server/journal/copy_rooms.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace tefuda::server {

namespace {

/// One room as the transaction that makes it, while that is put together.
class RoomCopy {
public:
    explicit RoomCopy(StoredRoom const& room) {
        transaction_.room = room.code;
        transaction_.epoch = first_epoch;
        transaction_.creates = true;
        transaction_.changes.emplace_back(RoomSaved{room.room});
        RoomPlayers players;
        for (auto const& seat : room.room.seats)
            if (seat.player && std::ranges::find(players.ids, seat.player->id) == players.ids.end())
                players.ids.push_back(seat.player->id);
        players.is_over = !players.ids.empty() && room.room.status == RoomStatus::finished;
        if (!players.ids.empty()) transaction_.changes.emplace_back(std::move(players));
    }

    void add(StoredMatch const& match, bool ended) {
        auto& changes = transaction_.changes;
        changes.emplace_back(MatchBegun{match.number, match.setup});
        std::int64_t number = 0;
        auto const count = static_cast<std::int64_t>(match.actions.size());
        for (auto const& action : match.actions) {
            ++number;
            // Only the banks after the last action are stored, and needed.
            changes.emplace_back(ActionTaken{match.number, action.seat, action.action, action.ms,
                                             number == count ? match.banks : std::vector<std::int64_t>(), number,
                                             action.by_bot});
        }
        if (ended) changes.emplace_back(MatchEnded{match.number});
        ++matches_;
        actions_ += match.actions.size();
    }

    /// Stores the room, and gives it back.
    void store_in(SharedStore& store, CopiedRooms& copied) const {
        if (!store.commit(std::span(&transaction_, 1)).empty())
            throw StoreFailure("Room " + transaction_.room + " was claimed while it was brought over: try again.");
        store.give_back({{transaction_.room, transaction_.epoch}});
        ++copied.rooms;
        copied.matches += matches_;
        copied.actions += actions_;
    }

private:
    Transaction transaction_;
    std::size_t matches_ = 0;
    std::size_t actions_ = 0;
};

/// \param not_copied gets a sentence for each match that can't be read
/// \returns nothing if there is no such room \throws StoreFailure if it can't be read
std::optional<RoomCopy> read_copy(Store& from, std::string const& code, std::vector<std::string>& not_copied) {
    auto const room = from.read_room(code);
    if (!room) return std::nullopt;
    RoomCopy copy(*room);
    auto const& newest = room->last_match;
    auto const last = room->damage ? room->damage->match : newest ? newest->number : 0;
    for (auto number = 1; number < last; ++number) {
        try {
            // Some may have been deleted because of their age.
            if (auto const match = from.read_match(code, number)) copy.add(*match, true);
        } catch (StoreFailure const& problem) {
            not_copied.emplace_back(problem.what());
        }
    }
    if (room->damage)
        not_copied.push_back(room->damage->sentence);
    else if (newest && room->room.status == RoomStatus::waiting)
        not_copied.push_back("Match " + std::to_string(last) + " of room " + code + " was given up.");
    else if (newest)
        copy.add(*newest, room->room.status != RoomStatus::playing);
    return copy;
}

} // namespace

CopiedRooms copy_rooms(Store& from, SharedStore& to) {
    to.prepare({});
    std::vector<std::string> codes;
    auto recovered = from.recover([&](ClaimedRoom const& claimed) { codes.push_back(claimed.room.code); });
    codes.insert(codes.end(), recovered.finished.begin(), recovered.finished.end());
    CopiedRooms copied;
    for (auto const& code : recovered.damaged) copied.not_copied.push_back("Room " + code + " can't be read.");
    for (auto const& code : codes) {
        if (to.read_room(code)) {
            ++copied.present;
            continue;
        }
        std::optional<RoomCopy> copy;
        try {
            copy = read_copy(from, code, copied.not_copied);
        } catch (StoreFailure const& problem) {
            copied.not_copied.emplace_back(problem.what());
        }
        if (copy) copy->store_in(to, copied);
    }
    return copied;
}

} // namespace tefuda::server
