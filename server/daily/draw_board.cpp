#include "server/daily/draw_board.hpp"

#include "rules/core/seeded_chance.hpp"
#include "server/match/match.hpp"
#include "server/runtime/random.hpp"
#include "server/store/store.hpp"

#include <string_view>
#include <variant>

namespace tefuda::server {

std::vector<std::string> games_with_boards() {
    std::vector<std::string> games;
    for (auto const* game : all_games())
        if (game->daily()) games.emplace_back(game->id());
    return games;
}

Board draw_board(int day, Game const& game) {
    auto const daily = game.daily();
    std::string const name(game.id());
    Bytes32 secret;
    random_bytes(secret);
    auto const settled = game.settle(daily->options, daily->seats);
    if (auto const* wrong = std::get_if<Illegal>(&settled))
        throw StoreFailure("The board of " + name + " can't be played: " + wrong->reason);
    return {.day = day,
            .game = name,
            .secret = to_hex(secret),
            .seats = daily->seats,
            .options = std::string(std::get<std::string_view>(settled))};
}

} // namespace tefuda::server
