#include "server/bots/match_par.hpp"

#include "protocol/codec/encode.hpp"
#include "server/match/match.hpp"

#include <algorithm>

namespace tefuda::server {

namespace {

/// `normal` has the person's seat.
SeatList<BotLevel> levels_of(MatchRecord const& record) {
    SeatList<BotLevel> levels;
    for (auto const& level : record.setup.bots) levels.push_back(level.value_or(BotLevel::normal));
    return levels;
}

MatchRecord unplayed(MatchRecord record) {
    record.actions = {};
    return record;
}

/// How it has ended.
std::string result_of(MatchRecord const& record) {
    MatchRun run(record);
    for (auto const& action : record.actions) run.act(action.seat, action.action);
    return run.result();
}

} // namespace

std::shared_ptr<MatchPar> MatchPar::of(MatchRecord const& record) {
    auto const& bots = record.setup.bots;
    auto const people = std::ranges::count_if(bots, [](auto const& level) { return !level; });
    if (people != 1 || !record.setup.game->daily()) return nullptr;
    auto const person = std::ranges::find_if(bots, [](auto const& level) { return !level; });
    return std::make_shared<MatchPar>(record, Seat(static_cast<int>(person - bots.begin())));
}

MatchPar::MatchPar(MatchRecord const& record, Seat person)
    : played_(record), person_(person), match_(unplayed(record), levels_of(record), person) {}

bool MatchPar::step(search::Budget const& budget) {
    ++done_;
    return match_.step(budget);
}

AnalysisProgress MatchPar::progress() const {
    auto const all = static_cast<int>(played_.actions.size());
    return {std::min(done_, all), all};
}

std::string MatchPar::document() const {
    auto const& game = *played_.setup.game;
    return codec::to_json(Par{played_.room, played_.number, std::string(game.id()), person_,
                              game.margin(result_of(played_), person_), game.margin(match_.run().result(), person_)});
}

} // namespace tefuda::server
