#include "server/daily/puzzle_search.hpp"

#include "protocol/codec/encode.hpp"

#include <algorithm>
#include <utility>

namespace tefuda::server {

namespace {

/// The best first, also where the bot has chosen what it has tried most.
std::string compared_json(std::vector<Opinion> const& opinions) {
    std::vector<ValuedAction> all;
    for (auto const& [action, value] : opinions)
        if (all.size() < PuzzleSearch::max_compared) all.push_back({{action}, rounded(value)});
    return codec::to_json(all);
}

} // namespace

PuzzleSearch::PuzzleSearch(MatchRecord record)
    : record_(std::move(record)), analysis_(record_), run_(record_), next_(record_.actions.begin()) {}

bool PuzzleSearch::step(search::Budget const& budget) {
    if (!is_analysed_) {
        if (analysis_.step(budget)) return true;
        is_analysed_ = true;
        clear_ = analysis_.clear_decisions(difference);
        return !clear_.empty();
    }
    if (next_clear_ < clear_.size()) look_again(clear_[next_clear_++], budget);
    return next_clear_ < clear_.size();
}

void PuzzleSearch::look_again(MatchAnalysis::ClearDecision const& decision, search::Budget const& budget) {
    for (; done_ < decision.action; ++done_, ++next_) {
        auto const action = *next_;
        run_.act(action.seat, action.action);
        run_.forget_events();
    }
    auto const consideration = confirmed(decision, budget);
    if (!consideration) return;
    // What the seat knows, and nothing else.
    auto view = run_.view(Observer(decision.seat));
    auto const& legal = run_.legal(decision.seat);
    if (view.size() + legal.size() > max_bytes) return;
    found_.push_back({.id = {},
                      .game = std::string(record_.setup.game->id()),
                      .options = std::string(record_.setup.options),
                      .seats = record_.setup.seats(),
                      .seat = decision.seat.number(),
                      .view = std::move(view),
                      .legal = legal,
                      .compared = compared_json(consideration->opinions),
                      .room = record_.room,
                      .match = record_.number,
                      .actions = decision.action});
}

/// Searches once more, with other random numbers. \returns nothing where the same action is not clearly best again
std::optional<Consideration> PuzzleSearch::confirmed(MatchAnalysis::ClearDecision const& decision,
                                                     search::Budget const& budget) const {
    auto const view = run_.bot_view_of(decision.seat);
    if (!view) return std::nullopt;
    // The analysis takes the numbers of its actions.
    constexpr std::uint64_t second_time = 1'000'000'007;
    search::Random random(second_time + static_cast<std::uint64_t>(decision.action));
    auto consideration = view->consider(budget, random, {});
    if (!consideration || consideration->opinions.size() < 2) return std::nullopt;
    auto const& game = *record_.setup.game;
    auto const& opinions = consideration->opinions;
    auto const is_same = game.move_key(opinions.front().action) == game.move_key(decision.best);
    auto const lead = opinions[0].value - opinions[1].value;
    return is_same && lead >= difference ? consideration : std::nullopt;
}

} // namespace tefuda::server
