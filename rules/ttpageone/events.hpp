// The events of TT Page One: with all hidden cards (`Event`), and as one observer sees them (`SeenEvent`). A type that
// is in both variants is public. RULES.md, "Events", documents the fields.
#pragma once

#include "rules/ttpageone/types.hpp"

namespace tefuda::ttpageone {

// --- events with hidden cards, each followed by its form for one observer ---

struct Dealt {
    int game;
    PerSeat<Cards> hands;
    int stock;
    Seats priority;
    friend bool operator==(Dealt const&, Dealt const&) = default;
};

/// A game begins. The cards are dealt, and the hands are not open yet.
struct SeenDealt {
    static constexpr std::string_view type = "dealt";
    int game = 1;
    PerSeat<SeenCards> hands;
    int stock = 0;
    Seats priority;
    friend bool operator==(SeenDealt const&, SeenDealt const&) = default;
};
BOOST_DESCRIBE_STRUCT(SeenDealt, (), (game, hands, stock, priority))

struct Hidden {
    Seat seat;
    std::optional<Card> card;
    bool was_open;
    Cards opened;
    friend bool operator==(Hidden const&, Hidden const&) = default;
};

/// The holder of `secret` has chosen a card to hide. `card`: null for none, and for other observers unless the card lay
/// open before. `face_down`: number of face-down cards in the hand now. `opened`: cards that were face down before.
struct SeenHidden {
    static constexpr std::string_view type = "hidden";
    Seat seat;
    Nullable<Card> card;
    int face_down = 0;
    Cards opened;
    friend bool operator==(SeenHidden const&, SeenHidden const&) = default;
};
BOOST_DESCRIBE_STRUCT(SeenHidden, (), (seat, card, face_down, opened))

struct Opened {
    PerSeat<Cards> hands;
    Seat secret_holder;
    std::optional<Card> secret;
    friend bool operator==(Opened const&, Opened const&) = default;
};

/// All hands are opened, except the secret card.
struct SeenOpened {
    static constexpr std::string_view type = "opened";
    PerSeat<SeenCards> hands;
    friend bool operator==(SeenOpened const&, SeenOpened const&) = default;
};
BOOST_DESCRIBE_STRUCT(SeenOpened, (), (hands))

struct Drawn {
    Seat seat;
    Card card;
    bool face_down;
    friend bool operator==(Drawn const&, Drawn const&) = default;
};

/// One card is drawn from the stock. `card`: null for other observers if it is `face_down`.
struct SeenDrawn {
    static constexpr std::string_view type = "drawn";
    Seat seat;
    Nullable<Card> card;
    bool face_down = false;
    friend bool operator==(SeenDrawn const&, SeenDrawn const&) = default;
};
BOOST_DESCRIBE_STRUCT(SeenDrawn, (), (seat, card, face_down))

// --- public events ---

struct PrivilegeChosen {
    static constexpr std::string_view type = "privilege_chosen";
    Seat seat;
    Privilege privilege;
    friend bool operator==(PrivilegeChosen const&, PrivilegeChosen const&) = default;
};
BOOST_DESCRIBE_STRUCT(PrivilegeChosen, (), (seat, privilege))

/// The last privilege is assigned without an action to the last player who chooses (RULES.md R1).
struct PrivilegeAssigned {
    static constexpr std::string_view type = "privilege_assigned";
    Seat seat;
    Privilege privilege;
    friend bool operator==(PrivilegeAssigned const&, PrivilegeAssigned const&) = default;
};
BOOST_DESCRIBE_STRUCT(PrivilegeAssigned, (), (seat, privilege))

/// The holder of `wild` adds the second joker to its hand.
struct JokerAdded {
    static constexpr std::string_view type = "joker_added";
    Seat seat;
    friend bool operator==(JokerAdded const&, JokerAdded const&) = default;
};
BOOST_DESCRIBE_STRUCT(JokerAdded, (), (seat))

/// A joker turned up for a table in the setup goes to the bottom of the stock (RULES.md R2).
struct JokerBuried {
    static constexpr std::string_view type = "joker_buried";
    int table = 0;
    friend bool operator==(JokerBuried const&, JokerBuried const&) = default;
};
BOOST_DESCRIBE_STRUCT(JokerBuried, (), (table))

/// The first card of a table is turned up in the setup.
struct TableTurned {
    static constexpr std::string_view type = "table_turned";
    int table = 0;
    Card card;
    friend bool operator==(TableTurned const&, TableTurned const&) = default;
};
BOOST_DESCRIBE_STRUCT(TableTurned, (), (table, card))

struct TurnBegan {
    static constexpr std::string_view type = "turn_began";
    Seat seat;
    friend bool operator==(TurnBegan const&, TurnBegan const&) = default;
};
BOOST_DESCRIBE_STRUCT(TurnBegan, (), (seat))

/// `cards`: in the order of the play; the last is the new top. `secret`: whether the secret card was among them.
struct Played {
    static constexpr std::string_view type = "played";
    Seat seat;
    int table = 0;
    Cards cards;
    std::optional<Suit> suit = std::nullopt;
    std::optional<bool> last_one = std::nullopt;
    bool secret = false;
    friend bool operator==(Played const&, Played const&) = default;
};
BOOST_DESCRIBE_STRUCT(Played, (), (seat, table, cards, suit, last_one, secret))

/// A K turns the top of the stock onto its table. `seat`: the player of the K.
struct Turned {
    static constexpr std::string_view type = "turned";
    Seat seat;
    int table = 0;
    Card card;
    friend bool operator==(Turned const&, Turned const&) = default;
};
BOOST_DESCRIBE_STRUCT(Turned, (), (seat, table, card))

/// All cards under the two tops become the new stock, which has `stock` cards.
struct Reshuffled {
    static constexpr std::string_view type = "reshuffled";
    int stock = 0;
    friend bool operator==(Reshuffled const&, Reshuffled const&) = default;
};
BOOST_DESCRIBE_STRUCT(Reshuffled, (), (stock))

/// This seat played fives. `skipped`: in turn order; a seat can be listed twice.
struct Skipped {
    static constexpr std::string_view type = "skipped";
    Seat seat;
    Seats skipped;
    friend bool operator==(Skipped const&, Skipped const&) = default;
};
BOOST_DESCRIBE_STRUCT(Skipped, (), (seat, skipped))

/// This seat's nines reversed the direction `times` times. `direction`: after that.
struct Reversed {
    static constexpr std::string_view type = "reversed";
    Seat seat;
    int times = 1;
    int direction = 1;
    friend bool operator==(Reversed const&, Reversed const&) = default;
};
BOOST_DESCRIBE_STRUCT(Reversed, (), (seat, times, direction))

/// This seat's A gives `suit` to `table`, the other table.
struct Dominated {
    static constexpr std::string_view type = "dominated";
    Seat seat;
    int table = 0;
    Suit suit;
    friend bool operator==(Dominated const&, Dominated const&) = default;
};
BOOST_DESCRIBE_STRUCT(Dominated, (), (seat, table, suit))

struct SuitNamed {
    static constexpr std::string_view type = "suit_named";
    Seat seat;
    int table = 0;
    Suit suit;
    friend bool operator==(SuitNamed const&, SuitNamed const&) = default;
};
BOOST_DESCRIBE_STRUCT(SuitNamed, (), (seat, table, suit))

/// The player who should name the suit of a joker is out. It gets the suit of the K that turned it up (RULES.md R13).
struct SuitDefaulted {
    static constexpr std::string_view type = "suit_defaulted";
    int table = 0;
    Suit suit;
    friend bool operator==(SuitDefaulted const&, SuitDefaulted const&) = default;
};
BOOST_DESCRIBE_STRUCT(SuitDefaulted, (), (table, suit))

struct Passed {
    static constexpr std::string_view type = "passed";
    Seat seat;
    friend bool operator==(Passed const&, Passed const&) = default;
};
BOOST_DESCRIBE_STRUCT(Passed, (), (seat))

/// There is no card to draw. The turn ends without a play (RULES.md R3).
struct Stuck {
    static constexpr std::string_view type = "stuck";
    Seat seat;
    friend bool operator==(Stuck const&, Stuck const&) = default;
};
BOOST_DESCRIBE_STRUCT(Stuck, (), (seat))

struct LastOneDeclared {
    static constexpr std::string_view type = "last_one_declared";
    Seat seat;
    friend bool operator==(LastOneDeclared const&, LastOneDeclared const&) = default;
};
BOOST_DESCRIBE_STRUCT(LastOneDeclared, (), (seat))

/// `seat` challenges `challenged` for not having declared its last card.
struct Challenged {
    static constexpr std::string_view type = "challenged";
    Seat seat;
    Seat challenged;
    friend bool operator==(Challenged const&, Challenged const&) = default;
};
BOOST_DESCRIBE_STRUCT(Challenged, (), (seat, challenged))

/// `seat` is out. Its hand of `cards` cards goes under the top of table 0 and is not shown.
struct Disqualified {
    static constexpr std::string_view type = "disqualified";
    Seat seat;
    int cards = 0;
    friend bool operator==(Disqualified const&, Disqualified const&) = default;
};
BOOST_DESCRIBE_STRUCT(Disqualified, (), (seat, cards))

/// `points`: the points of each seat in this game.
struct GameEnded {
    static constexpr std::string_view type = "game_ended";
    int game = 1;
    Seats winners;
    Reason reason;
    PerSeat<Points> points;
    friend bool operator==(GameEnded const&, GameEnded const&) = default;
};
BOOST_DESCRIBE_STRUCT(GameEnded, (), (game, winners, reason, points))

struct MatchEnded {
    static constexpr std::string_view type = "match_ended";
    Result<Reason> result;
    friend bool operator==(MatchEnded const&, MatchEnded const&) = default;
};
BOOST_DESCRIBE_STRUCT(MatchEnded, (), (result))

using Event =
    std::variant<Dealt, PrivilegeChosen, PrivilegeAssigned, Hidden, Opened, JokerAdded, JokerBuried, TableTurned,
                 TurnBegan, Played, Drawn, Turned, Reshuffled, Skipped, Reversed, Dominated, SuitNamed, SuitDefaulted,
                 Passed, Stuck, LastOneDeclared, Challenged, Disqualified, GameEnded, MatchEnded>;

using SeenEvent =
    std::variant<SeenDealt, PrivilegeChosen, PrivilegeAssigned, SeenHidden, SeenOpened, JokerAdded, JokerBuried,
                 TableTurned, TurnBegan, Played, SeenDrawn, Turned, Reshuffled, Skipped, Reversed, Dominated, SuitNamed,
                 SuitDefaulted, Passed, Stuck, LastOneDeclared, Challenged, Disqualified, GameEnded, MatchEnded>;

} // namespace tefuda::ttpageone
