#include "server/rooms/match_moment.hpp"

#include "server/match/match_run.hpp"

#include <string>
#include <utility>

namespace tefuda::server {

namespace {

Rejection bad_source(std::string const& reason) {
    return {ErrorCode::bad_options, "\"from\": " + reason + "."};
}

/// False where the rules have changed since.
bool can_be_played(MatchRecord const& source, std::size_t actions) {
    MatchRecord record;
    record.setup = source.setup;
    record.setup.from = moment_of(source, actions);
    record.decisions_before = SeatList<std::int64_t>(source.setup.seats());
    try {
        MatchRun const run(record);
        return !run.over();
    } catch (UnplayableMatch const&) {
        return false;
    }
}

} // namespace

std::optional<Rejection> refuse_source(Create const& message, MatchRecord const* source, OpenBoards const& open) {
    if (message.seats || message.options || message.fixed || message.daily)
        return bad_source("it settles seats, options and cards, which can't be named beside it");
    if (!source) return bad_source("there is no such match that is over");
    auto const& setup = source->setup;
    if (setup.game->id() != message.game) return bad_source("this is a match of another game");
    if (setup.from) return bad_source("this match goes on from another one itself");
    if (setup.board && !open.is_open(*setup.board)) return bad_source("this board of the day is not open");
    if (!setup.fixed_shuffles.empty()) return bad_source("this match had a test deal");
    auto const actions = message.from->actions.as_int();
    if (!actions || *actions < 0 || static_cast<std::size_t>(*actions) >= source->actions.size())
        return bad_source("\"actions\" must be from 0 to one less than the match had");
    return std::nullopt;
}

std::optional<Rejection> refuse_unplayable(MatchRecord const& source, std::size_t actions) {
    if (!can_be_played(source, actions)) return bad_source("the rules have changed since this match");
    return std::nullopt;
}

std::shared_ptr<Continuation const> moment_of(MatchRecord const& source, std::size_t actions) {
    MatchActions before;
    for (auto const& action : source.actions) {
        if (before.size() == actions) break;
        before.add(action);
    }
    return std::make_shared<Continuation const>(source.room, source.number, source.setup.entropies, std::move(before));
}

} // namespace tefuda::server
