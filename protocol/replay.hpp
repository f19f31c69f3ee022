// The replay of a finished match, format tefuda-replay/1. It reveals all hidden information, and what is needed to
// verify the deal.
#pragma once

#include "protocol/codec/described.hpp"
#include "protocol/player.hpp"
#include "rules/core/shuffle_log.hpp"

#include <boost/describe/class.hpp>

#include <string>
#include <vector>

namespace tefuda {

/// Who acted in place of a seat's player.
enum class ActedBy : std::uint8_t { bot };
BOOST_DESCRIBE_ENUM(ActedBy, bot)

struct ReplayAction {
    Seat seat;
    codec::RawObject action;   ///< as the server understood it
    std::int64_t ms;           ///< milliseconds since the match began
    std::optional<ActedBy> by; ///< a built-in bot, for a player who was absent or late; absent otherwise
};
BOOST_DESCRIBE_STRUCT(ReplayAction, (), (seat, action, ms, by))

/// Where a match has gone on from another one.
struct ReplayFrom {
    std::string room;
    int match;
    int actions; ///< how many of the replay's first actions were played there

    friend bool operator==(ReplayFrom const&, ReplayFrom const&) = default;
};
BOOST_DESCRIBE_STRUCT(ReplayFrom, (), (room, match, actions))

struct Replay {
    std::string format;
    std::string room;
    int match;
    std::string game;
    codec::RawObject options;
    int seats;
    std::vector<std::string> names;
    std::optional<std::vector<Nullable<SeatPlayer>>> players; ///< by seat; absent where no seat had one
    std::string commitment;
    std::string server_seed;
    std::vector<std::string> entropy;
    std::optional<int> fixed;       ///< the number of shuffles that a fixed deal replaced
    std::vector<Cards> packs;       ///< the packs of such a match, each in its order before it was shuffled
    codec::RawJson chance;          ///< every random outcome, in order
    std::vector<Shuffled> shuffled; ///< for each shuffle in `chance` the list before it
    std::vector<ReplayAction> actions;
    codec::RawJson result;
    std::optional<ReplayFrom> from; ///< absent for a match that began with its deal
};
BOOST_DESCRIBE_STRUCT(Replay, (),
                      (format, room, match, game, options, seats, names, players, commitment, server_seed, entropy,
                       fixed, packs, chance, shuffled, actions, result, from))

} // namespace tefuda
