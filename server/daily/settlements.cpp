#include "server/daily/settlements.hpp"

#include "server/runtime/failure_log.hpp"

#include <exception>

namespace tefuda::server {

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
