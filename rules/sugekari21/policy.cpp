#include "rules/sugekari21/policy.hpp"

#include "rules/search/action_key.hpp"
#include "rules/sugekari21/turn.hpp"

#include <algorithm>
#include <cmath>

namespace tefuda::search {

namespace {

using namespace sugekari21;

/// Evaluates the plays and the pass of a seat that is to act.
class PlayEvaluator {
public:
    PlayEvaluator(State const& state, Seat seat) : state_(state), seat_(seat) {
        for (auto const card : state.hands[seat]) count_seen(card);
        for (auto const& cards : state.captured) count_all_seen(cards);
        count_all_seen(state.forfeited);
        for (auto const& play : state.round) count_seen(play.card);
        auto unknown = static_cast<double>(state.stock.size());
        for (auto const other : all_seats(state.seats)) {
            auto const cards = static_cast<double>(state.hands[other].size());
            if (other != seat) unknown += cards;
            if (side_of(other) != side_of(seat)) opponents_ += cards;
        }
        share_ = unknown > 0 ? opponents_ / unknown : 0;
    }

    /// Probability that an opponent holds a card that makes 21 from this total.
    double loss_probability(int total, std::optional<Rank> just_played) const {
        auto const needed = target - total;
        if (needed < 1 || needed > 10) return 0;
        auto const rank = static_cast<Rank>(needed);
        if (rank_played(state_, rank) || rank == just_played) return 0;
        auto const left = 4 - seen_[static_cast<std::size_t>(needed)];
        return 1 - std::pow(1 - share_, left);
    }

    /// The value of a play, in captured cards.
    double evaluate_play(Play const& play) const {
        auto const& hand = state_.hands[seat_];
        auto const value = value_of(play.card, play.as);
        auto const total = total_after(state_, value);
        auto const table = static_cast<double>(state_.round.size()) + 1;
        if (hand.size() == 1) return going_out(table);
        if (total == target) return table + 1;
        auto const lost = loss_probability(total, play.card.rank());
        // The closer the total is to 21, the fewer cards can still be played on it.
        auto const won = (1 - lost) * (total > 10 ? 0.45 + 0.04 * (total - 10) : 0.35);
        auto const keeps_face = hand.size() == 2 && only_face_is_left(play.card) ? 1.0 : 0.0;
        return table * (won - lost) + 0.06 * value.value_or(0) - keeps_face;
    }

    double evaluate_pass() const {
        auto const table = static_cast<double>(state_.round.size());
        auto const last = state_.round.back().seat;
        auto const still_to_answer = state_.seats - 2 - state_.passes;
        if (side_of(last) == side_of(seat_)) return 0.5 * table;
        return still_to_answer == 0 ? -table : -0.4 * table;
    }

private:
    void count_seen(Card card) {
        if (auto const rank = card.rank()) ++seen_[static_cast<std::size_t>(number_of(*rank))];
    }
    void count_all_seen(Cards const& cards) {
        for (auto const card : cards) count_seen(card);
    }

    bool only_face_is_left(Card played) const {
        auto rest = state_.hands[seat_];
        remove(rest, played);
        return rest.front().rank() && is_face(*rest.front().rank());
    }

    /// Going out gives half of the table, rounded up, and ends the game: good if the side is then ahead. Of equal sides
    /// the one wins that went out, in a match of two bouts in the first.
    double going_out(double table) const {
        auto const side = side_of(seat_);
        auto const lead = points_of(state_.captured[side]) - points_of(state_.captured[1 - side]);
        auto const after = lead.value + static_cast<int>(std::ceil(table / 2));
        auto const wins_ties = !state_.first_bout || side_of(*state_.first_bout) == side;
        return after > 0 || (after == 0 && wins_ties) ? 50 : -50;
    }

    State const& state_;
    Seat seat_;
    std::array<int, 14> seen_{}; ///< number of known cards by rank
    double opponents_ = 0;       ///< number of cards in the hands of the opponents
    double share_ = 0;           ///< fraction of the unknown cards that is in the hands of the opponents
};

/// The cards that are hardest to play: high cards first. J, Q and K rank as sixes, because they cannot be played as the
/// last card.
Cards least_wanted(Cards const& hand, std::size_t how_many) {
    auto cards = hand;
    auto const burden = [](Card card) {
        if (card.is_joker()) return 0;
        return is_face(*card.rank()) ? 6 : number_of(*card.rank());
    };
    std::stable_sort(cards.begin(), cards.end(), [&](Card one, Card other) { return burden(one) > burden(other); });
    cards.resize(how_many, Card::joker());
    return cards;
}

Cards most_wanted(Cards const& hand, std::size_t how_many) {
    auto cards = hand;
    std::stable_sort(cards.begin(), cards.end(), [](Card one, Card other) {
        auto const use = [](Card card) { return card.rank() ? value_of(*card.rank()) : 100; };
        return use(one) < use(other);
    });
    cards.resize(how_many, Card::joker());
    return cards;
}

/// \param spread the larger, the less a given lead decides
double win_probability(double lead, double spread) {
    return 1 / (1 + std::exp(-lead / spread));
}

} // namespace

sugekari21::Action PolicyOf<Sugekari21>::choose(State const& state, Seat seat, Random&) {
    auto const& hand = state.hands[seat];
    if (state.phase == Phase::discard) return Discard{least_wanted(hand, 1).front()};
    if (state.phase == Phase::give) return Give{sorted(least_wanted(hand, gift_size))};

    PlayEvaluator const evaluator(state, seat);
    std::optional<Action> best;
    auto best_value = 0.0;
    for (auto const& choice : Sugekari21::legal(state, seat)) {
        auto const* play = std::get_if<Play>(&choice.action);
        auto const value = play ? evaluator.evaluate_play(*play) : evaluator.evaluate_pass();
        if (best && value <= best_value) continue;
        best = choice.action;
        best_value = value;
    }
    return *best;
}

sugekari21::Action PolicyOf<Sugekari21>::choose_as_beginner(State const& state, Seat seat, Random& random) {
    auto hand = state.hands[seat];
    std::shuffle(hand.begin(), hand.end(), random);
    if (state.phase == Phase::discard) return Discard{hand.front()};
    if (state.phase == Phase::give) {
        hand.resize(gift_size, Card::joker());
        return Give{sorted(hand)};
    }
    std::vector<Action> numbers, others;
    for (auto const& choice : Sugekari21::legal(state, seat)) {
        auto const& action = choice.action;
        auto const* play = std::get_if<Play>(&action);
        if (!play) continue;
        auto const makes_target = total_after(state, value_of(play->card, play->as)) == target;
        if (makes_target && one_in(random, 2)) return action;
        auto const is_number = play->card.rank() && !is_face(*play->card.rank());
        (is_number ? numbers : others).push_back(action);
    }
    if (!numbers.empty()) return numbers[below(random, numbers.size())];
    return state.round.empty() ? others[below(random, others.size())] : Action(Pass{});
}

bool PolicyOf<Sugekari21>::is_terminal(State const& from, State const& now) {
    return now.game != from.game || now.bout != from.bout;
}

PerSeat<double> PolicyOf<Sugekari21>::evaluate(State const&, State const& now) {
    PerSeat<double> values(now.seats);
    std::array<double, sides> points{};
    for (auto const& result : now.results)
        for (std::size_t side = 0; side < sides; ++side) points[side] += result[side].value;
    if (!now.result)
        for (std::size_t side = 0; side < sides; ++side) points[side] += points_of(now.captured[side]).value;
    auto const lead = points[0] - points[1];
    auto const margin = win_probability(lead, 8);
    auto won = margin;
    if (now.result) {
        auto const& winners = now.result->winners;
        auto const first_wins = std::find(winners.begin(), winners.end(), Seat(0)) != winners.end();
        won = winners.size() == static_cast<std::size_t>(now.seats) ? 0.5 : first_wins ? 1 : 0;
    }
    for (auto const seat : all_seats(now.seats)) {
        auto const of_first = 0.8 * won + 0.2 * margin;
        values[seat] = side_of(seat) == 0 ? of_first : 1 - of_first;
    }
    return values;
}

std::uint64_t PolicyOf<Sugekari21>::action_key(Action const& action) {
    ActionKey key(action.index());
    std::visit(Overloaded{[&](Discard const& discard) { key.add_ranks({discard.card}); },
                          [&](Give const& give) { key.add_ranks(give.cards); },
                          [&](Play const& play) {
                              key.add_ranks({play.card});
                              if (play.as)
                                  key.add(play.as->rank() ? static_cast<unsigned>(number_of(*play.as->rank())) : 0U);
                          },
                          [](Pass const&) {}},
               action);
    return key.value();
}

std::vector<sugekari21::Action> PolicyOf<Sugekari21>::moves(State const& state, Seat seat) {
    auto const& hand = state.hands[seat];
    if (state.phase == Phase::give) return {Give{sorted(most_wanted(hand, gift_size))}};
    std::vector<Action> moves;
    for (auto const& choice : Sugekari21::legal(state, seat)) moves.push_back(choice.action);
    return moves;
}

} // namespace tefuda::search
