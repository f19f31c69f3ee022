#include "server/people/result_table.hpp"

#include "protocol/codec/decode.hpp"
#include "server/match/seat_owner.hpp"
#include "server/metrics/utc.hpp"
#include "server/store/store.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <limits>
#include <map>
#include <utility>

namespace tefuda::server {

namespace {

// The row of a match may come after its result, but before those of later matches. The newest one of a room goes with
// the room.
constexpr auto find_results =
    "SELECT played.ended, played.room, result.text, "
    "CASE WHEN EXISTS (SELECT 1 FROM match WHERE match.room = result.room AND match.number = result.match) "
    "OR EXISTS (SELECT 1 FROM room WHERE room.code = result.room) AND NOT EXISTS "
    "(SELECT 1 FROM match WHERE match.room = result.room AND match.number > result.match) "
    "THEN 'yes' ELSE 'no' END FROM played JOIN result ON result.room = played.room AND result.match = played.match "
    "WHERE played.player = $1 AND (played.ended < CAST($2 AS BIGINT) "
    "OR (played.ended = CAST($2 AS BIGINT) AND played.room < $3)) AND ($4 = '' OR played.game = $4) "
    "AND NOT EXISTS (SELECT 1 FROM attempt WHERE attempt.room = played.room AND attempt.day > CAST($5 AS INTEGER)) "
    "ORDER BY played.ended DESC, played.room DESC LIMIT 51";

constexpr auto find_tallies =
    "SELECT game, count(*), sum(won) FROM played WHERE player = $1 AND NOT EXISTS "
    "(SELECT 1 FROM attempt WHERE attempt.room = played.room AND attempt.day > CAST($2 AS INTEGER)) "
    "GROUP BY game ORDER BY game";

// Microseconds to days since 1970: a division of whole numbers in both stores.
constexpr auto matches_by_day = "SELECT ended / 86400000000 AS day, game, count(DISTINCT room), count(*) FROM result "
                                "GROUP BY 1, 2 ORDER BY 1 DESC, 2";

constexpr auto results_by_day = "SELECT ended / 86400000000 AS day, game, count(DISTINCT player), count(*) FROM played "
                                "GROUP BY 1, 2";

// 1970-01-01 was a Thursday.
constexpr auto matches_by_week = "SELECT (ended / 86400000000 + 3) / 7 AS week, count(DISTINCT room), count(*) "
                                 "FROM result GROUP BY 1 ORDER BY 1 DESC";

constexpr auto results_by_week = "SELECT (ended / 86400000000 + 3) / 7 AS week, count(DISTINCT player), count(*) "
                                 "FROM played GROUP BY 1";

constexpr auto new_by_week = "SELECT first, count(*) FROM (SELECT min((ended / 86400000000 + 3) / 7) AS first "
                             "FROM played GROUP BY player) AS begun GROUP BY 1";

/// `{ended}.{room}`
std::optional<std::pair<std::string, std::string>> place_of(std::string const& after) {
    auto const point = after.find('.');
    std::int64_t number = 0;
    auto const [end, error] = std::from_chars(after.data(), after.data() + std::min(point, after.size()), number);
    if (point == std::string::npos || error != std::errc() || end != after.data() + point) return std::nullopt;
    return std::pair(std::to_string(number), after.substr(point + 1));
}

KeptResult result_in(std::vector<std::string> const& row) {
    auto saved = codec::Decoder().read_text<SavedResult>(row[2]);
    if (!saved) throw StoreFailure("A result in the store can't be read.");
    for (auto& seat : saved->seats)
        if (seat.player) {
            seat.name = shown_name(seat.name, *seat.player);
            if (gone_players().contains(*seat.player)) seat.player = {};
        }
    auto const path = "/api/rooms/" + saved->room + "/matches/" + std::to_string(saved->match);
    return {std::move(saved->room),  saved->match,
            std::move(saved->game),  std::move(saved->options),
            std::move(saved->ended), std::move(saved->reason),
            std::move(saved->seats), row[3] == "yes" ? Nullable<std::string>(path) : Nullable<std::string>()};
}

} // namespace

std::optional<ResultTable::Page>
ResultTable::results(std::string const& player, std::optional<std::string> const& after, std::string const& game) {
    auto const from =
        after ? place_of(*after) : std::pair(std::to_string(std::numeric_limits<std::int64_t>::max()), std::string());
    if (!from) return std::nullopt;
    auto rows = sql_.read_one(find_results, {player, from->first, from->second, game, last_open()});
    Page found;
    if (rows.size() > page) {
        rows.resize(page);
        found.next = rows.back()[0] + "." + rows.back()[1];
    }
    for (auto const& row : rows) found.results.push_back(result_in(row));
    return found;
}

std::vector<ResultTable::Tally> ResultTable::tallies(std::string const& player) {
    std::vector<Tally> all;
    for (auto const& row : sql_.read_one(find_tallies, {player, last_open()}))
        all.push_back({row[0], std::stoll(row[1]), std::stoll(row[2])});
    return all;
}

std::vector<ResultTable::Day> ResultTable::by_day() {
    auto const rows = sql_.read({{matches_by_day, {}}, {results_by_day, {}}});
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> of_players;
    for (auto const& row : rows[1]) of_players[{row[0], row[1]}] = row;
    std::vector<Day> days;
    for (auto const& row : rows[0]) {
        auto& day = days.emplace_back(
            Day{.date = utc_date(std::chrono::sys_days(std::chrono::days(std::stoll(row[0])))), .game = row[1]});
        day.rooms = std::stoll(row[2]);
        day.matches = std::stoll(row[3]);
        auto const found = of_players.find({row[0], row[1]});
        if (found == of_players.end()) continue;
        day.players = std::stoll(found->second[2]);
        day.results = std::stoll(found->second[3]);
    }
    return days;
}

std::vector<ResultTable::Week> ResultTable::by_week() {
    auto const rows = sql_.read({{matches_by_week, {}}, {results_by_week, {}}, {new_by_week, {}}});
    std::map<std::string, std::vector<std::string>> of_players, of_new;
    for (auto const& row : rows[1]) of_players[row[0]] = row;
    for (auto const& row : rows[2]) of_new[row[0]] = row;
    std::vector<Week> weeks;
    for (auto const& row : rows[0]) {
        auto const monday = std::chrono::sys_days(std::chrono::days(7 * std::stoll(row[0]) - 3));
        auto& week = weeks.emplace_back(Week{.monday = utc_date(monday)});
        week.rooms = std::stoll(row[1]);
        week.matches = std::stoll(row[2]);
        if (auto const found = of_players.find(row[0]); found != of_players.end()) {
            week.players = std::stoll(found->second[1]);
            week.results = std::stoll(found->second[2]);
        }
        if (auto const found = of_new.find(row[0]); found != of_new.end())
            week.new_players = std::stoll(found->second[1]);
    }
    return weeks;
}

bool ResultTable::has_results(std::string const& player) {
    return !sql_.read_one("SELECT 1 FROM played WHERE player = $1 LIMIT 1", {player}).empty();
}

std::vector<ResultTable::RunningIn> ResultTable::running_rooms(std::string const& player) {
    constexpr auto find = "SELECT seated.room, room.state FROM seated LEFT JOIN room ON room.code = seated.room "
                          "WHERE seated.player = $1 AND seated.over = 0 ORDER BY seated.room LIMIT 200";
    std::vector<RunningIn> rooms;
    for (auto& row : sql_.read_one(find, {player})) rooms.push_back({std::move(row[0]), std::move(row[1])});
    return rooms;
}

std::vector<std::string> ResultTable::rooms(std::string const& player, std::optional<std::string> const& after) {
    return codes_of(
        "SELECT room FROM seated WHERE player = $1 AND over IN (0, 1, 2) AND room > $2 ORDER BY room LIMIT 200", player,
        after);
}

std::vector<std::string> ResultTable::seats(std::string const& player, std::optional<std::string> const& after) {
    return codes_of(
        "SELECT room FROM seated WHERE player = $1 AND over IN (0, 1) AND room > $2 ORDER BY room LIMIT 200", player,
        after);
}

std::vector<std::string> ResultTable::codes_of(SqlSelect find, std::string const& player,
                                               std::optional<std::string> const& after) {
    std::vector<std::string> codes;
    for (auto const& row : sql_.read_one(find, {player, after.value_or("")})) codes.push_back(row[0]);
    return codes;
}

std::vector<ResultTable::KeptRoom> ResultTable::sheets(std::string const& player,
                                                       std::optional<std::string> const& after) {
    // A sheet is 40 KB at most.
    constexpr auto find = "SELECT seated.room, room.state FROM seated JOIN room ON room.code = seated.room "
                          "WHERE seated.player = $1 AND seated.over IN (0, 1, 2) AND seated.room > $2 "
                          "ORDER BY seated.room LIMIT 20";
    std::vector<KeptRoom> rooms;
    for (auto& row : sql_.read_one(find, {player, after.value_or("")}))
        rooms.push_back({std::move(row[0]), std::move(row[1])});
    return rooms;
}

std::vector<std::string> ResultTable::players_of(std::string const& room) {
    std::vector<std::string> ids;
    for (auto const& row : sql_.read_one("SELECT player FROM seated WHERE room = $1 UNION "
                                         "SELECT player FROM played WHERE room = $1 ORDER BY 1",
                                         {room}))
        ids.push_back(row[0]);
    return ids;
}

std::int64_t ResultTable::count(std::string const& player) {
    return std::stoll(sql_.read_one("SELECT count(*) FROM played WHERE player = $1", {player})[0][0]);
}

} // namespace tefuda::server
