// The wire types of Forty-One: options, actions, events, table. RULES.md, "On the wire", documents their fields.
#pragma once

#include "rules/core/inplace_vector.hpp"
#include "rules/core/outcome.hpp"

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <cstdint>
#include <string_view>
#include <variant>

namespace tefuda::fortyone {

inline constexpr int seats = 2;
inline constexpr int deals = 4;
inline constexpr std::size_t hand_size = 6;

/// One T for each of the two seats.
template <class T>
using Both = PerSeat<T, InplaceVector<T, seats>>;

/// In canonical order.
using Hand = InplaceVector<Card, hand_size>;

/// Upper bound of plays and passes in one deal: 12 cards, at most one pass before each, and the two passes at the end.
inline constexpr std::size_t max_turns = 26;

/// The game has no options.
struct Options {
    friend bool operator==(Options const&, Options const&) = default;
};
BOOST_DESCRIBE_STRUCT(Options, (), ())

enum class Phase : std::uint8_t { play, over };
BOOST_DESCRIBE_ENUM(Phase, play, over)

enum class Reason : std::uint8_t { chips };
BOOST_DESCRIBE_ENUM(Reason, chips)

// --- actions ---

struct Play {
    static constexpr std::string_view type = "play";
    Card card;
    friend bool operator==(Play const&, Play const&) = default;
};
BOOST_DESCRIBE_STRUCT(Play, (), (card))

/// The player has no choice, but must send it (RULES.md R3).
struct Pass {
    static constexpr std::string_view type = "pass";
    friend bool operator==(Pass const&, Pass const&) = default;
};
BOOST_DESCRIBE_STRUCT(Pass, (), ())

using Action = std::variant<Play, Pass>;

// --- events ---

/// A deal with all hands, each in canonical order. Not sent; SeenDealt is its wire form.
struct Dealt {
    static constexpr std::string_view type = "dealt";
    int deal;
    Seat dealer;
    Both<Hand> hands;
    Card starter;
    Nullable<int> total;
    friend bool operator==(Dealt const&, Dealt const&) = default;
};

/// Each player sees only its own cards.
struct SeenDealt {
    static constexpr std::string_view type = "dealt";
    int deal; ///< 1 to 4
    Seat dealer;
    PerSeat<SeenCards> hands;
    Card starter;
    Nullable<int> total; ///< the value of the starter; null for a K
    friend bool operator==(SeenDealt const&, SeenDealt const&) = default;
};
BOOST_DESCRIBE_STRUCT(SeenDealt, (), (deal, dealer, hands, starter, total))

struct Played {
    static constexpr std::string_view type = "played";
    Seat seat;
    Card card;
    Nullable<int> value; ///< the value of the card; null for a K while the total is open
    Nullable<int> total; ///< after the play; null while it is open
    friend bool operator==(Played const&, Played const&) = default;
};
BOOST_DESCRIBE_STRUCT(Played, (), (seat, card, value, total))

/// The card just played closed the total. The starter and every K after it have this value.
struct Valued {
    static constexpr std::string_view type = "valued";
    int value;
    friend bool operator==(Valued const&, Valued const&) = default;
};
BOOST_DESCRIBE_STRUCT(Valued, (), (value))

struct Passed {
    static constexpr std::string_view type = "passed";
    Seat seat;
    friend bool operator==(Passed const&, Passed const&) = default;
};
BOOST_DESCRIBE_STRUCT(Passed, (), (seat))

/// Why chips are given: a starter A, a total that was reached, or the pass of the opponent.
enum class Cause : std::uint8_t { starter, total, pass };
BOOST_DESCRIBE_ENUM(Cause, starter, total, pass)

struct Scored {
    static constexpr std::string_view type = "scored";
    Seat seat; ///< the seat that gets the chips
    Points chips;
    Cause cause;
    friend bool operator==(Scored const&, Scored const&) = default;
};
BOOST_DESCRIBE_STRUCT(Scored, (), (seat, chips, cause))

/// The deal is over. The cards left in the hands are not shown (RULES.md R6).
struct DealEnded {
    static constexpr std::string_view type = "deal_ended";
    int deal;
    PerSeat<int> left; ///< number of cards left in each hand
    friend bool operator==(DealEnded const&, DealEnded const&) = default;
};
BOOST_DESCRIBE_STRUCT(DealEnded, (), (deal, left))

struct Ended {
    static constexpr std::string_view type = "ended";
    Result<Reason> result;
    friend bool operator==(Ended const&, Ended const&) = default;
};
BOOST_DESCRIBE_STRUCT(Ended, (), (result))

using Event = std::variant<Dealt, Played, Valued, Passed, Scored, DealEnded, Ended>;
using SeenEvent = std::variant<SeenDealt, Played, Valued, Passed, Scored, DealEnded, Ended>;

// --- the table ---

/// The value of a card, −1 to 10.
using CardValue = std::int8_t;

struct PlayedCard {
    Seat seat;
    Card card;
    Nullable<CardValue> value; ///< null while the total is open; stays null if the deal ends with an open total
    friend bool operator==(PlayedCard const&, PlayedCard const&) = default;
};
BOOST_DESCRIBE_STRUCT(PlayedCard, (), (seat, card, value))

struct PassedTurn {
    Seat seat;
    bool pass = true;
    friend bool operator==(PassedTurn const&, PassedTurn const&) = default;
};
BOOST_DESCRIBE_STRUCT(PassedTurn, (), (seat, pass))

/// The plays and passes of a deal after its starter, in order.
using Sequence = InplaceVector<std::variant<PlayedCard, PassedTurn>, max_turns>;

struct FinishedDeal {
    Seat dealer;
    Card starter;
    Sequence sequence;
    PerSeat<int> left;
    friend bool operator==(FinishedDeal const&, FinishedDeal const&) = default;
};
BOOST_DESCRIBE_STRUCT(FinishedDeal, (), (dealer, starter, sequence, left))

struct Table {
    int deal; ///< 1 to 4
    Seat dealer;
    Nullable<Card> starter; ///< null when the match is over
    Sequence sequence;
    Nullable<int> total; ///< null while it is open, and when the match is over
    InplaceVector<FinishedDeal, deals> finished;
    friend bool operator==(Table const&, Table const&) = default;
};
BOOST_DESCRIBE_STRUCT(Table, (), (deal, dealer, starter, sequence, total, finished))

} // namespace tefuda::fortyone
