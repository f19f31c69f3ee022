// What happens in Sugekari Twenty-One: in full (`Event`), and as one observer learns of it (`SeenEvent`). Where the two
// are the same type the event is public. RULES.md, "Events".
#pragma once

#include "rules/sugekari21/types.hpp"

#include <vector>

namespace tefuda::sugekari21 {

/// A deal in full: every hand.
struct Deal {
    int game;
    int bout;
    Seat leader;
    Phase phase;
    PerSeat<Cards> hands;
    int stock;
    friend bool operator==(Deal const&, Deal const&) = default;
};

/// A deal as one observer sees it: its own hand and how many cards the others hold. A new game also clears the
/// captures, a second bout does not.
struct Dealt {
    static constexpr std::string_view type = "dealt";
    int game;
    int bout;
    Seat leader;
    Phase phase;
    PerSeat<SeenCards> hands;
    int stock;
};
BOOST_DESCRIBE_STRUCT(Dealt, (), (game, bout, leader, phase, hands, stock))

/// A discard in full.
struct Discarding {
    Seat seat;
    Card card;
    friend bool operator==(Discarding const&, Discarding const&) = default;
};

/// A discard as one observer sees it: the card is null but to the discarder.
struct Discarded {
    static constexpr std::string_view type = "discarded";
    Seat seat;
    Nullable<Card> card;
};
BOOST_DESCRIBE_STRUCT(Discarded, (), (seat, card))

/// Three cards laid face down for another, in full.
struct Giving {
    Seat seat;
    Seat to;
    Cards cards;
    friend bool operator==(Giving const&, Giving const&) = default;
};

/// The same as one observer sees it: only the giver knows the cards.
struct Given {
    static constexpr std::string_view type = "given";
    Seat seat;
    Seat to;
    SeenCards cards;
};
BOOST_DESCRIBE_STRUCT(Given, (), (seat, to, cards))

/// Three cards picked up, in full.
struct Receiving {
    Seat seat;
    Seat from;
    Cards cards;
    friend bool operator==(Receiving const&, Receiving const&) = default;
};

/// The same as one observer sees it: giver and receiver know the cards.
struct Received {
    static constexpr std::string_view type = "received";
    Seat seat;
    Seat from;
    SeenCards cards;
};
BOOST_DESCRIBE_STRUCT(Received, (), (seat, from, cards))

/// All have discarded, or given: what comes next.
struct PhaseBegun {
    static constexpr std::string_view type = "phase_begun";
    Phase phase;
    friend bool operator==(PhaseBegun const&, PhaseBegun const&) = default;
};
BOOST_DESCRIBE_STRUCT(PhaseBegun, (), (phase))

/// A card on the table and the total that it makes; `as` and `value` as in the table's round.
struct Played {
    static constexpr std::string_view type = "played";
    Seat seat;
    Card card;
    std::optional<As> as;
    std::optional<int> value;
    int total;
    friend bool operator==(Played const&, Played const&) = default;
};
BOOST_DESCRIBE_STRUCT(Played, (), (seat, card, as, value, total))

/// `passes`: how many in succession this one makes.
struct Passed {
    static constexpr std::string_view type = "passed";
    Seat seat;
    int passes;
    friend bool operator==(Passed const&, Passed const&) = default;
};
BOOST_DESCRIBE_STRUCT(Passed, (), (seat, passes))

/// A round is over: its cards go to the side of `seat`, whose result changes by `points`; the table is empty.
struct RoundWon {
    static constexpr std::string_view type = "round_won";
    Seat seat;
    Cards cards;
    Points points;
    friend bool operator==(RoundWon const&, RoundWon const&) = default;
};
BOOST_DESCRIBE_STRUCT(RoundWon, (), (seat, cards, points))

/// Cards drawn from the stock, shown to all; `stock`: how many are left in it.
struct Drawn {
    static constexpr std::string_view type = "drawn";
    Seat seat;
    Cards cards;
    int stock;
    friend bool operator==(Drawn const&, Drawn const&) = default;
};
BOOST_DESCRIBE_STRUCT(Drawn, (), (seat, cards, stock))

/// `seat` should lead, but its only card is a J, Q or K (RULES.md R3).
struct LeadPassed {
    static constexpr std::string_view type = "lead_passed";
    Seat seat;
    friend bool operator==(LeadPassed const&, LeadPassed const&) = default;
};
BOOST_DESCRIBE_STRUCT(LeadPassed, (), (seat))

/// A round after the first of a deal, and who leads it.
struct RoundBegun {
    static constexpr std::string_view type = "round_begun";
    Seat leader;
    friend bool operator==(RoundBegun const&, RoundBegun const&) = default;
};
BOOST_DESCRIBE_STRUCT(RoundBegun, (), (leader))

/// `seat` has no card left: its side takes these cards of the table, the rest counts for nobody.
struct GoneOut {
    static constexpr std::string_view type = "gone_out";
    Seat seat;
    Cards cards;
    Points points;
    friend bool operator==(GoneOut const&, GoneOut const&) = default;
};
BOOST_DESCRIBE_STRUCT(GoneOut, (), (seat, cards, points))

/// Nobody can lead (RULES.md R3); `winner` won the last round.
struct Deadlocked {
    static constexpr std::string_view type = "deadlocked";
    Seat winner;
    friend bool operator==(Deadlocked const&, Deadlocked const&) = default;
};
BOOST_DESCRIBE_STRUCT(Deadlocked, (), (winner))

/// The first bout of two is over; hands are laid aside unseen.
struct BoutEnded {
    static constexpr std::string_view type = "bout_ended";
    int bout;
    PerSide<int> outs;
    friend bool operator==(BoutEnded const&, BoutEnded const&) = default;
};
BOOST_DESCRIBE_STRUCT(BoutEnded, (), (bout, outs))

/// A game is over: its result by side, and how often each side has gone out so far.
struct GameEnded {
    static constexpr std::string_view type = "game_ended";
    int game;
    PerSide<Points> results;
    PerSide<int> outs;
    friend bool operator==(GameEnded const&, GameEnded const&) = default;
};
BOOST_DESCRIBE_STRUCT(GameEnded, (), (game, results, outs))

struct MatchEnded {
    static constexpr std::string_view type = "match_ended";
    Result<Reason> result;
    friend bool operator==(MatchEnded const&, MatchEnded const&) = default;
};
BOOST_DESCRIBE_STRUCT(MatchEnded, (), (result))

using Event = std::variant<Deal, Discarding, Giving, Receiving, PhaseBegun, Played, Passed, RoundWon, Drawn, LeadPassed,
                           RoundBegun, GoneOut, Deadlocked, BoutEnded, GameEnded, MatchEnded>;

using SeenEvent = std::variant<Dealt, Discarded, Given, Received, PhaseBegun, Played, Passed, RoundWon, Drawn,
                               LeadPassed, RoundBegun, GoneOut, Deadlocked, BoutEnded, GameEnded, MatchEnded>;

using Events = std::vector<Event>;

} // namespace tefuda::sugekari21
