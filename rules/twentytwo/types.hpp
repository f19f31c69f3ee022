// The wire types of Twenty-Two: options, actions, events, table. RULES.md, "On the wire", documents their fields.
#pragma once

#include "rules/core/cards.hpp"
#include "rules/core/inplace_vector.hpp"
#include "rules/core/outcome.hpp"
#include "rules/core/seat.hpp"
#include "rules/core/wire_types.hpp"

#include <boost/container/small_vector.hpp>
#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <array>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace tefuda::twentytwo {

enum class Variant { twenty_two, twenty_six };

/// Whether a player who can follow may play its lowest cards instead (`free`) or not (`must`).
enum class Follow { free, must };
BOOST_DESCRIBE_ENUM(Follow, free, must)

/// How the source's sentences on following are read (RULES.md R14): as the game is usually played, or by the letter.
enum class Reading { usual, letter };
BOOST_DESCRIBE_ENUM(Reading, usual, letter)

/// Whether losing cards stay before their owner until it is eliminated, or return to the next deal.
enum class LosingCards { stay, return_ };
BOOST_DESCRIBE_ENUM(LosingCards, stay, return_)

enum class Phase { exchange, play, over };
BOOST_DESCRIBE_ENUM(Phase, exchange, play, over)

/// What decided the match: one seat was left, or none and the lowest total won (RULES.md R6).
enum class Reason { last_left, lowest_total };
BOOST_DESCRIBE_ENUM(Reason, last_left, lowest_total)

} // namespace tefuda::twentytwo

template <>
struct tefuda::WireName<tefuda::twentytwo::Variant> {
    using Variant = tefuda::twentytwo::Variant;
    static constexpr std::array<std::string_view, 2> all{"22", "26"};
    static constexpr std::string_view of(Variant variant) { return all[static_cast<std::size_t>(variant)]; }
    static constexpr std::optional<Variant> parse(std::string_view name) {
        if (name == all[0]) return Variant::twenty_two;
        if (name == all[1]) return Variant::twenty_six;
        return std::nullopt;
    }
};

namespace tefuda::twentytwo {

struct Options {
    Variant variant = Variant::twenty_two;
    std::optional<AnyOf<1, 2>> decks;          ///< only in `22`: packs of 52
    std::optional<OneOf<0, 2, 3, 4>> max_lead; ///< only in `26`: limit for a lead of several ranks; 0 for none
    Follow follow = Follow::free;
    Reading reading = Reading::usual;
    LosingCards losing_cards = LosingCards::stay;

    friend bool operator==(Options const&, Options const&) = default;
};
BOOST_DESCRIBE_STRUCT(Options, (), (variant, decks, max_lead, follow, reading, losing_cards))

// --- actions ---

/// Lays cards aside and draws as many from the stock.
struct Exchange {
    static constexpr std::string_view type = "exchange";
    Cards cards;

    friend bool operator==(Exchange const&, Exchange const&) = default;
};
BOOST_DESCRIBE_STRUCT(Exchange, (), (cards))

/// Exchanges nothing.
struct Pass {
    static constexpr std::string_view type = "pass";

    friend bool operator==(Pass const&, Pass const&) = default;
};
BOOST_DESCRIBE_STRUCT(Pass, (), ())

/// Leads, follows, or plays the lowest cards.
struct Play {
    static constexpr std::string_view type = "play";
    Cards cards;
    std::optional<Ranks> as; ///< the ranks that the jokers copy; if absent, the highest rank in the play

    friend bool operator==(Play const&, Play const&) = default;
};
BOOST_DESCRIBE_STRUCT(Play, (), (cards, as))

using Action = std::variant<Exchange, Pass, Play>;

// --- events ---

/// A card drawn face up for the first dealer.
struct Drawn {
    static constexpr std::string_view type = "drawn";
    Seat seat;
    int round; ///< from 1; seats that tie draw again in the next round
    Card card;

    friend bool operator==(Drawn const&, Drawn const&) = default;
};
BOOST_DESCRIBE_STRUCT(Drawn, (), (seat, round, card))

/// The dealer of the next deal.
struct DealerChosen {
    static constexpr std::string_view type = "dealer_chosen";
    Seat seat;

    friend bool operator==(DealerChosen const&, DealerChosen const&) = default;
};
BOOST_DESCRIBE_STRUCT(DealerChosen, (), (seat))

/// A deal with all hands. Not sent; SeenDealt is its wire form.
struct Dealt {
    Seat seat;
    int deal;
    int hand_size;
    int stock;
    PerSeat<Cards> hands;
    PerSeat<Cards> lying;

    friend bool operator==(Dealt const&, Dealt const&) = default;
};

/// Each player sees only its own hand.
struct SeenDealt {
    static constexpr std::string_view type = "dealt";
    Seat seat; ///< the dealer
    int deal;
    int hand_size;
    int stock;
    PerSeat<SeenCards> hands;
    PerSeat<Cards> lying;

    friend bool operator==(SeenDealt const&, SeenDealt const&) = default;
};
BOOST_DESCRIBE_STRUCT(SeenDealt, (), (seat, deal, hand_size, stock, hands, lying))

/// An exchange with its cards. Not sent; SeenExchanged is its wire form.
struct Exchanged {
    Seat seat;
    Cards cards;
    Cards drawn;
    int stock;

    friend bool operator==(Exchanged const&, Exchanged const&) = default;
};

/// Only the player who exchanged sees the cards.
struct SeenExchanged {
    static constexpr std::string_view type = "exchanged";
    Seat seat;
    SeenCards cards;
    SeenCards drawn;
    int stock; ///< number of cards left

    friend bool operator==(SeenExchanged const&, SeenExchanged const&) = default;
};
BOOST_DESCRIBE_STRUCT(SeenExchanged, (), (seat, cards, drawn, stock))

struct Passed {
    static constexpr std::string_view type = "passed";
    Seat seat;

    friend bool operator==(Passed const&, Passed const&) = default;
};
BOOST_DESCRIBE_STRUCT(Passed, (), (seat))

/// The exchange is over; `seat` leads to the first trick.
struct PlayStarted {
    static constexpr std::string_view type = "play_started";
    Seat seat;

    friend bool operator==(PlayStarted const&, PlayStarted const&) = default;
};
BOOST_DESCRIBE_STRUCT(PlayStarted, (), (seat))

struct Played {
    static constexpr std::string_view type = "played";
    Seat seat;
    Cards cards;             ///< canonical
    std::optional<Ranks> as; ///< the ranks that jokers copied, high to low; only if played with other cards
    bool follows;            ///< true for a lead

    friend bool operator==(Played const&, Played const&) = default;
};
BOOST_DESCRIBE_STRUCT(Played, (), (seat, cards, as, follows))

/// The trick is finished; `seat` leads to the next one.
struct TrickWon {
    static constexpr std::string_view type = "trick_won";
    Seat seat;

    friend bool operator==(TrickWon const&, TrickWon const&) = default;
};
BOOST_DESCRIBE_STRUCT(TrickWon, (), (seat))

/// The last card of a seat.
struct Shown {
    static constexpr std::string_view type = "shown";
    Seat seat;
    Card card;

    friend bool operator==(Shown const&, Shown const&) = default;
};
BOOST_DESCRIBE_STRUCT(Shown, (), (seat, card))

/// A seat lost the deal and gets the points of its card.
struct Lost {
    static constexpr std::string_view type = "lost";
    Seat seat;
    Card card;
    Points points;
    Points total;

    friend bool operator==(Lost const&, Lost const&) = default;
};
BOOST_DESCRIBE_STRUCT(Lost, (), (seat, card, points, total))

/// A seat is out of the game.
struct Eliminated {
    static constexpr std::string_view type = "eliminated";
    Seat seat;

    friend bool operator==(Eliminated const&, Eliminated const&) = default;
};
BOOST_DESCRIBE_STRUCT(Eliminated, (), (seat))

struct Ended {
    static constexpr std::string_view type = "ended";
    Result<Reason> result;

    friend bool operator==(Ended const&, Ended const&) = default;
};
BOOST_DESCRIBE_STRUCT(Ended, (), (result))

using Event = std::variant<Drawn, DealerChosen, Dealt, Exchanged, Passed, PlayStarted, Played, TrickWon, Shown, Lost,
                           Eliminated, Ended>;
using SeenEvent = std::variant<Drawn, DealerChosen, SeenDealt, SeenExchanged, Passed, PlayStarted, Played, TrickWon,
                               Shown, Lost, Eliminated, Ended>;

// --- the view ---

/// Size of the largest hand: the points of an A in `26`.
inline constexpr std::size_t max_hand = 14;

/// One play of a trick on the table.
struct TrickPlay {
    Seat seat;
    InplaceVector<Card, max_hand> cards; ///< canonical
    /// The ranks that jokers copied, high to low; only if played with other cards.
    std::optional<InplaceVector<Rank, max_hand>> as;
    bool follows; ///< true for a lead

    friend bool operator==(TrickPlay const&, TrickPlay const&) = default;
};
BOOST_DESCRIBE_STRUCT(TrickPlay, (), (seat, cards, as, follows))

/// At most one play per seat.
using Trick = InplaceVector<TrickPlay, max_seats>;

/// One round of the draw for dealer; null for seats that did not draw.
using Draws = PerSeat<Nullable<Card>>;

/// The last cards of a deal.
struct Show {
    PerSeat<Nullable<Card>> cards; ///< null for seats that were already out
    Seats losers;

    friend bool operator==(Show const&, Show const&) = default;
};
BOOST_DESCRIBE_STRUCT(Show, (), (cards, losers))

struct Table {
    int deal; ///< from 1
    Seat dealer;
    int hand_size;
    int stock;
    PerSeat<Nullable<int>> exchanged; ///< number of cards; 0 for a pass, null before the seat's turn
    std::optional<Cards> set_aside;   ///< the observer's own, of this deal; absent for a spectator
    PerSeat<Cards> lying;             ///< the losing cards before each seat
    Trick trick;
    InplaceVector<Trick, max_hand> tricks; ///< every trick takes at least one card of each hand
    Nullable<Show> last_show;
    boost::container::small_vector<Draws, 4> draws;

    friend bool operator==(Table const&, Table const&) = default;
};
BOOST_DESCRIBE_STRUCT(Table, (),
                      (deal, dealer, hand_size, stock, exchanged, set_aside, lying, trick, tricks, last_show, draws))

using View = tefuda::View<Phase, Table, Reason>;

} // namespace tefuda::twentytwo
