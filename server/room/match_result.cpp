#include "server/room/match_result.hpp"

#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"
#include "protocol/match_result.hpp"
#include "server/metrics/utc.hpp"

#include <algorithm>
#include <chrono>
#include <type_traits>

namespace tefuda::server {

namespace {

/// The part of a game's result that all games have.
struct Outcome {
    std::vector<int> winners;
    std::vector<int> ranks;
    std::vector<Nullable<double>> scores;
    std::string reason;
    std::optional<std::vector<int>> team;
};
BOOST_DESCRIBE_STRUCT(Outcome, (), (winners, ranks, scores, reason, team))

/// For each seat the part of its actions that a built-in bot made in place of its player.
std::vector<double> shares_of_bots(RoomState const& state, MatchActions const& actions) {
    auto const seats = static_cast<std::size_t>(state.seats.seats());
    std::vector<int> all(seats), by_bots(seats);
    for (auto const& action : actions) {
        ++all[static_cast<std::size_t>(action.seat.number())];
        by_bots[static_cast<std::size_t>(action.seat.number())] += action.by_bot ? 1 : 0;
    }
    std::vector<double> shares;
    for (auto const seat : all_seats(state.seats.seats())) {
        auto const i = static_cast<std::size_t>(seat.number());
        if (state.seats[seat].kind == SeatKind::bot)
            shares.push_back(1);
        else
            shares.push_back(all[i] > 0 ? static_cast<double>(by_bots[i]) / all[i] : 0);
    }
    return shares;
}

Outcome outcome_of(RoomMatch const& match) {
    return codec::Decoder().read_text<Outcome>(match.run().result()).value_or(Outcome());
}

} // namespace

ResultSaved result_of(RoomState const& state, RoomMatch const& match, WallTime now) {
    auto const outcome = outcome_of(match);
    auto const shares = shares_of_bots(state, match.record().actions);
    ResultSaved saved{.match = match.record().number,
                      .ended = std::chrono::duration_cast<std::chrono::microseconds>(now.time_since_epoch()).count(),
                      .game = std::string(state.setting.game->id()),
                      .text = {},
                      .players = {}};
    SavedResult result{.room = state.setting.code,
                       .match = saved.match,
                       .game = saved.game,
                       .options = {std::string(state.setting.options)},
                       .ended = iso_time(std::chrono::floor<std::chrono::milliseconds>(now)),
                       .reason = outcome.reason,
                       .seats = {}};
    for (auto const seat : all_seats(state.seats.seats())) {
        auto const& sits = state.seats[seat];
        auto const i = static_cast<std::size_t>(seat.number());
        auto const is_builtin = sits.kind == SeatKind::bot;
        auto const at = [i](auto const& list) {
            return i < list.size() ? list[i] : typename std::remove_cvref_t<decltype(list)>::value_type();
        };
        result.seats.push_back({.player = shown_id<Nullable<std::string>>(sits.player),
                                .name = shown_name(sits.name, sits.player),
                                .kind = sits.is_program() ? PlayerKind::bot : PlayerKind::human,
                                .level = is_builtin ? std::optional(sits.level) : std::nullopt,
                                .rank = at(outcome.ranks),
                                .score = at(outcome.scores),
                                .team = outcome.team ? std::optional(at(*outcome.team)) : std::nullopt,
                                .bot_share = shares[i]});
        if (!sits.player || is_gone(sits.player)) continue;
        auto const won = std::ranges::count(outcome.winners, seat.number()) > 0;
        auto const found = std::ranges::find(saved.players, sits.player->id, &ResultSaved::Played::player);
        if (found == saved.players.end())
            saved.players.push_back({sits.player->id, won});
        else
            found->won = found->won || won;
    }
    saved.text = codec::to_json(result);
    return saved;
}

std::vector<SheetScore> scores_of(RoomState const& state, RoomMatch const& match) {
    auto outcome = outcome_of(match);
    auto const seats = static_cast<std::size_t>(state.seats.seats());
    auto const shares = shares_of_bots(state, match.record().actions);
    outcome.ranks.resize(seats);
    if (outcome.team) outcome.team->resize(seats);
    auto const halves = halves_of(outcome.ranks, outcome.team, !outcome.winners.empty());
    std::vector<SheetScore> scores;
    for (std::size_t i = 0; i < seats; ++i)
        scores.push_back({halves[i], std::ranges::count(outcome.winners, static_cast<int>(i)) > 0, shares[i]});
    return scores;
}

} // namespace tefuda::server
