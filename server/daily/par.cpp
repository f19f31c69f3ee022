#include "server/daily/par.hpp"

#include "server/room/board_rules.hpp"
#include "server/store/store.hpp"

#include <utility>
#include <variant>

namespace tefuda::server {

namespace {

SeatList<BotLevel> normal_bots(int seats) {
    SeatList<BotLevel> levels;
    while (levels.seats() < seats) levels.push_back(BotLevel::normal);
    return levels;
}

} // namespace

MatchRecord record_of(Board const& board) {
    auto const* game = find_game(board.game);
    auto const secret = bytes32_from_hex(board.secret);
    auto const options = game ? game->settle(board.options, board.seats)
                              : std::variant<std::string_view, Illegal>(Illegal{"there is no such game"});
    if (!secret || !std::holds_alternative<std::string_view>(options))
        throw StoreFailure("A board in the store can't be read.");
    MatchRecord record;
    record.setup.game = game;
    record.setup.options = std::get<std::string_view>(options);
    record.setup.server_seed = *secret;
    record.setup.board = board.day;
    for (auto seat = 0; seat < board.seats; ++seat) {
        record.setup.names.emplace_back();
        record.setup.entropies.emplace_back();
        record.decisions_before.push_back(0);
    }
    return record;
}

ParMatch::ParMatch(Board const& board)
    : game_(*find_game(board.game)), match_(record_of(board), normal_bots(board.seats), board_seat) {}

std::int64_t ParMatch::margin() const {
    return game_.margin(match_.run().result(), board_seat);
}

} // namespace tefuda::server
