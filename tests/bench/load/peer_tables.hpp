// Rooms of another game server full of players.
#pragma once

#include "tests/bench/load/peer.hpp"
#include "tests/bench/load/players.hpp"

#include <array>
#include <deque>
#include <random>

namespace tefuda::bench {

/// The same way of playing as Tables': one move at a time in a room, the next one by whoever learns that the turn is
/// theirs. A peer's connection has one seat, so `rooms_a_connection` means nothing here, nor does `rate`.
class PeerTables : public Players {
public:
    PeerTables(Loop& loop, std::uint16_t port, Peer& peer, Pattern const& pattern, std::uint64_t seed);

    void connect() override {}
    void open(std::function<void(int)> const& progress) override;
    void play(Clock::duration time) override;

private:
    struct Room {
        PeerTable table;
        /// How many have begun, where a peer tells.
        int matches = 0;
        std::deque<Clock::time_point> acts;
        /// To how many seats each of the newest updates was told, by their number modulo that of these.
        std::array<std::size_t, 16> told{};
    };

    void take(Room& room, PeerSeat& seat, std::string_view frame);
    void note_update(Room& room, PeerSeat& seat);
    /// Lets whoever begins the match move.
    void begin(Room& room);
    void act(Room& room, PeerSeat& seat);

    Loop& loop_;
    std::uint16_t port_;
    Peer& peer_;
    Pattern pattern_;
    std::mt19937_64 random_;
    std::vector<std::unique_ptr<Room>> rooms_;
    int ready_ = 0;
};

} // namespace tefuda::bench
