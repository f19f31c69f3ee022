#include "server/daily/tally.hpp"

#include <algorithm>

namespace tefuda::server {

BoardTally tally_of(std::vector<BoardTable::Played> const& played, int last_open) {
    BoardTally tally{};
    std::int64_t sum = 0, count = 0, run = 0;
    auto before = 0;
    for (auto const& [day, percent] : played) {
        ++tally.played;
        if (percent) {
            sum += *percent;
            ++count;
        }
        if (day != before) run = day == before + 1 ? run + 1 : 1;
        before = day;
        tally.best_streak = std::max(tally.best_streak, run);
    }
    if (before >= last_open) tally.streak = run;
    if (count > 0) tally.mean_percent = percent_in(mean_of(sum, count));
    return tally;
}

} // namespace tefuda::server
