#include "server/bots/match_analysis.hpp"

#include "protocol/codec/encode.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tefuda::server {

namespace {

/// By how much the values of two actions must differ for a mark: less may be chance.
constexpr double clear_difference = 0.1;

} // namespace

double rounded(double value) {
    constexpr double steps = 1000;
    return std::round(value * steps) / steps;
}

MatchAnalysis::MatchAnalysis(MatchRecord record)
    : record_(whole(std::move(record))), run_(record_), next_(record_.actions.begin()) {}

bool MatchAnalysis::step(search::Budget const& budget) {
    if (next_ == record_.actions.end()) return false;
    auto const action = *next_;
    look_at(action, budget);
    run_.act(action.seat, action.action);
    run_.forget_events();
    ++next_;
    ++done_;
    return next_ != record_.actions.end();
}

void MatchAnalysis::look_at(MatchAction const& action, search::Budget const& budget) {
    auto const waiting = run_.to_act();
    if (std::ranges::find(waiting, action.seat) == waiting.end()) return;
    auto const view = run_.bot_view_of(action.seat);
    if (!view) return;
    search::Random random(static_cast<std::uint64_t>(done_));
    auto const thought = view->consider(budget, random, action.action);
    if (!thought || !thought->value_of_asked || thought->opinions.size() < 2) return;
    auto const of_bot = std::ranges::find(thought->opinions, thought->action, &Opinion::action);
    if (of_bot == thought->opinions.end()) return;
    auto const other = std::ranges::find_if(thought->opinions, [&](Opinion const& each) { return &each != &*of_bot; });
    auto const best = ValuedAction{{of_bot->action}, rounded(of_bot->value)};
    auto const value = rounded(*thought->value_of_asked);
    looked_.push_back({{done_, action.seat, value, best, std::nullopt}, other->value, value == best.value});
}

AnalysisProgress MatchAnalysis::progress() const {
    return {done_, static_cast<int>(record_.actions.size())};
}

/// A seat's worst decision gave away the most. Its best was the bot's too, and every other would have cost the most.
std::vector<AnalysedDecision> MatchAnalysis::marked() const {
    std::vector<AnalysedDecision> decisions;
    for (auto const& looked : looked_) decisions.push_back(looked.decision);
    for (auto const seat : all_seats(record_.setup.seats())) {
        auto const mark = [&](DecisionMark which, auto const& difference) {
            std::optional<std::size_t> most;
            for (std::size_t i = 0; i < looked_.size(); ++i)
                if (looked_[i].decision.seat == seat && difference(looked_[i]) >= clear_difference &&
                    (!most || difference(looked_[i]) > difference(looked_[*most])))
                    most = i;
            if (most) decisions[*most].mark = which;
        };
        mark(DecisionMark::worst,
             [](Looked const& looked) { return looked.decision.best.value - looked.decision.value; });
        mark(DecisionMark::best,
             [](Looked const& looked) { return looked.is_best ? looked.decision.value - looked.second : 0.0; });
    }
    return decisions;
}

std::vector<MatchAnalysis::ClearDecision> MatchAnalysis::clear_decisions(double difference) const {
    auto const lead = [](Looked const& looked) { return looked.decision.best.value - looked.second; };
    std::vector<ClearDecision> clear;
    for (auto const seat : all_seats(record_.setup.seats())) {
        Looked const* clearest = nullptr;
        for (auto const& looked : looked_)
            if (looked.decision.seat == seat && lead(looked) >= difference &&
                (!clearest || lead(looked) > lead(*clearest)))
                clearest = &looked;
        if (clearest) clear.push_back({clearest->decision.action, seat, clearest->decision.best.action.text});
    }
    std::ranges::sort(clear, {}, &ClearDecision::action);
    return clear;
}

std::string MatchAnalysis::document() const {
    return codec::to_json(
        Analysis{"tefuda-analysis/1", record_.room, record_.number, std::string(record_.setup.game->id()), marked()});
}

} // namespace tefuda::server
