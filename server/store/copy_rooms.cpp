#include "server/store/copy_rooms.hpp"

#include "protocol/codec/text.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace tefuda::server {

namespace {

bool has_nul(std::string_view text) {
    return text.find('\0') != std::string_view::npos;
}

/// One room as the transaction that makes it, while that is put together.
class RoomCopy {
public:
    explicit RoomCopy(StoredRoom const& room) {
        transaction_.room = room.code;
        transaction_.epoch = first_epoch;
        transaction_.creates = true;
        auto saved = room.room;
        for (auto& seat : saved.seats) {
            codec::replace_nul(seat.name);
            codec::replace_nul(seat.entropy);
        }
        transaction_.changes.emplace_back(RoomSaved{std::move(saved)});
        RoomPlayers players;
        for (auto const& seat : room.room.seats)
            if (seat.player && std::ranges::find(players.ids, seat.player->id) == players.ids.end())
                players.ids.push_back(seat.player->id);
        players.is_over = !players.ids.empty() && room.room.status == RoomStatus::finished;
        if (!players.ids.empty()) transaction_.changes.emplace_back(std::move(players));
    }

    void add(StoredMatch const& match, bool ended) {
        auto& changes = transaction_.changes;
        auto setup = match.setup;
        std::ranges::for_each(setup.names, codec::replace_nul);
        changes.emplace_back(MatchBegun{match.number, std::move(setup)});
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

    std::string const& code() const { return transaction_.room; }

    /// Stores the room, and gives it back.
    void store_in(SharedStore& store, CopiedRooms& copied) const {
        if (!store.commit(std::span(&transaction_, 1)).empty())
            throw StoreFailure("a server claimed it while it was brought over: try again.");
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

/// Adds a match, unless the cards of its deal came from an entropy that the copy can't have.
void add(RoomCopy& copy, StoredMatch const& match, bool ended, std::vector<std::string>& not_copied) {
    auto const& from = match.setup.from;
    if (std::ranges::any_of(match.setup.entropies, has_nul) || (from && std::ranges::any_of(from->entropies, has_nul)))
        not_copied.push_back("Match " + std::to_string(match.number) + " of room " + copy.code() +
                             " was dealt with an entropy that has U+0000, which the database can't have.");
    else
        copy.add(match, ended);
}

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
            if (auto const match = from.read_match(code, number)) add(copy, *match, true, not_copied);
        } catch (StoreFailure const& problem) {
            not_copied.emplace_back(problem.what());
        }
    }
    if (room->damage)
        not_copied.push_back(room->damage->sentence);
    else if (newest && room->room.status == RoomStatus::waiting)
        not_copied.push_back("Match " + std::to_string(last) + " of room " + code + " was given up.");
    else if (newest)
        add(copy, *newest, room->room.status != RoomStatus::playing, not_copied);
    return copy;
}

/// Stores it, unless the store refuses just this room.
void store(RoomCopy const& copy, SharedStore& to, CopiedRooms& copied) {
    try {
        copy.store_in(to, copied);
    } catch (StoreAway const&) {
        throw;
    } catch (StoreFailure const& problem) {
        copied.not_copied.push_back("Room " + copy.code() + " was not taken: " + problem.what());
    }
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
        if (copy) store(*copy, to, copied);
    }
    return copied;
}

} // namespace tefuda::server
