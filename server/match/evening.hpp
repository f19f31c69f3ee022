// The sheet of a room's evening: who has won how many points at its table. Pure: it knows neither rooms nor a store.
#pragma once

#include "protocol/client_message.hpp"
#include "protocol/player.hpp"

#include <boost/describe/class.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tefuda::server {

/// Points are counted in halves. All of this is stored as it is.
struct SheetLine {
    int id = 0; ///< of this room, never used again
    std::string name;
    std::optional<SeatPlayer> player{}; ///< whose it is, also one who was deleted; absent: nobody's, or a bot's
    PlayerKind kind = PlayerKind::human;
    std::optional<BotLevel> level{}; ///< of a built-in bot
    int halves = 0;
    int played = 0; ///< matches; won likewise
    int won = 0;
    int seats = 0;         ///< it had in them
    double bot_shares = 0; ///< of these, added up

    friend bool operator==(SheetLine const&, SheetLine const&) = default;
};
BOOST_DESCRIBE_STRUCT(SheetLine, (), (id, name, player, kind, level, halves, played, won, seats, bot_shares))

struct SheetMatch {
    int match = 1;
    std::string game;
    std::string ended; ///< ISO 8601, UTC
    /// For each line that has played and is still there: its id, its halves, and 1 where it has won, else 0.
    std::vector<int> scores{};

    friend bool operator==(SheetMatch const&, SheetMatch const&) = default;
};
BOOST_DESCRIBE_STRUCT(SheetMatch, (), (match, game, ended, scores))

struct Evening {
    double since = 0; ///< microseconds since 1970
    int matches = 0;  ///< that gave points
    int next_line = 1;
    std::vector<SheetLine> lines{};   ///< in the order in which they came
    std::vector<SheetMatch> newest{}; ///< of the matches, the oldest first

    friend bool operator==(Evening const&, Evening const&) = default;
};
BOOST_DESCRIBE_STRUCT(Evening, (), (since, matches, next_line, lines, newest))

inline constexpr std::size_t max_sheet_lines = 64, max_sheet_matches = 200;

/// The points of each seat, in halves: of each other seat, of other teams alone where there are teams, 2 where it ended
/// behind and 1 where it ended beside. Without winners nobody is behind anybody.
std::vector<int> halves_of(std::span<int const> ranks, std::optional<std::vector<int>> const& teams, bool has_winners);

/// A seat, as far as the sheet knows it.
struct SheetSeat {
    std::optional<int> line{}; ///< the id of its line; nothing: it has none yet
    std::string name;
    std::optional<SeatPlayer> player{};
    PlayerKind kind = PlayerKind::human;
    std::optional<BotLevel> level{}; ///< of a built-in bot
};

/// What a seat has made of a match.
struct SheetScore {
    int halves = 0;
    bool won = false;
    double bot_share = 0;
};

/// Gives seats the lines that are theirs: a player's, a bot's of this name and level, else the one they had. A line
/// gets the name and the player of its seat; where the player has another one, the two become one. No line begins.
void assign_lines(Evening& evening, std::span<SheetSeat> seats);

/// Adds a match that has ended. Seats that have no line begin one. Beyond the limits the oldest matches leave, and the
/// oldest lines that no seat has, with their points.
void add_match(Evening& evening, SheetMatch match, std::span<SheetSeat> seats, std::span<SheetScore const> scores);

/// The player was deleted: its line is nobody's.
void forget_player(Evening& evening, std::string const& id);

/// Whether it can be what the functions above have made: for what comes from a store.
bool is_sound(Evening const& evening);

/// Most points first, then in the order of coming.
std::vector<SheetLine const*> ranking_of(Evening const& evening);

/// Which points a line has won in a match, in halves; nothing where it has not played.
std::optional<int> halves_in(SheetMatch const& match, int line);

} // namespace tefuda::server
