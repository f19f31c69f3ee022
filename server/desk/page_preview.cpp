#include "server/desk/page_preview.hpp"

#include "server/match/match.hpp"

#include <algorithm>
#include <string>

namespace tefuda::server {

namespace {

PagePreview of_game(std::string const& id, std::string const& what, std::string description) {
    auto const name = find_game(id)->name();
    auto title = std::string(name.en);
    if (name.ja != name.en) title.append(" · ").append(name.ja);
    return {what + title, std::move(description), "/preview/" + id + ".png"};
}

} // namespace

PagePreview preview_of_nothing() {
    return {"Tefuda 手札", "Card games to play with friends, in your browser.", "/icon-512.png"};
}

PagePreview preview_of_room(RoomSummary const& room) {
    auto const empty = std::ranges::count(room.seats, SeatKind::empty, &SeatSummary::kind);
    if (room.status == RoomStatus::waiting)
        return of_game(room.game, {},
                       "Take a seat: " + std::to_string(empty) + " of " + std::to_string(room.seats.size()) +
                           " are free.");
    if (room.status == RoomStatus::playing) return of_game(room.game, {}, "A match is on: come and watch.");
    return of_game(room.game, {}, "A match is over here.");
}

PagePreview preview_of_replay(RoomSummary const& room) {
    return of_game(room.game, "Replay: ", "Watch a match again, with all cards open.");
}

} // namespace tefuda::server
