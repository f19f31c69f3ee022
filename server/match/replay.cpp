#include "protocol/replay.hpp"

#include "protocol/codec/encode.hpp"
#include "server/match/match_run.hpp"

#include <utility>

namespace tefuda::server {

namespace {

std::vector<std::string> shown_names(MatchSetup const& setup) {
    auto names = setup.names;
    for (std::size_t seat = 0; seat < setup.players.size(); ++seat)
        names[seat] = shown_name(names[seat], setup.players[seat]);
    return names;
}

std::optional<std::vector<Nullable<SeatPlayer>>> shown_players(MatchSetup const& setup) {
    if (setup.players.empty()) return std::nullopt;
    std::vector<Nullable<SeatPlayer>> all;
    for (auto const& player : setup.players) all.push_back(shown<Nullable<SeatPlayer>>(player));
    return all;
}

} // namespace

std::optional<std::vector<Nullable<SeatPlayer>>> MatchSetup::written_players() const {
    if (players.empty()) return std::nullopt;
    std::vector<Nullable<SeatPlayer>> all;
    for (auto const& player : players) all.push_back(written<Nullable<SeatPlayer>>(player));
    return all;
}

MatchRecord whole(MatchRecord record) {
    auto const from = std::exchange(record.setup.from, nullptr);
    if (!from) return record;
    auto actions = from->actions();
    auto const before = actions.last_ms();
    for (auto const& own : record.actions) actions.add({own.seat, own.action, before + own.ms, own.by_bot});
    record.actions = std::move(actions);
    return record;
}

std::string replay_of(MatchRecord const& part) {
    auto const record = whole(part);
    auto const& from = part.setup.from;
    ChanceRecord chance;
    MatchRun run(record, &chance);
    std::vector<ReplayAction> actions;
    for (auto const& action : record.actions) {
        run.act(action.seat, action.action);
        actions.push_back(
            {action.seat, {action.action}, action.ms, action.by_bot ? std::optional(ActedBy::bot) : std::nullopt});
    }
    auto const& setup = record.setup;
    auto const replaced = run.replaced_shuffles();
    return codec::to_json(Replay{
        .format = "tefuda-replay/1",
        .room = record.room,
        .match = record.number,
        .game = std::string(setup.game->id()),
        .options = {std::string(setup.options)},
        .seats = setup.seats(),
        .names = shown_names(setup),
        .players = shown_players(setup),
        .commitment = to_hex(commitment_of(setup.server_seed)),
        .server_seed = to_hex(setup.server_seed),
        .entropy = setup.entropies,
        .fixed = replaced > 0 ? std::optional(replaced) : std::nullopt,
        .packs = chance.log.packs(),
        .chance = {"[" + chance.chance.str() + "]"},
        .shuffled = chance.shuffled,
        .actions = std::move(actions),
        .result = {run.result()},
        .from = from ? std::optional(ReplayFrom{from->room(), from->match(), static_cast<int>(from->actions().size())})
                     : std::nullopt});
}

} // namespace tefuda::server
