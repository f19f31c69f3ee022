#include "server/people/circle.hpp"

#include "protocol/codec/decode.hpp"
#include "protocol/match_result.hpp"
#include "server/match/seat_owner.hpp"
#include "server/metrics/utc.hpp"
#include "server/store/store.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace tefuda::server {

namespace {

constexpr auto find_matches =
    "SELECT result.text FROM played JOIN result ON result.room = played.room AND result.match = played.match "
    "WHERE played.player = $1 AND played.ended >= CAST($2 AS BIGINT) ORDER BY played.ended DESC, played.room DESC "
    "LIMIT 500";

// No more than a month has.
constexpr auto find_board_lines =
    "SELECT day, game, percent FROM board_line WHERE player = $1 AND day >= CAST($2 AS INTEGER) "
    "AND day <= CAST($3 AS INTEGER) AND percent IS NOT NULL ORDER BY day, game LIMIT 1000";

using Games = std::map<std::string, HeadToHead>;

struct Met {
    std::string player;
    int matches = 0;
    Games games{};
};

/// The best seat of each player in a match.
std::map<std::string, ResultSeat const*> players_in(SavedResult const& result) {
    std::map<std::string, ResultSeat const*> best;
    for (auto const& seat : result.seats) {
        if (!seat.player || gone_players().contains(*seat.player)) continue;
        auto& known = best[*seat.player];
        if (!known || seat.rank < known->rank) known = &seat;
    }
    return best;
}

void add(std::vector<Met>& all, std::string const& player, SavedResult const& result) {
    auto const seats = players_in(result);
    auto const own = seats.find(player);
    if (own == seats.end()) return;
    for (auto const& [id, seat] : seats) {
        if (id == player) continue;
        auto met = std::ranges::find(all, id, &Met::player);
        if (met == all.end()) met = all.insert(all.end(), {.player = id});
        ++met->matches;
        auto& game = met->games.try_emplace(result.game, HeadToHead{result.game, 0, 0, 0, 0}).first->second;
        ++game.played;
        // Partners win and lose together.
        if (own->second->team && own->second->team == seat->team) continue;
        auto const difference = own->second->rank - seat->rank;
        ++(difference < 0 ? game.ahead : difference > 0 ? game.behind : game.level);
    }
}

/// By day and game.
using Percents = std::map<std::pair<std::string, std::string>, std::int64_t>;

Percents percents_in(SqlRows const& rows) {
    Percents percents;
    for (auto const& row : rows) percents[{row[0], row[1]}] = std::stoll(row[2]);
    return percents;
}

/// To a tenth. \param sum of tenths
double mean_of_tenths(std::int64_t sum, int count) {
    return std::round(static_cast<double>(sum) / count) / 10;
}

std::optional<BoardsOfBoth> boards_of_both(Percents const& own, Percents const& theirs) {
    BoardsOfBoth both{};
    std::int64_t sum = 0, their_sum = 0;
    for (auto const& [board, percent] : own)
        if (auto const found = theirs.find(board); found != theirs.end()) {
            ++both.played;
            sum += percent;
            their_sum += found->second;
            ++(percent > found->second ? both.ahead : percent < found->second ? both.behind : both.level);
        }
    if (both.played == 0) return std::nullopt;
    both.percent = mean_of_tenths(sum, both.played);
    both.theirs = mean_of_tenths(their_sum, both.played);
    return both;
}

} // namespace

CircleOfPlayer Circle::of(std::string const& player, std::chrono::sys_days now) {
    using namespace std::chrono;
    auto const date = year_month_day(now);
    sys_days const first(date.year() / date.month() / 1);
    std::vector<Met> met;
    auto const began = std::to_string(duration_cast<microseconds>(first.time_since_epoch()).count());
    for (auto const& row : results_.read_one(find_matches, {player, began})) {
        auto const result = codec::Decoder().read_text<SavedResult>(row[0]);
        if (!result) throw StoreFailure("A result in the store can't be read.");
        add(met, player, *result);
    }
    // Whoever was met last comes first of those with as many.
    std::ranges::stable_sort(met, std::ranges::greater(), &Met::matches);
    if (met.size() > most_people) met.resize(most_people);

    CircleOfPlayer circle{utc_date(first), {}};
    if (met.empty()) return circle;
    std::vector<std::string> ids;
    for (auto const& one : met) ids.push_back(one.player);
    std::map<std::string, Player> known;
    for (auto& [found, seen] : players_.find_all(ids)) known.emplace(found.id, found);

    auto const from = std::to_string(first.time_since_epoch().count()), until = std::to_string(open_.until());
    std::vector<SqlQuery> queries{{find_board_lines, {player, from, until}}};
    for (auto const& id : ids) queries.push_back({find_board_lines, {id, from, until}});
    auto const lines = boards_.read(queries);
    auto const own = percents_in(lines.front());
    for (std::size_t i = 0; i < met.size(); ++i) {
        auto const found = known.find(met[i].player);
        if (found == known.end()) continue;
        auto& one = circle.people.emplace_back(Acquaintance{.player = met[i].player,
                                                            .name = shown_name(found->second.name, met[i].player),
                                                            .kind = found->second.kind,
                                                            .games = {},
                                                            .boards = boards_of_both(own, percents_in(lines[i + 1]))});
        for (auto& [game, counts] : met[i].games) one.games.push_back(std::move(counts));
    }
    return circle;
}

} // namespace tefuda::server
