// The wire types of Forty-One: options, actions, events, the table. RULES.md, "On the wire", explains them for people.
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

/// One T for each of the two.
template <class T>
using Both = PerSeat<T, InplaceVector<T, seats>>;

/// In canonical order.
using Hand = InplaceVector<Card, hand_size>;

/// The most plays and passes of one deal: twelve cards, at most one pass before each of them, and the last two passes.
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

// --- what a seat asks ---

struct Play {
    static constexpr std::string_view type = "play";
    Card card;
    friend bool operator==(Play const&, Play const&) = default;
};
BOOST_DESCRIBE_STRUCT(Play, (), (card))

/// Forced, but sent all the same (RULES.md R3).
struct Pass {
    static constexpr std::string_view type = "pass";
    friend bool operator==(Pass const&, Pass const&) = default;
};
BOOST_DESCRIBE_STRUCT(Pass, (), ())

using Action = std::variant<Play, Pass>;

// --- what happened ---

/// Six cards each in canonical order. Of the two forms this one is in full.
struct Dealt {
    static constexpr std::string_view type = "dealt";
    int deal;
    Seat dealer;
    Both<Hand> hands;
    Card starter;
    Nullable<int> total;
    friend bool operator==(Dealt const&, Dealt const&) = default;
};

/// Each player sees its own cards only.
struct SeenDealt {
    static constexpr std::string_view type = "dealt";
    int deal; ///< 1 to 4
    Seat dealer;
    PerSeat<SeenCards> hands;
    Card starter;
    Nullable<int> total; ///< the starter's value; null where it is a K
    friend bool operator==(SeenDealt const&, SeenDealt const&) = default;
};
BOOST_DESCRIBE_STRUCT(SeenDealt, (), (deal, dealer, hands, starter, total))

struct Played {
    static constexpr std::string_view type = "played";
    Seat seat;
    Card card;
    Nullable<int> value; ///< what the card counts; null for a K while the total is open
    Nullable<int> total; ///< the total after it; null while it is open
    friend bool operator==(Played const&, Played const&) = default;
};
BOOST_DESCRIBE_STRUCT(Played, (), (seat, card, value, total))

/// The card just played closed the total: the starter and every K played before it count this much each.
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

/// What chips are given for: a starter A, a total that was reached, the opponent's pass.
enum class Cause : std::uint8_t { starter, total, pass };
BOOST_DESCRIBE_ENUM(Cause, starter, total, pass)

struct Scored {
    static constexpr std::string_view type = "scored";
    Seat seat; ///< who gets the chips
    Points chips;
    Cause cause;
    friend bool operator==(Scored const&, Scored const&) = default;
};
BOOST_DESCRIBE_STRUCT(Scored, (), (seat, chips, cause))

/// All thirteen cards are laid away, those left in hand unseen (RULES.md R6).
struct DealEnded {
    static constexpr std::string_view type = "deal_ended";
    int deal;
    PerSeat<int> left; ///< how many cards each seat had left
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

// --- what lies on the table ---

/// What a card counts: −1 to 10.
using CardValue = std::int8_t;

struct PlayedCard {
    Seat seat;
    Card card;
    Nullable<CardValue> value; ///< null while the total is open, and for good where the deal ended so
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
