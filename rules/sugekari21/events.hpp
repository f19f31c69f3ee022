// The events of Sugekari Twenty-One: with all hidden cards (`Event`), and as one observer sees them (`SeenEvent`). A
// type that is in both variants is public. RULES.md, "Events", documents the fields.
#pragma once

#include "rules/sugekari21/types.hpp"

#include <vector>

namespace tefuda::sugekari21 {

/// A deal with all hands.
struct Dealt {
    int game;
    int bout;
    Seat leader;
    Phase phase;
    PerSeat<Cards> hands;
    int stock;
    friend bool operator==(Dealt const&, Dealt const&) = default;
};

/// A deal as one observer sees it: its own hand, and the sizes of the others. A new game clears the captured cards, a
/// second bout does not.
struct SeenDealt {
    static constexpr std::string_view type = "dealt";
    int game;
    int bout;
    Seat leader;
    Phase phase;
    PerSeat<SeenCards> hands;
    int stock;
};
BOOST_DESCRIBE_STRUCT(SeenDealt, (), (game, bout, leader, phase, hands, stock))

/// A discard with its card.
struct Discarded {
    Seat seat;
    Card card;
    friend bool operator==(Discarded const&, Discarded const&) = default;
};

/// A discard as one observer sees it: the card is null for everybody except the seat itself.
struct SeenDiscarded {
    static constexpr std::string_view type = "discarded";
    Seat seat;
    Nullable<Card> card;
};
BOOST_DESCRIBE_STRUCT(SeenDiscarded, (), (seat, card))

/// Three cards given to another seat.
struct Given {
    Seat seat;
    Seat to;
    Cards cards;
    friend bool operator==(Given const&, Given const&) = default;
};

/// Given as one observer sees it: only the giver knows the cards.
struct SeenGiven {
    static constexpr std::string_view type = "given";
    Seat seat;
    Seat to;
    SeenCards cards;
};
BOOST_DESCRIBE_STRUCT(SeenGiven, (), (seat, to, cards))

/// Three cards picked up by their receiver.
struct Received {
    Seat seat;
    Seat from;
    Cards cards;
    friend bool operator==(Received const&, Received const&) = default;
};

/// Received as one observer sees it: only giver and receiver know the cards.
struct SeenReceived {
    static constexpr std::string_view type = "received";
    Seat seat;
    Seat from;
    SeenCards cards;
};
BOOST_DESCRIBE_STRUCT(SeenReceived, (), (seat, from, cards))

/// The next phase, after all discards or all gifts have been made.
struct PhaseBegun {
    static constexpr std::string_view type = "phase_begun";
    Phase phase;
    friend bool operator==(PhaseBegun const&, PhaseBegun const&) = default;
};
BOOST_DESCRIBE_STRUCT(PhaseBegun, (), (phase))

/// A card played, and the total after it. `as` and `value` are the same as in RoundPlay.
struct Played {
    static constexpr std::string_view type = "played";
    Seat seat;
    Card card;
    std::optional<JokerRole> as;
    std::optional<int> value;
    int total;
    friend bool operator==(Played const&, Played const&) = default;
};
BOOST_DESCRIBE_STRUCT(Played, (), (seat, card, as, value, total))

/// `passes`: number of consecutive passes, this one included.
struct Passed {
    static constexpr std::string_view type = "passed";
    Seat seat;
    int passes;
    friend bool operator==(Passed const&, Passed const&) = default;
};
BOOST_DESCRIBE_STRUCT(Passed, (), (seat, passes))

/// A round is over. Its cards go to the side of `seat`, whose score changes by `points`. The table is empty.
struct RoundWon {
    static constexpr std::string_view type = "round_won";
    Seat seat;
    Cards cards;
    Points points;
    friend bool operator==(RoundWon const&, RoundWon const&) = default;
};
BOOST_DESCRIBE_STRUCT(RoundWon, (), (seat, cards, points))

/// Cards drawn from the stock and shown to everybody. `stock`: number of cards left in it.
struct Drawn {
    static constexpr std::string_view type = "drawn";
    Seat seat;
    Cards cards;
    int stock;
    friend bool operator==(Drawn const&, Drawn const&) = default;
};
BOOST_DESCRIBE_STRUCT(Drawn, (), (seat, cards, stock))

/// `seat` cannot lead, because its only card is a J, Q or K (RULES.md R3).
struct LeadPassed {
    static constexpr std::string_view type = "lead_passed";
    Seat seat;
    friend bool operator==(LeadPassed const&, LeadPassed const&) = default;
};
BOOST_DESCRIBE_STRUCT(LeadPassed, (), (seat))

/// A round begins, except the first of a deal.
struct RoundBegun {
    static constexpr std::string_view type = "round_begun";
    Seat leader;
    friend bool operator==(RoundBegun const&, RoundBegun const&) = default;
};
BOOST_DESCRIBE_STRUCT(RoundBegun, (), (leader))

/// `seat` has no card left. Its side takes `cards` from the table; the others count for nobody.
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

/// The first of two bouts is over. The remaining hand is laid aside and not shown.
struct BoutEnded {
    static constexpr std::string_view type = "bout_ended";
    int bout;
    PerSide<int> outs;
    friend bool operator==(BoutEnded const&, BoutEnded const&) = default;
};
BOOST_DESCRIBE_STRUCT(BoutEnded, (), (bout, outs))

/// A game is over. `results`: of this game, by side; `outs`: number of games in which each side has gone out.
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

using Event = std::variant<Dealt, Discarded, Given, Received, PhaseBegun, Played, Passed, RoundWon, Drawn, LeadPassed,
                           RoundBegun, GoneOut, Deadlocked, BoutEnded, GameEnded, MatchEnded>;

using SeenEvent = std::variant<SeenDealt, SeenDiscarded, SeenGiven, SeenReceived, PhaseBegun, Played, Passed, RoundWon,
                               Drawn, LeadPassed, RoundBegun, GoneOut, Deadlocked, BoutEnded, GameEnded, MatchEnded>;

using Events = std::vector<Event>;

} // namespace tefuda::sugekari21
