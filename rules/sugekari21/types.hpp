// What crosses the wire in Sugekari Twenty-One: its options, its actions and its table. RULES.md, "On the wire".
#pragma once

#include "rules/core/cards.hpp"
#include "rules/core/outcome.hpp"
#include "rules/core/points.hpp"
#include "rules/core/seat.hpp"
#include "rules/core/wire_types.hpp"

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <variant>

namespace tefuda::sugekari21 {

/// Which of the two games for two players.
enum class TwoPlayer { redeal, refill };
BOOST_DESCRIBE_ENUM(TwoPlayer, redeal, refill)

/// To whom the three cards go after the deal: in turns as in Hearts, or always to the partner.
enum class Exchange { none, hearts, partner };
BOOST_DESCRIBE_ENUM(Exchange, none, hearts, partner)

struct Options {
    TwoPlayer two_player = TwoPlayer::redeal; ///< no effect with four seats
    Exchange exchange = Exchange::none;       ///< four seats only (RULES.md R1)
    OneOf<1, 3> games;                        ///< 3: four seats only (RULES.md R1)
    bool jokers = false;                      ///< only with three games (RULES.md R1)

    friend bool operator==(Options const&, Options const&) = default;
};
BOOST_DESCRIBE_STRUCT(Options, (), (two_player, exchange, games, jokers))

enum class Phase { discard, give, play, over };
BOOST_DESCRIBE_ENUM(Phase, discard, give, play, over)

/// What decided the match: the cards, or in a tie who went out, or how often.
enum class Reason { cards, went_out, outs };
BOOST_DESCRIBE_ENUM(Reason, cards, went_out, outs)

/// What a joker is played as: a rank, or what halves the total.
class As {
public:
    constexpr As(Rank rank) : rank_(rank) {}
    static constexpr As half() { return As(); }

    constexpr bool is_half() const { return !rank_; }

    /// Nothing for `half`.
    constexpr std::optional<Rank> rank() const { return rank_; }

    friend constexpr bool operator==(As const&, As const&) = default;

private:
    constexpr As() = default;
    std::optional<Rank> rank_;
};

} // namespace tefuda::sugekari21

namespace tefuda {

template <>
struct WireName<sugekari21::As> {
    static constexpr std::array<std::string_view, 14> all{"A", "2", "3", "4", "5", "6", "7",
                                                          "8", "9", "T", "J", "Q", "K", "half"};
    static constexpr std::string_view of(sugekari21::As as) {
        return as.is_half() ? all.back() : WireName<Rank>::of(*as.rank());
    }
    static std::optional<sugekari21::As> parse(std::string_view name) {
        if (name == all.back()) return sugekari21::As::half();
        if (auto const rank = WireName<Rank>::parse(name)) return sugekari21::As(*rank);
        return std::nullopt;
    }
};

} // namespace tefuda

namespace tefuda::sugekari21 {

/// Lays one card aside, face down (two cards more than four hands of thirteen: spice 3).
struct Discard {
    static constexpr std::string_view type = "discard";
    Card card;
    friend bool operator==(Discard const&, Discard const&) = default;
};
BOOST_DESCRIBE_STRUCT(Discard, (), (card))

/// Gives three cards away, face down (spice 1).
struct Give {
    static constexpr std::string_view type = "give";
    Cards cards;
    friend bool operator==(Give const&, Give const&) = default;
};
BOOST_DESCRIBE_STRUCT(Give, (), (cards))

/// Plays a card; a joker, and nothing else, names what it is played as.
struct Play {
    static constexpr std::string_view type = "play";
    Card card;
    std::optional<As> as;
    friend bool operator==(Play const&, Play const&) = default;
};
BOOST_DESCRIBE_STRUCT(Play, (), (card, as))

struct Pass {
    static constexpr std::string_view type = "pass";
    friend bool operator==(Pass const&, Pass const&) = default;
};
BOOST_DESCRIBE_STRUCT(Pass, (), ())

using Action = std::variant<Discard, Give, Play, Pass>;

/// The two sides: seats 0 and 2 against 1 and 3, or each of two players a side.
inline constexpr std::size_t sides = 2;

constexpr std::size_t side_of(Seat seat) {
    return static_cast<std::size_t>(seat.number()) % sides;
}

/// One T for each side: the side of seat 0, the side of seat 1.
template <class T>
using PerSide = std::array<T, sides>;

/// One play of a round. `as` only of a joker; one that halves has no `value`.
struct RoundPlay {
    Seat seat;
    Card card;
    std::optional<As> as;
    std::optional<int> value;
    friend bool operator==(RoundPlay const&, RoundPlay const&) = default;
};
BOOST_DESCRIBE_STRUCT(RoundPlay, (), (seat, card, as, value))

/// The plays of a round in their order: each of thirteen ranks once at most, and two jokers.
using Round = InplaceVector<RoundPlay, 15>;

/// Cards that changed hands, and the seat that they went to or came from.
struct Handed {
    Cards cards;
    Seat seat;
    friend bool operator==(Handed const&, Handed const&) = default;
};
BOOST_DESCRIBE_STRUCT(Handed, (), (cards, seat))

/// The results of the games that are finished.
using GameResults = InplaceVector<PerSide<Points>, 3>;

struct Table {
    int game;
    int bout;
    Seat leader; ///< who leads this round, also before it has
    Round round;
    int total;
    int passes;              ///< in succession
    PerSide<Cards> captured; ///< in this game, both bouts
    PerSide<int> outs;       ///< how often each side has gone out
    GameResults results;
    int stock;
    Seats chosen;                          ///< who has given or discarded, while that lasts
    std::optional<Nullable<Handed>> given; ///< a seat's own only, as the two below
    std::optional<Nullable<Handed>> received;
    std::optional<Cards> discarded;
    friend bool operator==(Table const&, Table const&) = default;
};
BOOST_DESCRIBE_STRUCT(Table, (),
                      (game, bout, leader, round, total, passes, captured, outs, results, stock, chosen, given,
                       received, discarded))

} // namespace tefuda::sugekari21
