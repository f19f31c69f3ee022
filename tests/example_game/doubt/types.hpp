// The wire types of Doubt: options, actions, events, table. RULES.md, "On the wire", documents their fields.
#pragma once

#include "rules/core/outcome.hpp"

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <variant>

namespace tefuda::doubt {

struct Options {
    OneOf<6, 4, 8> hand; ///< the number of cards that each player is dealt
    friend bool operator==(Options const&, Options const&) = default;
};
BOOST_DESCRIBE_STRUCT(Options, (), (hand))

/// `last`: somebody has played the last card, which only waits to be accepted or doubted.
enum class Phase : std::uint8_t { play, last, over };
BOOST_DESCRIBE_ENUM(Phase, play, last, over)

enum class Reason : std::uint8_t { points };
BOOST_DESCRIBE_ENUM(Reason, points)

// --- actions ---

struct Play {
    static constexpr std::string_view type = "play";
    Cards cards;
    friend bool operator==(Play const&, Play const&) = default;
};
BOOST_DESCRIBE_STRUCT(Play, (), (cards))

struct Accept {
    static constexpr std::string_view type = "accept";
    friend bool operator==(Accept const&, Accept const&) = default;
};
BOOST_DESCRIBE_STRUCT(Accept, (), ())

/// Names whose play it doubts, so that a doubt that comes too late never hits the next player.
struct Challenge {
    static constexpr std::string_view type = "doubt";
    Seat seat;
    friend bool operator==(Challenge const&, Challenge const&) = default;
};
BOOST_DESCRIBE_STRUCT(Challenge, (), (seat))

using Action = std::variant<Play, Accept, Challenge>;

// --- events: first the ones with hidden cards, which are not sent, each with its wire form ---

struct Dealt {
    PerSeat<Cards> hands;
    Seat first;
};
struct SeenDealt {
    static constexpr std::string_view type = "dealt";
    PerSeat<SeenCards> hands;
    Seat first;
};
BOOST_DESCRIBE_STRUCT(SeenDealt, (), (hands, first))

struct Played {
    Seat seat;
    Rank rank;
    Cards cards;
};
struct SeenPlayed {
    static constexpr std::string_view type = "played";
    Seat seat;
    Rank rank; ///< the rank that the cards are called
    SeenCards cards;
};
BOOST_DESCRIBE_STRUCT(SeenPlayed, (), (seat, rank, cards))

struct Accepted {
    static constexpr std::string_view type = "accepted";
    Seat seat;
};
BOOST_DESCRIBE_STRUCT(Accepted, (), (seat))

struct Doubted {
    static constexpr std::string_view type = "doubted";
    Seat seat;
    Seat player;   ///< whose cards are turned up
    Cards cards;   ///< in canonical order
    Seat loser;    ///< who gets the points
    Points points; ///< for each wrong card 1; if all are right 1, for the one who doubted
};
BOOST_DESCRIBE_STRUCT(Doubted, (), (seat, player, cards, loser, points))

struct Ended {
    static constexpr std::string_view type = "ended";
    Result<Reason> result;
};
BOOST_DESCRIBE_STRUCT(Ended, (), (result))

using Event = std::variant<Dealt, Played, Accepted, Doubted, Ended>;
using SeenEvent = std::variant<SeenDealt, SeenPlayed, Accepted, Doubted, Ended>;

// --- the table ---

/// The newest play, as long as it can be doubted.
struct SeenClaim {
    Seat seat;
    Rank rank;
    SeenCards cards;
    friend bool operator==(SeenClaim const&, SeenClaim const&) = default;
};
BOOST_DESCRIBE_STRUCT(SeenClaim, (), (seat, rank, cards))

struct Table {
    Rank rank; ///< the rank that the next cards are called
    Nullable<SeenClaim> claim;
    PerSeat<SeenCards> pile; ///< the face-down cards that each seat has played before
    Cards open;              ///< the cards turned up so far, in canonical order
    int stock;
    friend bool operator==(Table const&, Table const&) = default;
};
BOOST_DESCRIBE_STRUCT(Table, (), (rank, claim, pile, open, stock))

} // namespace tefuda::doubt
