// Other game servers under the same load: the part of their protocols that a player of Forty-One needs.
#pragma once

#include "tests/bench/load/connection.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tefuda::bench {

struct PeerTable;

/// A player with its own connection.
struct PeerSeat {
    /// Null if the connection is in no match.
    PeerTable* table = nullptr;
    std::size_t number = 0;
    std::unique_ptr<Connection> connection;
    /// The id that the server gave the player; empty if it gives none.
    std::string session;
    bool seated = false;
    /// The number of received updates.
    std::size_t updates = 0;
    /// The seat whose turn it is, as far as this seat knows; null for none.
    PeerSeat const* to_act = nullptr;
    /// The number of the newest known state, if an action must contain it.
    std::string state;
};

struct PeerTable {
    /// The server's id of the room.
    std::string id;
    std::size_t number = 0;
    std::vector<PeerSeat> seats;
};

class Peer {
public:
    enum class News : std::uint8_t {
        none,
        /// The seat has joined the match and knows its state.
        seated,
        /// A move has changed the state.
        update
    };

    virtual ~Peer() = default;

    /// Reserves the seat if necessary. \returns the target of its WebSocket request
    virtual std::string target(PeerSeat& seat) = 0;
    /// \returns the target of the WebSocket request for a connection that is in no match
    virtual std::string idle_target() = 0;

    /// Handles a received frame: answers it if necessary, and tracks whose turn it is.
    virtual News take(PeerSeat& seat, std::string_view frame) = 0;
    /// Plays the playable card with this index, modulo their number.
    virtual void play(PeerSeat& seat, int card) = 0;
};

/// \param name colyseus or boardgame.io
/// \throws std::runtime_error if there is no such peer
std::unique_ptr<Peer> make_peer(std::string const& name, std::uint16_t port);

} // namespace tefuda::bench
