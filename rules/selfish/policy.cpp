#include "rules/selfish/policy.hpp"

#include <array>

namespace tefuda::search {

namespace {

using namespace selfish;

/// The lowest score with which stopping wins more often than drawing on. Found by simulating many deals.
int stop_threshold(State const& state) {
    // Indexed by the number of seats, from 2.
    constexpr std::array in_second_turn{14, 16, 17, 17, 18, 18, 19, 19, 19, 20, 20, 20};
    auto const enough = in_second_turn[static_cast<std::size_t>(state.seats() - 2)];
    if (state.turn == 2) return enough;
    auto const without_bonuses = state.options.scoring == Scoring::simple ? 2 : 0;
    return enough + (state.seats() < 6 ? 8 : 9) - without_bonuses;
}

bool stops(State const& state, Seat seat) {
    auto const hand = evaluate(state.hands[seat], state.options.scoring);
    if (hand.hand == HandKind::selfish) return true;
    return hand.hand != HandKind::burst && hand.score.value >= stop_threshold(state);
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

PerSeat<double> PolicyOf<Selfish>::evaluate(State const&, State const& now) {
    PerSeat<double> values(now.seats());
    if (!now.result) return values;
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
