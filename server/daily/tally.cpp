#include "server/daily/tally.hpp"

#include "protocol/codec/encode.hpp"
#include "protocol/http.hpp"
#include "server/daily/days.hpp"

#include <algorithm>

namespace tefuda::server {

BoardTally tally_of(std::vector<BoardTable::Played> const& played, int last_open) {
    BoardTally tally{};
    std::int64_t sum = 0, count = 0, run = 0;
    auto before = 0;
    for (auto const& one : played) {
        ++tally.played;
        if (one.percent) {
            sum += *one.percent;
            ++count;
        }
        if (one.day != before) run = one.day == before + 1 ? run + 1 : 1;
        before = one.day;
        tally.best_streak = std::max(tally.best_streak, run);
    }
    if (before >= last_open) tally.streak = run;
    if (count > 0) tally.mean_percent = percent_in(mean_of(sum, count));
    return tally;
}

MyBoards my_boards(std::vector<BoardTable::Played> const& played, int today) {
    auto const [count, streak, best_streak, mean_percent] = server::tally_of(played, today - 1);
    MyBoards mine{count, streak, best_streak, mean_percent, {}};
    auto const listed = std::min(played.size(), max_listed_boards);
    for (auto one = played.rbegin(); one != played.rbegin() + static_cast<std::ptrdiff_t>(listed); ++one)
        mine.boards.push_back({date_of(one->day), one->game, one->room, one->margin});
    return mine;
}

std::vector<std::string> exported_boards(std::vector<BoardTable::Played> const& finished,
                                         std::vector<BoardTable::Begun> const& unfinished) {
    std::vector<std::string> texts;
    for (auto const& one : finished)
        texts.push_back(codec::to_json(
            ExportedBoard{date_of(one.day), one.game, one.room, Nullable<std::int64_t>(one.margin),
                          one.percent ? Nullable<double>(percent_in(*one.percent)) : Nullable<double>()}));
    for (auto const& [day, game, room] : unfinished)
        texts.push_back(codec::to_json(ExportedBoard{date_of(day), game, room, {}, {}}));
    return texts;
}

} // namespace tefuda::server
