// The wire types of Sugekari Twenty-One: options, actions, table. RULES.md, "On the wire", documents their fields.
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

/// The two variants for two players.
enum class TwoPlayer { redeal, refill };
BOOST_DESCRIBE_ENUM(TwoPlayer, redeal, refill)

/// Who receives the three cards after the deal: with four seats a different one in each game as in Hearts, or always
/// the partner; with two the opponent.
enum class Exchange { none, hearts, partner };
BOOST_DESCRIBE_ENUM(Exchange, none, hearts, partner)

struct Options {
    TwoPlayer two_player = TwoPlayer::redeal; ///< no effect with four seats
    Exchange exchange = Exchange::none;       ///< `partner` only with four seats (RULES.md R1)
    OneOf<1, 3> games;
    bool jokers = false; ///< only with four seats and three games (RULES.md R1)

    friend bool operator==(Options const&, Options const&) = default;
};
BOOST_DESCRIBE_STRUCT(Options, (), (two_player, exchange, games, jokers))

enum class Phase { discard, give, play, over };
BOOST_DESCRIBE_ENUM(Phase, discard, give, play, over)

/// What decided the match: the captured cards or, in a tie, who went out or how often.
enum class Reason { cards, went_out, outs };
BOOST_DESCRIBE_ENUM(Reason, cards, went_out, outs)

/// What a joker is played as: a rank, or a card that halves the total.
class JokerRole {
public:
    constexpr JokerRole(Rank rank) : rank_(rank) {}
    static constexpr JokerRole half() { return JokerRole(); }

    constexpr bool is_half() const { return !rank_; }

    /// std::nullopt for `half`.
    constexpr std::optional<Rank> rank() const { return rank_; }

    friend constexpr bool operator==(JokerRole const&, JokerRole const&) = default;

private:
    constexpr JokerRole() = default;
    std::optional<Rank> rank_;
};

} // namespace tefuda::sugekari21

namespace tefuda {

template <>
struct WireName<sugekari21::JokerRole> {
    static constexpr std::array<std::string_view, 14> all{"A", "2", "3", "4", "5", "6", "7",
                                                          "8", "9", "T", "J", "Q", "K", "half"};
    static constexpr std::string_view of(sugekari21::JokerRole as) {
        return as.is_half() ? all.back() : WireName<Rank>::of(*as.rank());
    }
    static std::optional<sugekari21::JokerRole> parse(std::string_view name) {
        if (name == all.back()) return sugekari21::JokerRole::half();
        if (auto const rank = WireName<Rank>::parse(name)) return sugekari21::JokerRole(*rank);
        return std::nullopt;
    }
};

} // namespace tefuda

namespace tefuda::sugekari21 {

/// Lays a card aside, face down. For players with fourteen cards (spice 3).
struct Discard {
    static constexpr std::string_view type = "discard";
    Card card;
    friend bool operator==(Discard const&, Discard const&) = default;
};
BOOST_DESCRIBE_STRUCT(Discard, (), (card))

/// Gives three cards to another player, face down (spice 1).
struct Give {
    static constexpr std::string_view type = "give";
    Cards cards;
    friend bool operator==(Give const&, Give const&) = default;
};
BOOST_DESCRIBE_STRUCT(Give, (), (cards))

/// Plays a card. `as` must be present for a joker, and absent for any other card.
struct Play {
    static constexpr std::string_view type = "play";
    Card card;
    std::optional<JokerRole> as;
    friend bool operator==(Play const&, Play const&) = default;
};
BOOST_DESCRIBE_STRUCT(Play, (), (card, as))

struct Pass {
    static constexpr std::string_view type = "pass";
    friend bool operator==(Pass const&, Pass const&) = default;
};
BOOST_DESCRIBE_STRUCT(Pass, (), ())

using Action = std::variant<Discard, Give, Play, Pass>;

/// Four players: seats 0 and 2 against 1 and 3. Two players: each is a side.
inline constexpr std::size_t sides = 2;

constexpr std::size_t side_of(Seat seat) {
    return static_cast<std::size_t>(seat.number()) % sides;
}

/// One T per side; side 0 has seat 0, side 1 has seat 1.
template <class T>
using PerSide = std::array<T, sides>;

/// One play of a round. Only a joker has `as`; a joker that halves has no `value`.
struct RoundPlay {
    Seat seat;
    Card card;
    std::optional<JokerRole> as;
    std::optional<int> value;
    friend bool operator==(RoundPlay const&, RoundPlay const&) = default;
};
BOOST_DESCRIBE_STRUCT(RoundPlay, (), (seat, card, as, value))

/// The plays of a round in order. At most 15: each of the 13 ranks once, and two jokers.
using Round = InplaceVector<RoundPlay, 15>;

/// Cards given or received, and the other seat.
struct ExchangedCards {
    Cards cards;
    Seat seat;
    friend bool operator==(ExchangedCards const&, ExchangedCards const&) = default;
};
BOOST_DESCRIBE_STRUCT(ExchangedCards, (), (cards, seat))

/// The results of the finished games.
using GameResults = InplaceVector<PerSide<Points>, 3>;

struct Table {
    int game;
    int bout;
    Seat leader; ///< the seat that leads this round, also before it has played
    Round round;
    int total;
    int passes;              ///< in succession
    PerSide<Cards> captured; ///< in this game, in both bouts together
    PerSide<int> outs;       ///< number of games in which each side has gone out
    GameResults results;
    int stock;
    Seats chosen;                                  ///< seats that have chosen, in the phases `discard` and `give`
    std::optional<Nullable<ExchangedCards>> given; ///< absent for a spectator, as are the two below
    std::optional<Nullable<ExchangedCards>> received;
    std::optional<Cards> discarded;
    friend bool operator==(Table const&, Table const&) = default;
};
BOOST_DESCRIBE_STRUCT(Table, (),
                      (game, bout, leader, round, total, passes, captured, outs, results, stock, chosen, given,
                       received, discarded))

} // namespace tefuda::sugekari21
