#include "rules/sugekari21/policy.hpp"

#include "rules/search/meaning.hpp"
#include "rules/sugekari21/turn.hpp"

#include <cmath>

namespace tefuda::search {

namespace {

using namespace sugekari21;

/// What a seat that is to play or pass reckons with.
class Reckoning {
public:
    Reckoning(State const& state, Seat seat) : state_(state), seat_(seat) {
        for (auto const card : state.hands[seat]) see(card);
        for (auto const& cards : state.captured) see_all(cards);
        see_all(state.forfeited);
        for (auto const& play : state.round) see(play.card);
        auto unknown = static_cast<double>(state.stock.size());
        for (auto const other : all_seats(state.seats)) {
            auto const cards = static_cast<double>(state.hands[other].size());
            if (other != seat) unknown += cards;
            if (side_of(other) != side_of(seat)) opponents_ += cards;
        }
        share_ = unknown > 0 ? opponents_ / unknown : 0;
    }

    /// How likely an opponent holds the card that would make 21 of this total.
    double danger(int total, std::optional<Rank> just_played) const {
        auto const needed = target - total;
        if (needed < 1 || needed > 10) return 0;
        auto const rank = static_cast<Rank>(needed);
        if (rank_played(state_, rank) || rank == just_played) return 0;
        auto const left = 4 - seen_[static_cast<std::size_t>(needed)];
        return 1 - std::pow(1 - share_, left);
    }

    /// Cards, or what is as good.
    double of(Play const& play) const {
        auto const& hand = state_.hands[seat_];
        auto const value = value_of(play.card, play.as);
        auto const total = total_after(state_, value);
        auto const table = static_cast<double>(state_.round.size()) + 1;
        if (hand.size() == 1) return going_out(table);
        if (total == target) return table + 1;
        auto const lost = danger(total, play.card.rank());
        // The nearer to 21, the fewer cards can still be played upon it.
        auto const won = (1 - lost) * (total > 10 ? 0.45 + 0.04 * (total - 10) : 0.35);
        auto const keeps_face = hand.size() == 2 && only_face_is_left(play.card) ? 1.0 : 0.0;
        return table * (won - lost) + 0.06 * value.value_or(0) - keeps_face;
    }

    double of_pass() const {
        auto const table = static_cast<double>(state_.round.size());
        auto const last = state_.round.back().seat;
        auto const still_to_answer = state_.seats - 2 - state_.passes;
        if (side_of(last) == side_of(seat_)) return 0.5 * table;
        return still_to_answer == 0 ? -table : -0.4 * table;
    }

private:
    void see(Card card) {
        if (auto const rank = card.rank()) ++seen_[static_cast<std::size_t>(number_of(*rank))];
    }
    void see_all(Cards const& cards) {
        for (auto const card : cards) see(card);
    }

    bool only_face_is_left(Card played) const {
        auto rest = state_.hands[seat_];
        remove(rest, played);
        return rest.front().rank() && is_face(*rest.front().rank());
    }

    /// Half of the table, and the game ends: good for the side that leads.
    double going_out(double table) const {
        auto const side = side_of(seat_);
        auto const lead = worth(state_.captured[side]) - worth(state_.captured[1 - side]);
        return lead.value + table / 2 > 0 ? 50 : -50;
    }

    static Points worth(Cards const& cards) { return sugekari21::worth(cards); }

    State const& state_;
    Seat seat_;
    std::array<int, 14> seen_{};
    double opponents_ = 0;
    double share_ = 0; ///< of the cards that the seat does not know, in its opponents' hands
};

/// Those that are hardest to get rid of: high cards first, J, Q and K as they make a last card that can't be played.
Cards least_wanted(Cards const& hand, std::size_t how_many) {
    auto cards = hand;
    auto const trouble = [](Card card) {
        if (card.is_joker()) return 0;
        return is_face(*card.rank()) ? 6 : number_of(*card.rank());
    };
    std::stable_sort(cards.begin(), cards.end(), [&](Card one, Card other) { return trouble(one) > trouble(other); });
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

double chance_of(double lead, double doubt) {
    return 1 / (1 + std::exp(-lead / doubt));
}

} // namespace

sugekari21::Action PolicyOf<Sugekari21>::choose(State const& state, Seat seat, Random&) {
    auto const& hand = state.hands[seat];
    if (state.phase == Phase::discard) return Discard{least_wanted(hand, 1).front()};
    if (state.phase == Phase::give) return Give{sorted(least_wanted(hand, gift_size))};

    Reckoning const reckoning(state, seat);
    std::optional<Action> best;
    auto best_worth = 0.0;
    for (auto const& choice : Sugekari21::legal(state, seat)) {
        auto const* play = std::get_if<Play>(&choice.action);
        auto const worth = play ? reckoning.of(*play) : reckoning.of_pass();
        if (best && worth <= best_worth) continue;
        best = choice.action;
        best_worth = worth;
    }
    return *best;
}

bool PolicyOf<Sugekari21>::ended(State const& from, State const& now) {
    return now.game != from.game || now.bout != from.bout;
}

PerSeat<double> PolicyOf<Sugekari21>::worth(State const&, State const& now) {
    PerSeat<double> worth(now.seats);
    std::array<double, sides> points{};
    for (auto const& result : now.results)
        for (std::size_t side = 0; side < sides; ++side) points[side] += result[side].value;
    if (!now.result)
        for (std::size_t side = 0; side < sides; ++side) points[side] += sugekari21::worth(now.captured[side]).value;
    auto const lead = points[0] - points[1];
    auto const margin = chance_of(lead, 8);
    auto won = margin;
    if (now.result) {
        auto const& winners = now.result->winners;
        auto const first_wins = std::find(winners.begin(), winners.end(), Seat(0)) != winners.end();
        won = winners.size() == static_cast<std::size_t>(now.seats) ? 0.5 : first_wins ? 1 : 0;
    }
    for (auto const seat : all_seats(now.seats)) {
        auto const of_first = 0.8 * won + 0.2 * margin;
        worth[seat] = side_of(seat) == 0 ? of_first : 1 - of_first;
    }
    return worth;
}

std::uint64_t PolicyOf<Sugekari21>::meaning(Action const& action) {
    Meaning meaning(action.index());
    std::visit(Overloaded{[&](Discard const& discard) { meaning.add_ranks({discard.card}); },
                          [&](Give const& give) { meaning.add_ranks(give.cards); },
                          [&](Play const& play) {
                              meaning.add_ranks({play.card});
                              if (play.as)
                                  meaning.add(play.as->rank() ? static_cast<unsigned>(number_of(*play.as->rank()))
                                                              : 0U);
                          },
                          [](Pass const&) {}},
               action);
    return meaning.value();
}

std::vector<sugekari21::Action> PolicyOf<Sugekari21>::moves(State const& state, Seat seat) {
    auto const& hand = state.hands[seat];
    if (state.phase == Phase::give) return {Give{sorted(most_wanted(hand, gift_size))}};
    std::vector<Action> moves;
    for (auto const& choice : Sugekari21::legal(state, seat)) moves.push_back(choice.action);
    return moves;
}

} // namespace tefuda::search
