#include "rules/selfish/policy.hpp"

#include "rules/selfish/stopping.hpp"

#include <algorithm>
#include <cmath>

namespace tefuda::search {

namespace {

using namespace selfish;

bool stops(State const& state, Seat seat) {
    auto const hand = evaluate(state.hands[seat], state.options.scoring);
    auto const [second_turn, third_turn] = stop_from(state.seats(), state.options.scoring);
    return hand.hand != HandKind::burst && hand.score.value >= (state.turn == 2 ? second_turn : third_turn);
}

/// The truth, except that a Burst is not told.
ClaimedHand beginners_claim(OpenedHand const& hand) {
    return hand.hand == HandKind::double_ ? ClaimedHand::double_ : ClaimedHand::nothing;
}

/// How likely each seat is to win the match once some games are finished, if all win each of the others equally often.
/// Rough: a game's lead counts for more the fewer games are left.
PerSeat<double> chances(State const& state) {
    auto const wins = games_won(state);
    auto const left = state.options.games.value - static_cast<int>(state.results.size());
    auto const most = std::max_element(wins.begin(), wins.end())->value;
    PerSeat<double> chances(state.seats());
    auto all = 0.0;
    for (auto const seat : all_seats(state.seats())) {
        if (wins[seat].value + left < most) continue;
        chances[seat] = std::exp(1.1 * wins[seat].value / std::sqrt(std::max(left, 1)));
        all += chances[seat];
    }
    for (auto& chance : chances) chance /= all;
    return chances;
}

} // namespace

selfish::Action PolicyOf<Selfish>::choose(State const& state, Seat seat, Random&) {
    switch (state.phase) {
    case Phase::decide:
        if (stops(state, seat)) return Stop{};
        return Continue{};
    case Phase::claim:
        return Claim{ClaimedHand::nothing};
    case Phase::draw:
    case Phase::sudden_death:
    case Phase::over:
        break;
    }
    return Draw{};
}

selfish::Action PolicyOf<Selfish>::choose_as_beginner(State const& state, Seat seat, Random& random) {
    auto const hand = selfish::evaluate(state.hands[seat], state.options.scoring);
    if (state.phase == Phase::decide) {
        if (std::uniform_real_distribution()(random) < beginner_stops(hand)) return Stop{};
        return Continue{};
    }
    if (state.phase == Phase::claim) return Claim{beginners_claim(hand)};
    return Draw{};
}

bool PolicyOf<Selfish>::is_terminal(State const& from, State const& now) {
    return now.results.size() != from.results.size();
}

PerSeat<double> PolicyOf<Selfish>::evaluate(State const&, State const& now) {
    PerSeat<double> values(now.seats());
    if (!now.result) return now.results.empty() ? values : chances(now);
    for (auto const seat : now.result->winners) values[seat] = 1;
    return values;
}

std::uint64_t PolicyOf<Selfish>::action_key(Action const& action) {
    auto const* claim = std::get_if<Claim>(&action);
    return 8 * action.index() + (claim ? static_cast<std::uint64_t>(claim->claim) : 0);
}

std::uint64_t PolicyOf<Selfish>::observation_key(State const& state, Seat seat) {
    std::uint64_t key = 0;
    for (auto const card : state.hands[seat]) key = key * 16 + static_cast<std::uint64_t>(number_of(card));
    return key;
}

} // namespace tefuda::search
