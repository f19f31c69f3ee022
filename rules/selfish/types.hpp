// The wire types of Selfish: options, actions, events, table. RULES.md, "On the wire", documents their fields.
#pragma once

#include "rules/core/inplace_vector.hpp"
#include "rules/core/outcome.hpp"

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace tefuda::selfish {

inline constexpr int max_turns = 4;

/// Whether players may stop, or always draw four cards.
enum class Turns : std::uint8_t { stop, forced };
BOOST_DESCRIBE_ENUM(Turns, stop, forced)

/// `full`: all special hands count; `simple`: only Burst.
enum class Scoring : std::uint8_t { full, simple };
BOOST_DESCRIBE_ENUM(Scoring, full, simple)

/// How a tie between several Selfish is broken.
enum class SelfishTie : std::uint8_t { sudden_death, higher };
BOOST_DESCRIBE_ENUM(SelfishTie, sudden_death, higher)

/// A pack of 52 has four cards for each of so many.
inline constexpr int most_players = 13;

struct Options {
    Turns turns = Turns::stop;
    bool coming_out = false; ///< whether players make claims after turn 2
    Scoring scoring = Scoring::full;
    SelfishTie selfish_tie = SelfishTie::sudden_death;
    OneOf<0, 1, 2> jokers;    ///< number of jokers added to the 52 cards
    OneOf<1, 3, 5, 10> games; ///< the most games that a match has
    friend bool operator==(Options const&, Options const&) = default;
};
BOOST_DESCRIBE_STRUCT(Options, (), (turns, coming_out, scoring, selfish_tie, jokers, games))

enum class Phase : std::uint8_t { draw, decide, claim, sudden_death, over };
BOOST_DESCRIBE_ENUM(Phase, draw, decide, claim, sudden_death, over)

/// What decided a game, or a match. `games` decides only a match of several games.
enum class Reason : std::uint8_t { total, selfish, sudden_death, all_burst, games };
BOOST_DESCRIBE_ENUM(Reason, total, selfish, sudden_death, all_burst, games)

/// A claim about one's own hand. It need not be true.
enum class ClaimedHand : std::uint8_t { nothing, double_, triple, selfish, burst };
BOOST_DESCRIBE_ENUM(ClaimedHand, nothing, double_, triple, selfish, burst)

/// The kind of a hand. If jokers can give the same score as several of the first four kinds, the last of these counts.
enum class HandKind : std::uint8_t { none, double_, two_pairs, triple, selfish, burst };
BOOST_DESCRIBE_ENUM(HandKind, none, double_, two_pairs, triple, selfish, burst)

// --- actions ---

struct Draw {
    static constexpr std::string_view type = "draw";
    friend bool operator==(Draw const&, Draw const&) = default;
};
BOOST_DESCRIBE_STRUCT(Draw, (), ())

struct Stop {
    static constexpr std::string_view type = "stop";
    friend bool operator==(Stop const&, Stop const&) = default;
};
BOOST_DESCRIBE_STRUCT(Stop, (), ())

struct Continue {
    static constexpr std::string_view type = "continue";
    friend bool operator==(Continue const&, Continue const&) = default;
};
BOOST_DESCRIBE_STRUCT(Continue, (), ())

struct Claim {
    static constexpr std::string_view type = "claim";
    ClaimedHand claim;
    friend bool operator==(Claim const&, Claim const&) = default;
};
BOOST_DESCRIBE_STRUCT(Claim, (), (claim))

using Action = std::variant<Draw, Stop, Continue, Claim>;

// --- the table ---

/// A hand with its evaluation, as shown at the opening.
struct OpenedHand {
    InplaceVector<Card, max_turns> cards; ///< in canonical order
    HandKind hand;
    Points score;
    friend bool operator==(OpenedHand const&, OpenedHand const&) = default;
};
BOOST_DESCRIBE_STRUCT(OpenedHand, (), (cards, hand, score))

/// One card drawn face up in a sudden death.
struct FaceUp {
    Seat seat;
    Card card;
    friend bool operator==(FaceUp const&, FaceUp const&) = default;
};
BOOST_DESCRIBE_STRUCT(FaceUp, (), (seat, card))

/// A round of a sudden death, in the order of drawing.
using Round = InplaceVector<FaceUp, most_players>;

/// A finished game of a match of several.
struct GameResult {
    Nullable<Seat> winner; ///< null if all hands were a Burst
    Reason reason;
    PerSeat<Points> scores; ///< of the hands
    friend bool operator==(GameResult const&, GameResult const&) = default;
};
BOOST_DESCRIBE_STRUCT(GameResult, (), (winner, reason, scores))

/// How the game before ended, as Table has it while a game lasts.
struct PreviousGame {
    int turn;
    Nullable<Seat> stopped_by;
    PerSeat<OpenedHand> opened;
    std::vector<Round> sudden_death;
    friend bool operator==(PreviousGame const&, PreviousGame const&) = default;
};
BOOST_DESCRIBE_STRUCT(PreviousGame, (), (turn, stopped_by, opened, sudden_death))

struct Table {
    int turn; ///< 1 to 4; 2 during the claims; after the opening the last turn played
    Seat first;
    Nullable<Seat> stopped_by;
    PerSeat<Nullable<ClaimedHand>> claims;
    int stock;                                      ///< number of cards
    Nullable<PerSeat<OpenedHand>> opened;           ///< null before the opening
    std::vector<Round> sudden_death;                ///< the last round may be in progress; empty without a sudden death
    std::optional<int> game;                        ///< from 1; absent in a match of one game
    std::optional<std::vector<GameResult>> results; ///< of the finished games; absent in a match of one game
    std::optional<PreviousGame> previous;           ///< from the second game
    friend bool operator==(Table const&, Table const&) = default;
};
BOOST_DESCRIBE_STRUCT(Table, (),
                      (turn, first, stopped_by, claims, stock, opened, sudden_death, game, results, previous))

// --- events ---

/// A game begins: the pack is shuffled, and the first player is known.
struct Begun {
    static constexpr std::string_view type = "begun";
    Seat first;
    int stock;
    std::optional<int> game; ///< from 1; absent in a match of one game
    friend bool operator==(Begun const&, Begun const&) = default;
};
BOOST_DESCRIBE_STRUCT(Begun, (), (first, stock, game))

struct TurnBegun {
    static constexpr std::string_view type = "turn_begun";
    int turn;
    friend bool operator==(TurnBegun const&, TurnBegun const&) = default;
};
BOOST_DESCRIBE_STRUCT(TurnBegun, (), (turn))

/// A card drawn into a hand. Not sent; SeenDrawn is its wire form.
struct Drawn {
    static constexpr std::string_view type = "drawn";
    Seat seat;
    Card card;
    friend bool operator==(Drawn const&, Drawn const&) = default;
};

/// `card` is null for everybody except the player who drew it.
struct SeenDrawn {
    static constexpr std::string_view type = "drawn";
    Seat seat;
    Nullable<Card> card;
    friend bool operator==(SeenDrawn const&, SeenDrawn const&) = default;
};
BOOST_DESCRIBE_STRUCT(SeenDrawn, (), (seat, card))

struct Stopped {
    static constexpr std::string_view type = "stopped";
    Seat seat;
    friend bool operator==(Stopped const&, Stopped const&) = default;
};
BOOST_DESCRIBE_STRUCT(Stopped, (), (seat))

struct Continued {
    static constexpr std::string_view type = "continued";
    Seat seat;
    friend bool operator==(Continued const&, Continued const&) = default;
};
BOOST_DESCRIBE_STRUCT(Continued, (), (seat))

/// The claims begin; each player makes one, starting with the first player.
struct ClaimsBegun {
    static constexpr std::string_view type = "claims_begun";
    friend bool operator==(ClaimsBegun const&, ClaimsBegun const&) = default;
};
BOOST_DESCRIBE_STRUCT(ClaimsBegun, (), ())

struct Claimed {
    static constexpr std::string_view type = "claimed";
    Seat seat;
    ClaimedHand claim;
    friend bool operator==(Claimed const&, Claimed const&) = default;
};
BOOST_DESCRIBE_STRUCT(Claimed, (), (seat, claim))

/// All hands are shown.
struct Opened {
    static constexpr std::string_view type = "opened";
    PerSeat<OpenedHand> hands;
    friend bool operator==(Opened const&, Opened const&) = default;
};
BOOST_DESCRIBE_STRUCT(Opened, (), (hands))

/// All cards, including those of the hands, are shuffled into a new pack (RULES.md R4).
struct Gathered {
    static constexpr std::string_view type = "gathered";
    int stock;
    friend bool operator==(Gathered const&, Gathered const&) = default;
};
BOOST_DESCRIBE_STRUCT(Gathered, (), (stock))

/// A round of the sudden death begins. The contenders draw in this order.
struct RoundBegun {
    static constexpr std::string_view type = "round_begun";
    Seats contenders;
    friend bool operator==(RoundBegun const&, RoundBegun const&) = default;
};
BOOST_DESCRIBE_STRUCT(RoundBegun, (), (contenders))

/// A card drawn face up in a sudden death.
struct TurnedUp {
    static constexpr std::string_view type = "turned_up";
    Seat seat;
    Card card;
    friend bool operator==(TurnedUp const&, TurnedUp const&) = default;
};
BOOST_DESCRIBE_STRUCT(TurnedUp, (), (seat, card))

/// A game of a match of several is over.
struct GameEnded {
    static constexpr std::string_view type = "game_ended";
    int game;
    Nullable<Seat> winner; ///< null if all hands were a Burst
    Reason reason;
    PerSeat<Points> wins; ///< how many games each seat has won
    friend bool operator==(GameEnded const&, GameEnded const&) = default;
};
BOOST_DESCRIBE_STRUCT(GameEnded, (), (game, winner, reason, wins))

struct Ended {
    static constexpr std::string_view type = "ended";
    Result<Reason> result;
    friend bool operator==(Ended const&, Ended const&) = default;
};
BOOST_DESCRIBE_STRUCT(Ended, (), (result))

using Event = std::variant<Begun, TurnBegun, Drawn, Stopped, Continued, ClaimsBegun, Claimed, Opened, Gathered,
                           RoundBegun, TurnedUp, GameEnded, Ended>;
using SeenEvent = std::variant<Begun, TurnBegun, SeenDrawn, Stopped, Continued, ClaimsBegun, Claimed, Opened, Gathered,
                               RoundBegun, TurnedUp, GameEnded, Ended>;

} // namespace tefuda::selfish
