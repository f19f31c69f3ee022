#include "server/daily/board_documents.hpp"

#include "protocol/codec/encode.hpp"
#include "rules/core/seeded_chance.hpp"
#include "server/daily/days.hpp"
#include "server/store/store.hpp"

#include <algorithm>
#include <utility>

namespace tefuda::server {

BoardDocuments::Found BoardDocuments::find(int day, std::string const& game, Clock::time_point now) {
    std::lock_guard const lock(mutex_);
    auto const found = std::ranges::find_if(kept_, [&](Kept const& one) { return one.day == day && one.game == game; });
    if (found == kept_.end()) return {};
    std::rotate(kept_.begin(), found, found + 1);
    auto& one = kept_.front();
    auto const is_old = now - one.made >= fresh;
    if (is_old) one.made = now;
    return {one.text, is_old};
}

void BoardDocuments::keep(int day, std::string const& game, Text text, Clock::time_point now) {
    std::lock_guard const lock(mutex_);
    std::erase_if(kept_, [&](Kept const& one) { return one.day == day && one.game == game; });
    kept_.insert(kept_.begin(), {day, game, std::move(text), now});
    if (kept_.size() > max_kept) kept_.pop_back();
}

void BoardDocuments::forget_all() {
    std::lock_guard const lock(mutex_);
    kept_.clear();
}

std::string document_of(Board const& board, BoardTable& table) {
    auto const secret = bytes32_from_hex(board.secret);
    if (!secret) throw StoreFailure("A board in the store can't be read.");
    return codec::to_json(OpenBoard{.date = date_of(board.day),
                                    .game = board.game,
                                    .seats = board.seats,
                                    .options = {board.options},
                                    .commitment = to_hex(commitment_of(*secret)),
                                    .secret = board.secret,
                                    .par = board.par ? Nullable<std::int64_t>(*board.par) : Nullable<std::int64_t>(),
                                    .results = table.lines(board),
                                    .choices = {table.choices(board)}});
}

} // namespace tefuda::server
