#include "rules/sugekari21/sugekari21.hpp"
#include "rules/sugekari21/turn.hpp"

#include <algorithm>

namespace tefuda {

using namespace sugekari21;

namespace {

void add_if_legal(Templates<Action>& templates, State const& state, Seat seat, Action const& action) {
    if (!refusal(state, seat, action)) templates.push_back({action, std::nullopt, {}});
}

void add_plays(Templates<Action>& templates, State const& state, Seat seat) {
    for (auto const card : distinct(state.hands[seat])) {
        if (!card.is_joker()) {
            add_if_legal(templates, state, seat, Play{card, std::nullopt});
            continue;
        }
        for (auto const rank : all_ranks) add_if_legal(templates, state, seat, Play{card, JokerRole(rank)});
        add_if_legal(templates, state, seat, Play{card, JokerRole::half()});
    }
    add_if_legal(templates, state, seat, Pass{});
}

} // namespace

Seats Sugekari21::to_act(State const& state) {
    return seats_to_act(state);
}

Templates<Action> Sugekari21::legal(State const& state, Seat seat) {
    Templates<Action> templates;
    auto const waited_for = seats_to_act(state);
    if (std::find(waited_for.begin(), waited_for.end(), seat) == waited_for.end()) return templates;
    switch (state.phase) {
    case Phase::discard:
        for (auto const card : distinct(state.hands[seat])) templates.push_back({Discard{card}, std::nullopt, {}});
        break;
    case Phase::give:
        templates.push_back({Give{}, CardChoice{gift_size, gift_size, sorted(state.hands[seat]), {}, {}}, {}});
        break;
    case Phase::play:
        add_plays(templates, state, seat);
        break;
    case Phase::over:
        break;
    }
    return templates;
}

} // namespace tefuda
