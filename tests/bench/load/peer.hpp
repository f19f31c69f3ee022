// Another game server under the same load: what of its protocol a player of Forty-One needs.
#pragma once

#include "tests/bench/load/connection.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tefuda::bench {

struct PeerTable;

/// A player: a connection of its own.
struct PeerSeat {
    /// None: in no match.
    PeerTable* table = nullptr;
    std::size_t number = 0;
    std::unique_ptr<Connection> connection;
    /// By which the server knows the player, where it does.
    std::string session;
    bool seated = false;
    /// How many updates it was sent.
    std::size_t updates = 0;
    /// Whose turn it is, as far as it knows; none: nobody's.
    PeerSeat const* to_act = nullptr;
    /// The number of the state that it knows, where an action names that.
    std::string state;
};

struct PeerTable {
    /// By which the server knows the room.
    std::string id;
    std::size_t number = 0;
    std::vector<PeerSeat> seats;
};

class Peer {
public:
    enum class News : std::uint8_t {
        none,
        /// The seat is in the match, and knows its state.
        seated,
        /// What a move caused.
        update
    };

    virtual ~Peer() = default;

    /// What a seat's WebSocket asks for, after what had to be done before it.
    virtual std::string target(PeerSeat& seat) = 0;
    /// What a connection asks for that is in no match.
    virtual std::string idle_target() = 0;

    /// Takes a frame, answers where that is due, and notes whose turn it is.
    virtual News take(PeerSeat& seat, std::string_view frame) = 0;
    /// Of those cards that may be played, the so-manieth.
    virtual void play(PeerSeat& seat, int card) = 0;
};

/// \param name colyseus or boardgame.io
/// \throws std::runtime_error where there is no such peer
std::unique_ptr<Peer> make_peer(std::string const& name, std::uint16_t port);

} // namespace tefuda::bench
