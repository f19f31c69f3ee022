#include "server/daily/board_documents.hpp"

#include "protocol/codec/encode.hpp"
#include "rules/core/seeded_chance.hpp"
#include "server/daily/days.hpp"
#include "server/store/store.hpp"

#include <algorithm>
#include <utility>

namespace tefuda::server {

BoardDocuments::Document BoardDocuments::find(int day, std::string const& game, SteadyTime now) {
    return kept_.with([&](std::vector<Kept>& kept) -> Document {
        auto const found = std::ranges::find_if(kept, [&](Kept const& one) { return one.is_of(day, game); });
        if (found == kept.end()) return {};
        std::rotate(kept.begin(), found, found + 1);
        auto& one = kept.front();
        auto const is_old = now - one.made >= fresh;
        if (is_old) one.made = now;
        return {one.text, is_old};
    });
}

void BoardDocuments::keep(int day, std::string const& game, Text text, SteadyTime now) {
    kept_.with([&](std::vector<Kept>& kept) {
        std::erase_if(kept, [&](Kept const& one) { return one.is_of(day, game); });
        kept.insert(kept.begin(), {day, game, std::move(text), now});
        if (kept.size() > max_kept) kept.pop_back();
    });
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
