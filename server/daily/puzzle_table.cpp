#include "server/daily/puzzle_table.hpp"

#include <utility>

namespace tefuda::server {

namespace {

constexpr auto add_puzzle =
    "INSERT INTO puzzle (id, game, found, options, seats, seat, view, legal, compared, room, match, actions) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING";

constexpr auto remove_oldest = "DELETE FROM puzzle WHERE game = $1 AND id NOT IN "
                               "(SELECT id FROM puzzle WHERE game = $1 ORDER BY found DESC, id LIMIT 1000)";

constexpr auto find_puzzle = "SELECT id, game, found, options, seats, seat, view, legal, compared, room, match, "
                             "actions FROM puzzle WHERE id = $1";

constexpr auto find_ids = "SELECT id FROM puzzle WHERE game = $1 ORDER BY found DESC, id LIMIT 1000";

static_assert(PuzzleTable::max_kept == 1000, "The statements have the number, too.");

} // namespace

void PuzzleTable::add(StoredPuzzle const& puzzle) {
    auto const& [id, game, found, options, seats, seat, view, legal, compared, room, match, actions] = puzzle;
    sql_->write(WriteKey(), {{add_puzzle,
                              {id, game, std::to_string(found), options, std::to_string(seats), std::to_string(seat),
                               view, legal, compared, room, std::to_string(match), std::to_string(actions)}},
                             {remove_oldest, {game}}});
}

std::optional<StoredPuzzle> PuzzleTable::find(std::string const& id) {
    auto rows = sql_->read_one(find_puzzle, {id});
    if (rows.empty()) return std::nullopt;
    auto& row = rows.front();
    return StoredPuzzle{.id = std::move(row[0]),
                        .game = std::move(row[1]),
                        .found = std::stoll(row[2]),
                        .options = std::move(row[3]),
                        .seats = std::stoi(row[4]),
                        .seat = std::stoi(row[5]),
                        .view = std::move(row[6]),
                        .legal = std::move(row[7]),
                        .compared = std::move(row[8]),
                        .room = std::move(row[9]),
                        .match = std::stoi(row[10]),
                        .actions = std::stoi(row[11])};
}

std::vector<std::string> PuzzleTable::ids(std::string const& game) {
    std::vector<std::string> all;
    for (auto& row : sql_->read_one(find_ids, {game})) all.push_back(std::move(row[0]));
    return all;
}

} // namespace tefuda::server
