#include "server/daily/settlement.hpp"

#include "server/room/board_rules.hpp"
#include "server/runtime/failure_log.hpp"

#include <algorithm>
#include <exception>
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
    table_.store_settled(board_, lines_of(finished_), choices_.document());
    return false;
}

void Settlements::settle(Board const& board, Then then) {
    Key const key(board.day, board.game);
    auto found = under_way_.find(key);
    if (found != under_way_.end() && found->second.waiting.size() >= max_waiting) return then(false);
    // A game that this server has no more.
    if (!find_game(board.game)) return then(false);
    auto const is_new = found == under_way_.end();
    if (is_new) found = under_way_.emplace(key, Settling{Settlement(board, table_, read_), {}}).first;
    found->second.waiting.push_back(std::move(then));
    if (is_new) go_on(key);
}

void Settlements::go_on(Key const& key) {
    try {
        if (!under_way_.at(key).work.step()) return end(key, true);
    } catch (std::exception const& problem) {
        log_failure("A board can't be settled", problem);
        return end(key, false);
    }
    if (!later_([this, key] { go_on(key); })) end(key, false);
}

void Settlements::end(Key const& key, bool is_settled) {
    auto const waiting = std::move(under_way_.at(key).waiting);
    under_way_.erase(key);
    for (auto const& then : waiting) then(is_settled);
}

} // namespace tefuda::server
