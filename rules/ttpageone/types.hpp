// The wire types of TT Page One: options, actions, table. RULES.md, "On the wire", documents their fields.
#pragma once

#include "rules/core/outcome.hpp"

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace tefuda::ttpageone {

struct Options {
    OneOf<1, 2, 3, 4, 5, 6, 7, 8, 9> games;
    /// 0: everyone plays alone; otherwise seat s is in team s mod `teams`.
    OneOf<0, 2, 3> teams;

    friend bool operator==(Options const&, Options const&) = default;
};
BOOST_DESCRIBE_STRUCT(Options, (), (games, teams))

enum class Privilege : std::uint8_t { secret, wild, pass, starter };
BOOST_DESCRIBE_ENUM(Privilege, secret, wild, pass, starter)

enum class Phase : std::uint8_t { privileges, hide, play, name_suit, rehide, over };
BOOST_DESCRIBE_ENUM(Phase, privileges, hide, play, name_suit, rehide, over)

enum class Reason : std::uint8_t { went_out, disqualified, limit, points };
BOOST_DESCRIBE_ENUM(Reason, went_out, disqualified, limit, points)

/// Whether the player of a hand of one card has said "last one".
enum class Declaration : std::uint8_t { declared, undeclared };
BOOST_DESCRIBE_ENUM(Declaration, declared, undeclared)

// --- actions ---

struct ChoosePrivilege {
    static constexpr std::string_view type = "choose_privilege";
    Privilege privilege;
    friend bool operator==(ChoosePrivilege const&, ChoosePrivilege const&) = default;
};
BOOST_DESCRIBE_STRUCT(ChoosePrivilege, (), (privilege))

/// Makes this card the only face-down card of the hand; null: opens all cards.
struct Hide {
    static constexpr std::string_view type = "hide";
    Nullable<Card> card;
    friend bool operator==(Hide const&, Hide const&) = default;
};
BOOST_DESCRIBE_STRUCT(Hide, (), (card))

/// Plays cards in this order; the last one is the new top of the table.
struct Play {
    static constexpr std::string_view type = "play";
    int table = 0;
    Cards cards;
    /// The suit given to a joker. Present if and only if a joker is played.
    std::optional<Suit> suit = std::nullopt;
    /// Present only as true.
    std::optional<bool> last_one = std::nullopt;
    friend bool operator==(Play const&, Play const&) = default;
};
BOOST_DESCRIBE_STRUCT(Play, (), (table, cards, suit, last_one))

struct Draw {
    static constexpr std::string_view type = "draw";
    friend bool operator==(Draw const&, Draw const&) = default;
};
BOOST_DESCRIBE_STRUCT(Draw, (), ())

struct Pass {
    static constexpr std::string_view type = "pass";
    friend bool operator==(Pass const&, Pass const&) = default;
};
BOOST_DESCRIBE_STRUCT(Pass, (), ())

struct NameSuit {
    static constexpr std::string_view type = "name_suit";
    Suit suit;
    friend bool operator==(NameSuit const&, NameSuit const&) = default;
};
BOOST_DESCRIBE_STRUCT(NameSuit, (), (suit))

struct DeclareLastOne {
    static constexpr std::string_view type = "last_one";
    friend bool operator==(DeclareLastOne const&, DeclareLastOne const&) = default;
};
BOOST_DESCRIBE_STRUCT(DeclareLastOne, (), ())

struct Challenge {
    static constexpr std::string_view type = "challenge";
    Seat seat;
    friend bool operator==(Challenge const&, Challenge const&) = default;
};
BOOST_DESCRIBE_STRUCT(Challenge, (), (seat))

using Action = std::variant<ChoosePrivilege, Hide, Play, Draw, Pass, NameSuit, DeclareLastOne, Challenge>;

// --- the table ---

/// The holder of each privilege. Absent if not chosen yet, or if the holder was disqualified.
struct Privileges {
    std::optional<Seat> secret = std::nullopt;
    std::optional<Seat> wild = std::nullopt;
    std::optional<Seat> pass = std::nullopt;
    std::optional<Seat> starter = std::nullopt;
    friend bool operator==(Privileges const&, Privileges const&) = default;
};
BOOST_DESCRIBE_STRUCT(Privileges, (), (secret, wild, pass, starter))

/// One of the two tables: the top card, the suit and rank that count, and the number of cards under it.
struct TableTop {
    Card top;
    Nullable<Suit> suit;
    Nullable<Rank> rank;
    int under = 0;
    friend bool operator==(TableTop const&, TableTop const&) = default;
};
BOOST_DESCRIBE_STRUCT(TableTop, (), (top, suit, rank, under))

struct Table {
    int game = 1;
    Seats priority;
    Privileges privileges;
    bool pass_used = false;
    InplaceVector<TableTop, 2> tables; ///< empty before the hands are opened
    int stock = 0;
    int direction = 1;
    Nullable<Seat> turn;
    bool drawn = false;
    PerSeat<Nullable<Declaration>> last_one; ///< null unless the hand has exactly one card
    Seats out;
    std::vector<PerSeat<Points>> results;
    std::optional<Nullable<Card>> secret; ///< absent unless the observer holds the privilege
    friend bool operator==(Table const&, Table const&) = default;
};
BOOST_DESCRIBE_STRUCT(Table, (),
                      (game, priority, privileges, pass_used, tables, stock, direction, turn, drawn, last_one, out,
                       results, secret))

} // namespace tefuda::ttpageone
