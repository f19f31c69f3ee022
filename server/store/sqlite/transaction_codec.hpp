// Transactions as bytes: what is written with each commit, and read when it is folded. Rooms and setups are JSON texts,
// which a fold passes on unread; actions are numbers and texts (byte_codec.hpp).
#pragma once

#include "server/store/change.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <variant>

namespace tefuda::server {

// Changes as they are encoded. Non-owning: they refer to the bytes.

struct EncodedRoom {
    std::string_view state; ///< JSON of SavedRoom
    bool finished = false;
    friend bool operator==(EncodedRoom const&, EncodedRoom const&) = default;
};

struct EncodedMatch {
    int number = 1;
    std::string_view setup; ///< JSON of SavedSetup
    friend bool operator==(EncodedMatch const&, EncodedMatch const&) = default;
};

struct EncodedAction {
    int match = 1;
    Seat seat;
    std::int64_t ms = 0;
    std::string_view action;
    std::string_view banks; ///< as banks_to_json
    bool by_bot;
    friend bool operator==(EncodedAction const&, EncodedAction const&) = default;
};

using EncodedChange = std::variant<EncodedRoom, EncodedMatch, EncodedAction, MatchEnded, RoomRemoved, RoomPlayers,
                                   ResultSaved, MatchRemoved, BoardBegun, BoardEnded>;

void append_transaction(std::string& bytes, Transaction const& transaction);

/// Visits all changes of all transactions, in order.
/// \returns false if the bytes are damaged; the changes before the damage were visited
bool read_transactions(std::string_view bytes,
                       std::function<void(std::string_view room, EncodedChange const& change)> const& visit);

} // namespace tefuda::server
