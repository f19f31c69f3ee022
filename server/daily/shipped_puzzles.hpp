// The puzzles that come with the program, so that there are some before the first match has ended.
#pragma once

#include "protocol/codec/described.hpp"
#include "protocol/server_message.hpp"
#include "server/daily/puzzle_table.hpp"

#include <boost/describe/class.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tefuda::server {

/// A line of server/daily/shipped/GAME.jsonl, as tefuda-puzzles writes it (tests/bench/README.md).
struct ShippedPuzzle {
    std::string id; ///< as StoredPuzzle::id, but made from the position: the same in every version
    codec::RawObject options;
    int seats;
    Seat seat;
    codec::RawObject view;
    codec::RawJson legal;
    std::vector<ValuedAction> compared; ///< the best first
};
BOOST_DESCRIBE_STRUCT(ShippedPuzzle, (), (id, options, seats, seat, view, legal, compared))

/// As StoredPuzzle; without a match, which nobody has. Immutable: any thread may use it.
class ShippedPuzzles {
public:
    /// Reads what is in the program. \throws std::runtime_error where that can't be read
    ShippedPuzzles();

    /// Null: there is none.
    StoredPuzzle const* find(std::string_view id) const;
    /// Of a game, always in the same order.
    std::vector<std::string> ids(std::string_view game) const;

private:
    std::vector<StoredPuzzle> all_;
    std::map<std::string_view, std::size_t, std::less<>> places_;
};

} // namespace tefuda::server
