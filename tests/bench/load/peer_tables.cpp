#include "tests/bench/load/peer_tables.hpp"

#include <algorithm>

namespace tefuda::bench {

PeerTables::PeerTables(Loop& loop, std::uint16_t port, Peer& peer, Pattern const& pattern, std::uint64_t seed)
    : loop_(loop), port_(port), peer_(peer), pattern_(pattern), random_(seed) {}

void PeerTables::open(std::function<void(int)> const& progress) {
    auto const seats = static_cast<std::size_t>(pattern_.seats);
    for (std::size_t number = 0; number < static_cast<std::size_t>(pattern_.rooms); ++number) {
        auto& room = *rooms_.emplace_back(std::make_unique<Room>());
        room.table.number = number;
        room.table.seats.resize(seats);
        for (std::size_t i = 0; i < seats; ++i) {
            auto& seat = room.table.seats[i];
            seat.table = &room.table;
            seat.number = i;
            seat.connection = std::make_unique<Connection>(loop_, port_, peer_.target(seat), number * seats + i);
            seat.connection->on_frame = [this, &room, &seat](Connection&, Opcode, std::string_view frame) {
                take(room, seat, frame);
            };
        }
        while (ready_ <= static_cast<int>(number)) loop_.turn(std::chrono::seconds(1));
        progress(ready_);
    }
    // Moves begin only now, because a busy server would take minutes to seat all players.
    if (!pattern_.moves) return;
    for (auto const& room : rooms_) begin(*room);
}

void PeerTables::play(Clock::duration time) {
    for (auto const end = Clock::now() + time; Clock::now() < end;) loop_.turn(std::chrono::milliseconds(100));
}

void PeerTables::take(Room& room, PeerSeat& seat, std::string_view frame) {
    auto& seats = room.table.seats;
    auto const news = peer_.take(seat, frame);
    if (news == Peer::News::update) {
        note_update(room, seat);
        if (seat.to_act == &seat) act(room, seat);
    } else if (news == Peer::News::seated &&
               std::all_of(seats.begin(), seats.end(), [](auto const& one) { return one.seated; })) {
        if (++room.matches == 1)
            ++ready_;
        else
            begin(room);
    }
}

void PeerTables::note_update(Room& room, PeerSeat& seat) {
    ++figures_.updates;
    auto& told = room.told[seat.updates++ % room.told.size()];
    if (++told < room.table.seats.size()) return;
    told = 0;
    if (room.acts.empty()) return;
    figures_.latency.add((Clock::now() - room.acts.front()).count());
    room.acts.pop_front();
    ++figures_.moves;
}

void PeerTables::begin(Room& room) {
    for (auto& seat : room.table.seats)
        if (seat.to_act == &seat) act(room, seat);
}

void PeerTables::act(Room& room, PeerSeat& seat) {
    constexpr int most_cards = 6;
    room.acts.push_back(Clock::now());
    peer_.play(seat, static_cast<int>(random_() % most_cards));
}

} // namespace tefuda::bench
