#include "server/daily/settlement.hpp"

#include "server/room/board_rules.hpp"

#include <algorithm>
#include <utility>

namespace tefuda::server {

std::vector<BoardTable::Line> lines_of(std::vector<BoardTable::Attempt> const& finished) {
    auto const humans = std::ranges::count_if(finished, &BoardTable::Attempt::is_human);
    std::vector<BoardTable::Line> lines;
    std::int64_t better = 0;
    for (std::size_t first = 0; first < finished.size();) {
        auto last = first;
        std::int64_t equal = 0;
        for (; last < finished.size() && finished[last].margin == finished[first].margin; ++last)
            equal += finished[last].is_human ? 1 : 0;
        for (; first < last; ++first) {
            auto const& [player, room, is_human, margin] = finished[first];
            auto const percent =
                is_human ? percent_of(humans - better - equal, equal - 1, humans - 1) : std::optional<Tenths>();
            lines.push_back({room, player, margin.value_or(0), percent});
        }
        better += equal;
    }
    return lines;
}

Settlement::Settlement(Board board, BoardTable& table, ReadActions read)
    : board_(std::move(board)), table_(table), read_(std::move(read)),
      finished_(table.finished(board_.day, board_.game)), choices_(*find_game(board_.game), board_seat) {}

bool Settlement::step() {
    auto const end = std::min(finished_.size(), next_ + step_size);
    for (; next_ < end; ++next_) {
        auto const& [player, room, is_human, margin] = finished_[next_];
        if (!is_human) continue;
        if (auto const actions = read_(room)) choices_.add(*actions, *margin);
    }
    if (next_ < finished_.size()) return true;
    table_.settle(board_, lines_of(finished_), choices_.document());
    return false;
}

} // namespace tefuda::server
