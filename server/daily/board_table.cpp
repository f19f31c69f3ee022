#include "server/daily/board_table.hpp"

#include "protocol/codec/decode.hpp"
#include "server/store/store.hpp"

#include <utility>

namespace tefuda::server {

namespace {

constexpr auto add_board = "INSERT INTO board (day, game, secret, seats, options, settled, choices) "
                           "VALUES ($1, $2, $3, $4, $5, 0, '') ON CONFLICT DO NOTHING";

constexpr auto find_board =
    "SELECT day, game, secret, seats, options, par, settled FROM board WHERE day = $1 AND game = $2";

constexpr auto find_opened =
    "SELECT opened, (SELECT coalesce(max(day), 0) FROM board WHERE day <= CAST($1 AS INTEGER)) "
    "FROM board_state";

constexpr auto open_boards = "UPDATE board_state SET opened = CAST($1 AS INTEGER) WHERE opened < CAST($1 AS INTEGER)";

constexpr auto newest = "SELECT day, game FROM board WHERE day <= (SELECT opened FROM board_state) "
                        "ORDER BY day DESC, game LIMIT CAST($1 AS INTEGER)";

constexpr auto unsettled = "SELECT day, game, secret, seats, options, par, settled FROM board "
                           "WHERE settled = 0 AND day <= (SELECT opened FROM board_state) ORDER BY day, game LIMIT 1";

constexpr auto find_attempt =
    "SELECT player, room, human, margin FROM attempt WHERE day = $1 AND game = $2 AND player = $3";

constexpr auto find_finished = "SELECT player, room, human, margin FROM attempt WHERE day = $1 AND game = $2 "
                               "AND margin IS NOT NULL ORDER BY margin DESC, room";

constexpr auto find_standing =
    "SELECT count(*), coalesce(sum(CASE WHEN margin < CAST($3 AS BIGINT) THEN 1 ELSE 0 END), 0), "
    "coalesce(sum(CASE WHEN margin = CAST($3 AS BIGINT) THEN 1 ELSE 0 END), 0) "
    "FROM attempt WHERE day = $1 AND game = $2 AND margin IS NOT NULL AND human = 1";

constexpr auto add_line = "INSERT INTO board_line (day, game, room, player, margin, percent) "
                          "VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING";

constexpr auto store_as_settled =
    "UPDATE board SET settled = 1, choices = $3 WHERE day = $1 AND game = $2 AND settled = 0";

constexpr auto find_lines =
    "SELECT player.id, player.name, board_line.margin, board_line.percent, board_line.room "
    "FROM board_line LEFT JOIN player ON player.id = board_line.player "
    "WHERE board_line.day = $1 AND board_line.game = $2 ORDER BY board_line.margin DESC, board_line.room";

constexpr auto find_played =
    "SELECT day, percent, game, room, margin FROM board_line WHERE player = $1 ORDER BY day, game";

constexpr auto find_unfinished =
    "SELECT day, game, room FROM attempt WHERE player = $1 AND margin IS NULL ORDER BY day, game";

std::optional<std::int64_t> number_in(std::string const& text) {
    return text.empty() ? std::nullopt : std::optional<std::int64_t>(std::stoll(text));
}

std::optional<Board> first_board(SqlRows const& rows) {
    if (rows.empty()) return std::nullopt;
    auto const& row = rows.front();
    return Board{std::stoi(row[0]), row[1], row[2], std::stoi(row[3]), row[4], number_in(row[5]), row[6] == "1"};
}

BoardTable::Attempt attempt_in(std::vector<std::string> const& row) {
    return {row[0], row[1], row[2] == "1", number_in(row[3])};
}

std::string name_in(std::vector<std::string> const& row) {
    if (row[0].empty()) return "\u2013";
    auto name = codec::Decoder().read_text<std::string>(row[1]);
    if (!name) throw StoreFailure("A player in the store can't be read.");
    return std::move(*name);
}

} // namespace

Board BoardTable::find_or_add(Board const& drawn) {
    auto const day = std::to_string(drawn.day);
    if (auto found = find(drawn.day, drawn.game)) return *found;
    boards_->write_one(WriteKey(), add_board,
                       {day, drawn.game, drawn.secret, std::to_string(drawn.seats), drawn.options});
    // Not in the write's answer, which is kept.
    auto board = find(drawn.day, drawn.game);
    if (!board) throw StoreFailure("A board could not be stored.");
    return std::move(*board);
}

std::optional<Board> BoardTable::find(int day, std::string const& game) {
    return first_board(boards_->read_one(find_board, {std::to_string(day), game}));
}

void BoardTable::set_par(Board const& board, std::int64_t par) {
    boards_->write_one(WriteKey(), "UPDATE board SET par = $3 WHERE day = $1 AND game = $2 AND par IS NULL",
                       {std::to_string(board.day), board.game, std::to_string(par)});
}

int BoardTable::open_until(int day) {
    auto const rows = boards_->read_one(find_opened, {std::to_string(day)});
    if (rows.empty()) return 0;
    auto const opened = std::stoi(rows[0][0]), due = std::stoi(rows[0][1]);
    if (due <= opened) return opened;
    boards_->write_one(WriteKey(), open_boards, {std::to_string(due)});
    return due;
}

std::vector<BoardTable::Name> BoardTable::newest_open(int limit) {
    std::vector<Name> all;
    for (auto const& row : boards_->read_one(newest, {std::to_string(limit)}))
        all.push_back({std::stoi(row[0]), row[1]});
    return all;
}

std::optional<Board> BoardTable::find_unsettled() {
    return first_board(boards_->read_one(unsettled, {}));
}

std::optional<BoardTable::Attempt> BoardTable::attempt(int day, std::string const& game, std::string const& player) {
    auto const rows = results_->read_one(find_attempt, {std::to_string(day), game, player});
    return rows.empty() ? std::nullopt : std::optional(attempt_in(rows.front()));
}

std::vector<BoardTable::Today> BoardTable::today(int day, std::vector<std::string> const& games,
                                                 std::optional<std::string> const& player) {
    constexpr auto count =
        "SELECT count(*) FROM attempt WHERE day = $1 AND game = $2 AND margin IS NOT NULL AND human = 1";
    std::vector<SqlQuery> calls;
    for (auto const& game : games) {
        calls.push_back({count, {std::to_string(day), game}});
        if (player) calls.push_back({find_attempt, {std::to_string(day), game, player}});
    }
    std::vector<Today> all;
    if (calls.empty()) return all;
    auto const answers = results_->read(calls);
    auto answer = answers.begin();
    for (std::size_t i = 0; i < games.size(); ++i) {
        auto& one = all.emplace_back();
        one.played = std::stoll((answer++)->front()[0]);
        if (!player) continue;
        auto const& rows = *answer++;
        if (!rows.empty()) one.mine = attempt_in(rows.front());
    }
    return all;
}

std::vector<BoardTable::Attempt> BoardTable::finished(int day, std::string const& game) {
    std::vector<Attempt> all;
    for (auto const& row : results_->read_one(find_finished, {std::to_string(day), game}))
        all.push_back(attempt_in(row));
    return all;
}

BoardTable::Standing BoardTable::standing(int day, std::string const& game, std::int64_t margin) {
    auto const row = results_->read_one(find_standing, {std::to_string(day), game, std::to_string(margin)}).front();
    return {std::stoll(row[0]), std::stoll(row[1]), std::stoll(row[2])};
}

void BoardTable::store_settled(Board const& board, std::vector<Line> const& lines, std::string const& choices) {
    auto const day = std::to_string(board.day);
    std::vector<SqlCall> calls;
    for (auto const& [room, player, margin, percent] : lines)
        calls.push_back({add_line,
                         {day, board.game, room, player, std::to_string(margin),
                          percent ? SqlValue(std::to_string(*percent)) : SqlValue()}});
    calls.push_back({store_as_settled, {day, board.game, choices}});
    boards_->write(WriteKey(), calls);
}

std::vector<BoardResult> BoardTable::lines(Board const& board) {
    std::vector<BoardResult> all;
    for (auto const& row : boards_->read_one(find_lines, {std::to_string(board.day), board.game})) {
        auto const percent = number_in(row[3]);
        all.push_back({row[0].empty() ? Nullable<std::string>() : Nullable<std::string>(row[0]), name_in(row),
                       std::stoll(row[2]), percent ? Nullable<double>(percent_in(*percent)) : Nullable<double>(),
                       row[4]});
    }
    return all;
}

std::string BoardTable::choices(Board const& board) {
    auto const rows = boards_->read_one("SELECT choices FROM board WHERE day = $1 AND game = $2",
                                        {std::to_string(board.day), board.game});
    return rows.empty() || rows[0][0].empty() ? "[]" : rows[0][0];
}

std::vector<BoardTable::Begun> BoardTable::unfinished(std::string const& player) {
    std::vector<Begun> all;
    for (auto const& row : results_->read_one(find_unfinished, {player}))
        all.push_back({std::stoi(row[0]), row[1], row[2]});
    return all;
}

std::vector<BoardTable::Played> BoardTable::played(std::string const& player) {
    std::vector<Played> all;
    for (auto const& row : boards_->read_one(find_played, {player}))
        all.push_back({std::stoi(row[0]), number_in(row[1]), row[2], row[3], std::stoll(row[4])});
    return all;
}

std::vector<BoardTable::Played> BoardTable::played_of(int day, std::vector<std::string> const& games,
                                                      std::string const& player) {
    std::vector<Played> all;
    auto const found = today(day, games, player);
    for (std::size_t i = 0; i < games.size(); ++i)
        if (auto const& mine = found[i].mine; mine && mine->margin)
            all.push_back({day, {}, games[i], mine->room, *mine->margin});
    return all;
}

} // namespace tefuda::server
