#include "server/match/recent_past.hpp"

#include <ranges>
#include <utility>

namespace tefuda::server {

void RecentPast::note(MatchRun const& run, MatchRecord const& record) {
    auto const& actions = record.actions;
    if (actions.size() % interval != 0) return;
    State state{run, actions.bytes().size()};
    state.run.forget_events();
    if (states_.size() == most) states_.erase(states_.begin());
    states_.push_back(std::move(state));
}

RecentPast::Again RecentPast::from(std::int64_t seq, MatchRecord const& record) const {
    for (auto const& state : states_ | std::views::reverse)
        if (state.run.seq() <= seq) return {state.run, record.actions.from(state.bytes)};
    return {MatchRun(record), record.actions.begin()};
}

} // namespace tefuda::server
