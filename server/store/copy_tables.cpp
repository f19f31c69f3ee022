#include "server/store/copy_tables.hpp"

#include "protocol/codec/text.hpp"

#include <utility>
#include <vector>

namespace tefuda::server {

namespace {

/// Copies a table in steps.
/// \param read the rows behind a key, in its order, 1000 at most \param key which columns of a row are the key
/// \param key_values a key before all rows
/// \returns how many rows it has read
std::size_t copy_table(Sql& from, SqlSelect read, std::vector<SqlValue> key_values, std::vector<std::size_t> const& key,
                       Sql& to, char const* write) {
    constexpr std::size_t step = 1000;
    std::size_t count = 0;
    for (;;) {
        auto const rows = from.read_one(read, key_values);
        std::vector<SqlCall> calls;
        for (auto const& row : rows) {
            auto& call = calls.emplace_back(SqlCall{write, {row.begin(), row.end()}});
            for (auto& value : call.values)
                if (value) codec::replace_nul(*value);
        }
        if (!calls.empty()) to.write(WriteKey(), calls);
        count += rows.size();
        if (rows.size() < step) return count;
        for (std::size_t i = 0; i < key.size(); ++i) key_values[i] = rows.back()[key[i]];
    }
}

void copy_boards(Sql& boards, Sql& results, Sql& to) {
    copy_table(boards,
               "SELECT day, game, secret, seats, options, coalesce(CAST(par AS TEXT), ''), settled, choices FROM board "
               "WHERE (day, game) > (CAST($1 AS INTEGER), $2) ORDER BY day, game LIMIT 1000",
               {"0", ""}, {0, 1}, to,
               "INSERT INTO board (day, game, secret, seats, options, par, settled, choices) VALUES "
               "($1, $2, $3, $4, $5, CAST(nullif($6, '') AS BIGINT), $7, $8) ON CONFLICT DO NOTHING");
    copy_table(boards,
               "SELECT day, game, room, player, margin, coalesce(CAST(percent AS TEXT), '') FROM board_line "
               "WHERE (day, game, room) > (CAST($1 AS INTEGER), $2, $3) ORDER BY day, game, room LIMIT 1000",
               {"0", "", ""}, {0, 1, 2}, to,
               "INSERT INTO board_line (day, game, room, player, margin, percent) VALUES "
               "($1, $2, $3, $4, $5, CAST(nullif($6, '') AS INTEGER)) ON CONFLICT DO NOTHING");
    copy_table(results,
               "SELECT day, game, player, room, human, coalesce(CAST(margin AS TEXT), '') FROM attempt "
               "WHERE (day, game, player) > (CAST($1 AS INTEGER), $2, $3) ORDER BY day, game, player LIMIT 1000",
               {"0", "", ""}, {0, 1, 2}, to,
               "INSERT INTO attempt (day, game, player, room, human, margin) VALUES "
               "($1, $2, $3, $4, $5, CAST(nullif($6, '') AS BIGINT)) ON CONFLICT DO NOTHING");
    // What is open stays so.
    for (auto const& row : boards.read_one("SELECT opened FROM board_state", {}))
        to.write_one(WriteKey(),
                     "UPDATE board_state SET opened = CAST($1 AS INTEGER) WHERE opened < CAST($1 AS INTEGER)",
                     {row[0]});
}

void copy_puzzles(Sql& from, Sql& to) {
    copy_table(
        from,
        "SELECT id, game, found, options, seats, seat, view, legal, compared, room, match, actions FROM puzzle "
        "WHERE id > $1 ORDER BY id LIMIT 1000",
        {""}, {0}, to,
        "INSERT INTO puzzle (id, game, found, options, seats, seat, view, legal, compared, room, match, actions) "
        "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING");
}

void copy_operator(Sql& from, Sql& to) {
    copy_table(from,
               "SELECT number, kind, coalesce(player, ''), coalesce(network, ''), coalesce(until, -1), because, since, "
               "lifted FROM sanction WHERE number > CAST($1 AS BIGINT) ORDER BY number LIMIT 1000",
               {"0"}, {0}, to,
               "INSERT INTO sanction (number, kind, player, network, until, because, since, lifted) VALUES "
               "(CAST($1 AS BIGINT), $2, nullif($3, ''), nullif($4, ''), nullif(CAST($5 AS BIGINT), -1), $6, "
               "CAST($7 AS BIGINT), CAST($8 AS BIGINT)) ON CONFLICT DO NOTHING");
    copy_table(from,
               "SELECT number, at, command, arguments, player FROM operator_act WHERE number > CAST($1 AS BIGINT) "
               "ORDER BY number LIMIT 1000",
               {"0"}, {0}, to,
               "INSERT INTO operator_act (number, at, command, arguments, player) VALUES "
               "(CAST($1 AS BIGINT), CAST($2 AS BIGINT), $3, $4, $5) ON CONFLICT DO NOTHING");
    copy_table(from,
               "SELECT number, at, report, coalesce(player, '') FROM report WHERE number > CAST($1 AS BIGINT) "
               "ORDER BY number LIMIT 1000",
               {"0"}, {0}, to,
               "INSERT INTO report (number, at, report, player) VALUES (CAST($1 AS BIGINT), CAST($2 AS BIGINT), $3, "
               "nullif($4, '')) ON CONFLICT DO NOTHING");
    copy_table(from, "SELECT id, text, coalesce(until, -1) FROM notice WHERE id > CAST($1 AS BIGINT)", {"0"}, {0}, to,
               "INSERT INTO notice (id, text, until) VALUES (CAST($1 AS BIGINT), $2, nullif(CAST($3 AS BIGINT), -1)) "
               "ON CONFLICT DO NOTHING");
}

} // namespace

CopiedTables copy_tables(Sql& players, Sql& results, Sql& operators, Sql& to) {
    CopiedTables copied;
    copied.players = copy_table(
        players, "SELECT id, name, kind, created, seen FROM player WHERE id > $1 ORDER BY id LIMIT 1000", {""}, {0}, to,
        "INSERT INTO player (id, name, kind, created, seen) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING");
    copy_table(players, "SELECT hash, player FROM secret WHERE hash > $1 ORDER BY hash LIMIT 1000", {""}, {0}, to,
               "INSERT INTO secret (hash, player) VALUES ($1, $2) ON CONFLICT DO NOTHING");
    copy_table(players, "SELECT player, purpose, hash, expires FROM code WHERE hash > $1 ORDER BY hash LIMIT 1000",
               {""}, {2}, to,
               "INSERT INTO code (player, purpose, hash, expires) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING");
    copy_table(players,
               "SELECT player, other FROM blocked WHERE (player, other) > ($1, $2) ORDER BY player, other LIMIT 1000",
               {"", ""}, {0, 1}, to, "INSERT INTO blocked (player, other) VALUES ($1, $2) ON CONFLICT DO NOTHING");
    // Behind those that are there; what is to be done for them is done there.
    copy_table(players, "SELECT player, at FROM deletion WHERE player > $1 ORDER BY player LIMIT 1000", {""}, {0}, to,
               "INSERT INTO deletion (player, number, at, due) SELECT CAST($1 AS TEXT), coalesce(max(number), 0) + 1, "
               "CAST($2 AS BIGINT), 0 FROM deletion WHERE true ON CONFLICT (player) DO NOTHING");
    to.write_one(WriteKey(), "DELETE FROM player WHERE id IN (SELECT player FROM deletion)", {});
    // Behind those that are there.
    for (auto const& row : players.read_one("SELECT name FROM cookie ORDER BY place", {}))
        to.write_one(
            WriteKey(),
            "INSERT INTO cookie (place, name) SELECT coalesce(max(place) + 1, 0), CAST($1 AS TEXT) FROM cookie "
            "WHERE true ON CONFLICT DO NOTHING",
            {row[0]});
    copied.results = copy_table(
        results,
        "SELECT room, match, ended, game, text FROM result WHERE (room, match) > ($1, CAST($2 AS BIGINT)) "
        "ORDER BY room, match LIMIT 1000",
        {"", "0"}, {0, 1}, to,
        "INSERT INTO result (room, match, ended, game, text) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING");
    copy_table(results,
               "SELECT player, ended, room, match, game, won FROM played WHERE (player, ended, room, match) > "
               "($1, CAST($2 AS BIGINT), $3, CAST($4 AS BIGINT)) ORDER BY player, ended, room, match LIMIT 1000",
               {"", "0", "", "0"}, {0, 1, 2, 3}, to,
               "INSERT INTO played (player, ended, room, match, game, won) VALUES ($1, $2, $3, $4, $5, $6) "
               "ON CONFLICT DO NOTHING");
    copy_boards(players, results, to);
    copy_puzzles(players, to);
    copy_operator(operators, to);
    return copied;
}

} // namespace tefuda::server
