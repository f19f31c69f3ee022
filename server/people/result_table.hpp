// The results of finished matches, and who has a seat where, as they are stored.
#pragma once

#include "protocol/match_result.hpp"
#include "server/people/player_table.hpp"
#include "server/room/room_state.hpp"
#include "server/store/sql.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tefuda::server {

/// For one thread at a time; blocks. All functions throw StoreFailure.
class ResultTable {
public:
    static constexpr int page = 50;

    /// \param open says which boards of the day are open: of all others no result is shown
    ResultTable(Sql& sql, OpenBoards const& open) : sql_(sql), open_(open) {}

    struct Page {
        std::vector<KeptResult> results; ///< the newest first
        Nullable<std::string> next;      ///< what `after` takes
    };
    /// \returns nothing where `after` was never a `next`
    std::optional<Page> results(std::string const& player, std::optional<std::string> const& after,
                                std::string const& game = {});

    struct Tally {
        std::string game;
        std::int64_t played;
        std::int64_t won;
    };
    std::vector<Tally> tallies(std::string const& player);
    /// What was played of a game in a day (UTC).
    struct Day {
        std::string date; ///< YYYY-MM-DD
        std::string game;
        std::int64_t players = 0; ///< known ones
        std::int64_t rooms = 0;
        std::int64_t matches = 0;
        std::int64_t results = 0; ///< of known players
    };
    /// The newest day first.
    std::vector<Day> by_day();
    /// What was played of all games in a week, which begins on Monday (UTC).
    struct Week {
        std::string monday;           ///< YYYY-MM-DD
        std::int64_t players = 0;     ///< known ones, each once
        std::int64_t new_players = 0; ///< of these, those who had played nothing before
        std::int64_t rooms = 0;
        std::int64_t matches = 0;
        std::int64_t results = 0; ///< of known players
    };
    /// The newest week first.
    std::vector<Week> by_week();
    bool has_results(std::string const& player);
    struct RunningIn {
        std::string code;
        std::string state; ///< JSON of SavedRoom; empty where no room is stored
    };
    /// 200 rooms in which the player has a seat, and which have not finished.
    std::vector<RunningIn> running_rooms(std::string const& player);
    /// The codes of 200 rooms in which the player has a seat, or a line on the sheet. \param after the last code of
    /// those before
    std::vector<std::string> rooms(std::string const& player, std::optional<std::string> const& after);
    /// The same, where it has a seat.
    std::vector<std::string> seats(std::string const& player, std::optional<std::string> const& after);
    struct KeptRoom {
        std::string code;
        std::string state; ///< as RunningIn
    };
    /// Of `rooms`, some at a time.
    std::vector<KeptRoom> sheets(std::string const& player, std::optional<std::string> const& after);

    /// The ids of all who have or had a seat in a room, each once.
    std::vector<std::string> players_of(std::string const& room);
    std::int64_t count(std::string const& player);

private:
    std::vector<std::string> codes_of(SqlSelect find, std::string const& player,
                                      std::optional<std::string> const& after);
    std::string last_open() const { return std::to_string(open_.until()); }

    Sql& sql_;
    OpenBoards const& open_;
};

} // namespace tefuda::server
