// Rooms with players on another game server.
#pragma once

#include "tests/bench/load/peer.hpp"
#include "tests/bench/load/players.hpp"

#include <array>
#include <deque>
#include <random>

namespace tefuda::bench {

/// Plays like Tables: one move at a time in each room; a player moves when it learns that it is its turn. Each
/// connection has one seat, so `rooms_a_connection` is ignored, and so is `rate`.
class PeerTables : public Players {
public:
    PeerTables(Loop& loop, std::uint16_t port, Peer& peer, Pattern const& pattern, std::uint64_t seed);

    void connect() override {}
    void open(std::function<void(int)> const& progress) override;
    void play(Clock::duration time) override;

private:
    struct Room {
        PeerTable table;
        /// The number of matches that have begun, as far as the peer's messages tell.
        int matches = 0;
        /// When the moves in progress were sent, oldest first.
        std::deque<Clock::time_point> acts;
        /// For each of the newest updates the number of seats that received it; indexed by its number modulo the size.
        std::array<std::size_t, 16> told{};
    };

    void take(Room& room, PeerSeat& seat, std::string_view frame);
    void note_update(Room& room, PeerSeat& seat);
    /// Lets the seat whose turn it is make the first move of the match.
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
