// The boards of the day as they are stored: their secrets, who plays them, and what came of those that are open.
#pragma once

#include "protocol/daily.hpp"
#include "server/daily/percent.hpp"
#include "server/store/sql.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tefuda::server {

/// Days are since 1970. Its secret goes to nobody before the board is open.
struct Board {
    int day = 0;
    std::string game;
    std::string secret; ///< lower-case hex
    int seats = 0;
    std::string options; ///< complete, JSON text
    std::optional<std::int64_t> par{};
    bool is_settled = false; ///< its results are in `lines`
};

/// For any thread, where the connections are; blocks. All functions throw StoreFailure.
class BoardTable {
public:
    /// \param results where the journal keeps who plays
    BoardTable(std::shared_ptr<Sql> boards, std::shared_ptr<Sql> results)
        : boards_(std::move(boards)), results_(std::move(results)) {}

    /// The board of this day and game: the one that is there already, on any server, else this one from now on.
    Board find_or_add(Board const& drawn);
    std::optional<Board> find(int day, std::string const& game);
    /// Where no other server has: from now on it stays so.
    void set_par(Board const& board, std::int64_t par);

    /// The boards up to this day are open, as far as there are any; what is open stays so.
    /// \returns the last day whose boards are open; 0: none
    int open_until(int day);
    struct Name {
        int day;
        std::string game;
    };
    /// The newest open ones.
    std::vector<Name> newest_open(int limit);
    /// One that is open and not settled.
    std::optional<Board> find_unsettled();

    struct Attempt {
        std::string player;
        std::string room;
        bool is_human = true;
        std::optional<std::int64_t> margin; ///< nothing: it is not finished
    };
    std::optional<Attempt> attempt(int day, std::string const& game, std::string const& player);
    /// The player's of these boards of a day, and how many humans have finished each.
    struct Today {
        std::optional<Attempt> mine;
        std::int64_t played = 0;
    };
    std::vector<Today> today(int day, std::vector<std::string> const& games, std::optional<std::string> const& player);
    /// Those that are finished, the best first.
    std::vector<Attempt> finished(int day, std::string const& game);

    /// Of the humans who have finished a board: how many, and how they did beside a margin.
    struct Standing {
        std::int64_t all = 0, worse = 0, equal = 0;
    };
    Standing standing(int day, std::string const& game, std::int64_t margin);

    struct Line {
        std::string room;
        std::string player;
        std::int64_t margin = 0;
        std::optional<Tenths> percent;
    };
    /// Its results, once and for all; what is there already stays. \param choices JSON text
    void store_settled(Board const& board, std::vector<Line> const& lines, std::string const& choices);
    /// Of a board that is settled, the best first; players that there are no more are null.
    std::vector<BoardResult> lines(Board const& board);
    std::string choices(Board const& board);
    /// A board that a player has finished.
    struct Played {
        int day;
        std::optional<Tenths> percent{};
        std::string game{};
        std::string room{};
        std::int64_t margin = 0;
    };
    struct Begun {
        int day;
        std::string game;
        std::string room;
    };
    /// The boards that the player has not finished, open or not, by day.
    std::vector<Begun> unfinished(std::string const& player);
    /// The player's results of open boards, by day.
    std::vector<Played> played(std::string const& player);
    /// The player's finished boards of one day, open or not; without percents.
    std::vector<Played> played_of(int day, std::vector<std::string> const& games, std::string const& player);

private:
    std::shared_ptr<Sql> const boards_;
    std::shared_ptr<Sql> const results_;
};

} // namespace tefuda::server
