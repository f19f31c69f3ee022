#include "rules/fortyone/policy.hpp"

#include <cmath>

namespace tefuda::search {

namespace {

using namespace fortyone;

/// Expected chips of the opponent's next card, assuming that every rank is equally likely in its hand.
double expected_opponent_chips(RunningTotal const& total, std::size_t opponent_cards) {
    if (opponent_cards == 0) return 0;
    auto none_so_far = 1.0; // probability that the opponent holds none of the ranks counted so far
    auto chips = 0.0;
    for (auto const rank : all_ranks) {
        if (!total.accepts(rank) || total.is_open()) continue;
        auto after = total;
        after.add(rank);
        auto const gain = chips_for(*after.total());
        if (gain == 0) continue;
        auto const held = 1 - std::pow(1 - 1.0 / 13, static_cast<double>(opponent_cards));
        chips += none_so_far * held * gain;
        none_so_far *= 1 - held;
    }
    return chips;
}

/// The chips that the card gives, minus the expected chips of the opponent. Prefers high cards, which become unplayable
/// first.
double score_of(State const& state, Seat seat, Rank rank) {
    auto after = state.total;
    auto const was_open = after.is_open();
    after.add(rank);
    auto const opponent_cards = state.hands[opponent_of(seat)].size();
    auto const gain = was_open || after.is_open() ? 0 : chips_for(*after.total());
    auto const keep = rank >= Rank::jack ? 0.0 : 0.03 * number_of(rank);
    return gain - 0.9 * expected_opponent_chips(after, opponent_cards) + keep;
}

} // namespace

fortyone::Action PolicyOf<FortyOne>::choose(State const& state, Seat seat, Random&) {
    std::optional<Card> best;
    auto best_score = 0.0;
    std::optional<Rank> last;
    for (auto const card : state.hands[seat]) {
        if (!state.total.accepts(rank_of(card)) || last == rank_of(card)) continue;
        last = rank_of(card);
        auto const score = score_of(state, seat, rank_of(card));
        if (best && score <= best_score) continue;
        best = card;
        best_score = score;
    }
    if (!best) return Pass{};
    return Play{*best};
}

std::uint64_t PolicyOf<FortyOne>::action_key(Action const& action) {
    auto const* play = std::get_if<Play>(&action);
    return play ? static_cast<std::uint64_t>(number_of(rank_of(play->card))) : 0;
}

std::vector<fortyone::Action> PolicyOf<FortyOne>::moves(State const& state, Seat seat) {
    std::vector<Action> moves;
    for (auto const card : state.hands[seat])
        if (state.total.accepts(rank_of(card))) moves.push_back(Play{card});
    return moves;
}

bool PolicyOf<FortyOne>::is_terminal(State const& from, State const& now) {
    return now.finished.size() != from.finished.size();
}

PerSeat<double> PolicyOf<FortyOne>::evaluate(State const&, State const& now) {
    auto const deals_left = deals - static_cast<int>(now.finished.size());
    auto const lead = now.chips[Seat(0)].value - now.chips[Seat(1)].value;
    // After the last deal a single chip decides.
    if (deals_left == 0) return {lead > 0 ? 1.0 : lead == 0 ? 0.5 : 0.0, lead < 0 ? 1.0 : lead == 0 ? 0.5 : 0.0};
    // A chip counts for more the later it is: fewer deals are left to win it back.
    auto const won = 1 / (1 + std::exp(-lead / (1.0 + 1.2 * deals_left)));
    return {won, 1 - won};
}

} // namespace tefuda::search
