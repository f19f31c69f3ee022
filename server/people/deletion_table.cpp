#include "server/people/deletion_table.hpp"

#include <algorithm>

namespace tefuda::server {

SqlCall DeletionTable::add(std::string const& player, std::int64_t now) {
    // Numbered in the order of their commits: who has read up to a number has read all before.
    return {"INSERT INTO deletion (player, number, at, due) SELECT CAST($1 AS TEXT), coalesce(max(number), 0) + 1, "
            "CAST($2 AS BIGINT), 0 FROM deletion WHERE true ON CONFLICT (player) DO UPDATE SET due = 0",
            {player, std::to_string(now)}};
}

void DeletionTable::add_all(std::vector<std::string> const& players, std::int64_t now) {
    constexpr std::size_t at_once = 500;
    for (std::size_t from = 0; from < players.size(); from += at_once) {
        std::vector<SqlCall> calls;
        for (auto i = from; i < std::min(players.size(), from + at_once); ++i) calls.push_back(add(players[i], now));
        sql_.write(WriteKey(), calls);
    }
}

std::vector<std::string> DeletionTable::added_since(std::int64_t& number) {
    std::vector<std::string> players;
    for (auto const& row : sql_.read_one("SELECT player, number FROM deletion WHERE number > CAST($1 AS BIGINT) "
                                         "ORDER BY number LIMIT 1000",
                                         {std::to_string(number)})) {
        players.push_back(row[0]);
        number = std::stoll(row[1]);
    }
    return players;
}

void DeletionTable::hurry() {
    if (sql_.read_one("SELECT 1 FROM deletion WHERE due IS NOT NULL LIMIT 1", {}).empty()) return;
    sql_.write_one(WriteKey(), "UPDATE deletion SET due = 0 WHERE due IS NOT NULL", {});
}

std::optional<DeletionTable::Due> DeletionTable::take(std::int64_t now, std::int64_t until) {
    auto const found = sql_.read_one("SELECT player, at, due FROM deletion WHERE due <= CAST($1 AS BIGINT) "
                                     "ORDER BY due LIMIT 1",
                                     {std::to_string(now)});
    if (found.empty()) return std::nullopt;
    // Another server may have taken the row meanwhile.
    auto const taken = sql_.write_one(WriteKey(),
                                      "UPDATE deletion SET due = CAST($2 AS BIGINT) WHERE player = $1 "
                                      "AND due = CAST($3 AS BIGINT) RETURNING player",
                                      {found[0][0], std::to_string(until), found[0][2]});
    if (taken.empty()) return std::nullopt;
    return Due{found[0][0], std::stoll(found[0][1])};
}

void DeletionTable::set_due(std::string const& player, std::optional<std::int64_t> when) {
    sql_.write_one(WriteKey(), "UPDATE deletion SET due = CAST($2 AS BIGINT) WHERE player = $1",
                   {player, when ? SqlValue(std::to_string(*when)) : SqlValue()});
}

} // namespace tefuda::server
