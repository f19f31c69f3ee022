#include "rules/twentytwo/policy.hpp"

#include "rules/search/action_key.hpp"
#include "rules/twentytwo/judge.hpp"

#include <cmath>

namespace tefuda::search {

namespace {

using namespace twentytwo;

/// Sorts from low to high. Jokers come last, because they usually copy a high rank.
Cards low_to_high(Cards const& hand) {
    auto cards = plain_low_to_high(hand);
    cards.resize(hand.size(), Card::joker());
    return cards;
}

/// All cards of one rank in a hand.
struct Set {
    int strength;
    Cards cards;
};

/// The sets of a hand, lowest first, without its jokers.
std::vector<Set> sets_of(Cards const& hand) {
    std::vector<Set> sets;
    for (auto const card : plain_low_to_high(hand)) {
        if (sets.empty() || sets.back().strength != strength(card)) sets.push_back({strength(card), {}});
        sets.back().cards.push_back(card);
    }
    return sets;
}

Cards first_of(Cards const& cards, std::size_t how_many) {
    return {cards.begin(), cards.begin() + static_cast<std::ptrdiff_t>(how_many)};
}

Cards last_of(Cards const& cards, std::size_t how_many) {
    return {cards.end() - static_cast<std::ptrdiff_t>(how_many), cards.end()};
}

bool is_mixed(State const& state) {
    return state.options.variant == Variant::twenty_six;
}

/// The largest number of cards in a lead of several ranks. \pre the hand has at least two cards
std::size_t most_mixed(State const& state, Cards const& hand) {
    auto const most = hand.size() - 1;
    auto const limit = state.options.max_lead ? state.options.max_lead->value : 0;
    return limit == 0 ? most : std::min(most, static_cast<std::size_t>(limit));
}

bool accepted(State const& state, Seat seat, Cards const& cards) {
    return std::holds_alternative<Verdict>(judge({state.options, state.hands[seat], bar_at(state, state.plays.size())},
                                                 Play{sorted(cards), std::nullopt}));
}

/// The highest cards, but not jokers alone if there are other cards. \param cards low to high
Cards highest_of(Cards const& cards, std::size_t how_many) {
    auto highest = last_of(cards, how_many);
    auto const plain = plain_low_to_high(cards);
    if (!plain.empty() && highest.front().is_joker()) highest.front() = plain.back();
    return highest;
}

/// With mixed leads: as many of the highest cards as allowed, without the lowest card. Otherwise the largest set
/// without the lowest card; the highest of equally large ones.
Cards lead(State const& state, Cards const& hand) {
    auto const cards = low_to_high(hand);
    auto const others = Cards(cards.begin() + 1, cards.end());
    auto const sets = sets_of(others);
    // If all other cards are jokers, they cannot be led without the single ordinary card.
    if (sets.empty()) return highest_of(cards, is_mixed(state) ? most_mixed(state, hand) : 1);
    if (is_mixed(state) && most_mixed(state, hand) > 1) return highest_of(others, most_mixed(state, hand));
    Set best{0, {}};
    for (auto const& set : sets)
        if (set.cards.size() >= best.cards.size()) best = set;
    return best.cards;
}

/// For `22`: the cheapest set that follows. Uses the lowest card of the hand only if there is no other set.
std::optional<Cards> set_to_follow(Cards const& hand, Ranks const& bar) {
    std::optional<Cards> last_resort;
    for (auto const& set : sets_of(hand)) {
        if (set.strength < strength(bar.front()) || set.cards.size() < bar.size()) continue;
        auto cards = first_of(set.cards, bar.size());
        auto const takes_lowest = cards.front() == plain_low_to_high(hand).front();
        if (!takes_lowest) return cards;
        last_resort = cards;
    }
    return last_resort;
}

/// For `26`: for each rank to follow, starting with the lowest, the lowest remaining card that is at least as high.
std::optional<Cards> cheapest_follow(Cards from, Ranks const& bar) {
    Cards cards;
    for (auto rank = bar.rbegin(); rank != bar.rend(); ++rank) {
        auto const high_enough = [&](Card card) { return strength(card) >= strength(*rank); };
        auto const card = std::find_if(from.begin(), from.end(), high_enough);
        if (card == from.end()) return std::nullopt;
        cards.push_back(*card);
        from.erase(card);
    }
    return cards;
}

std::optional<Cards> follow(State const& state, Seat seat, Ranks const& bar) {
    auto const& hand = state.hands[seat];
    if (!is_mixed(state)) return set_to_follow(hand, bar);
    auto const cards = low_to_high(hand);
    for (auto const spared : {1, 0}) {
        auto const some = cheapest_follow(Cards(cards.begin() + spared, cards.end()), bar);
        if (some && accepted(state, seat, *some)) return some;
    }
    return std::nullopt;
}

Cards lowest(Cards const& hand, std::size_t how_many) {
    return first_of(low_to_high(hand), how_many);
}

/// Exchanges the middle cards. The lowest card is kept for the end, and high cards for following.
Cards cards_to_exchange(State const& state, Cards const& hand) {
    auto const cards = low_to_high(hand);
    Cards cards_to_exchange;
    for (std::size_t i = 1; i < cards.size(); ++i)
        if (!cards[i].is_joker() && strength(cards[i]) < 10) cards_to_exchange.push_back(cards[i]);
    if (strength(cards.front()) > 5) cards_to_exchange.insert(cards_to_exchange.begin(), cards.front());
    if (cards_to_exchange.size() > state.stock.size()) cards_to_exchange.resize(state.stock.size(), Card::joker());
    return cards_to_exchange;
}

/// The first legal play found among the choices of the templates. Needed for rare hands whose jokers must be combined
/// with particular cards.
Action any_legal(State const& state, Seat seat) {
    for (auto const& choice : TwentyTwo::legal(state, seat)) {
        if (!choice.cards) return choice.action;
        auto from = low_to_high(choice.cards->from);
        for (std::size_t turned = 0; turned < from.size(); ++turned) {
            std::rotate(from.begin(), from.begin() + 1, from.end());
            auto cards = first_of(from, static_cast<std::size_t>(choice.cards->min));
            cards.insert(cards.end(), choice.cards->with.begin(), choice.cards->with.end());
            if (accepted(state, seat, cards)) return Play{sorted(cards), std::nullopt};
        }
    }
    // The highest cards, with jokers that copy the highest rank, follow if any play does.
    auto const how_many = bar_at(state, state.plays.size())->size();
    return Play{sorted(highest_of(low_to_high(state.hands[seat]), how_many)), std::nullopt};
}

/// Adds leads: every number of cards of each rank and, with mixed leads, the highest cards.
void add_leads(std::vector<Action>& moves, State const& state, Cards const& hand) {
    for (auto const& set : sets_of(hand))
        for (std::size_t size = 1; size <= set.cards.size(); ++size)
            moves.push_back(Play{first_of(set.cards, size), std::nullopt});
    if (!is_mixed(state)) return;
    auto const cards = low_to_high(hand);
    for (std::size_t size = 2; size <= most_mixed(state, hand); ++size)
        moves.push_back(Play{sorted(highest_of(cards, size)), std::nullopt});
}

/// Adds answers: each set that follows and the lowest cards; with mixed ranks every run of neighbouring cards in order.
void add_follows(std::vector<Action>& moves, State const& state, Cards const& hand, Ranks const& bar) {
    auto const how_many = bar.size();
    if (is_mixed(state)) {
        auto const cards = low_to_high(hand);
        for (auto first = cards.begin(); cards.end() - first >= static_cast<std::ptrdiff_t>(how_many); ++first)
            moves.push_back(Play{sorted(Cards(first, first + static_cast<std::ptrdiff_t>(how_many))), std::nullopt});
        return;
    }
    for (auto const& set : sets_of(hand))
        if (set.cards.size() >= how_many && set.strength >= strength(bar.front()))
            moves.push_back(Play{first_of(set.cards, how_many), std::nullopt});
    moves.push_back(Play{sorted(lowest(hand, how_many)), std::nullopt});
}

/// Adds a pass and exchanges of one, two … cards, middle ranks first.
void add_exchanges(std::vector<Action>& moves, State const& state, Cards const& hand) {
    moves.push_back(Pass{});
    auto cards = low_to_high(hand);
    auto const use = [](Card card) { return card.is_joker() ? 20 : std::abs(2 * strength(card) - 15); };
    std::stable_sort(cards.begin(), cards.end(), [&](Card one, Card other) { return use(one) < use(other); });
    auto const most = std::min(hand.size(), state.stock.size());
    for (std::size_t size = 1; size <= most; ++size) moves.push_back(Exchange{sorted(first_of(cards, size))});
}

/// The points that a seat can still take before it is eliminated.
double points_to_elimination(State const& state, Seat seat) {
    auto const limit = is_mixed(state) ? 26 : 22;
    return still_in(state, seat) ? std::max(0, limit - state.totals[seat].value) : 0;
}

} // namespace

twentytwo::Action PolicyOf<TwentyTwo>::choose(State const& state, Seat seat, Random&) {
    auto const& hand = state.hands[seat];
    if (state.phase == Phase::exchange) {
        auto const cards = cards_to_exchange(state, hand);
        if (cards.empty()) return Pass{};
        return Exchange{sorted(cards)};
    }
    auto const bar = bar_at(state, state.plays.size());
    if (!bar) return Play{sorted(lead(state, hand)), std::nullopt};
    if (auto const cards = follow(state, seat, *bar)) return Play{sorted(*cards), std::nullopt};
    auto const low = lowest(hand, bar->size());
    if (accepted(state, seat, low)) return Play{sorted(low), std::nullopt};
    return any_legal(state, seat);
}

std::vector<twentytwo::Action> PolicyOf<TwentyTwo>::moves(State const& state, Seat seat) {
    std::vector<Action> moves;
    auto const& hand = state.hands[seat];
    if (state.phase == Phase::exchange)
        add_exchanges(moves, state, hand);
    else if (auto const bar = bar_at(state, state.plays.size()))
        add_follows(moves, state, hand, *bar);
    else
        add_leads(moves, state, hand);
    return moves;
}

bool PolicyOf<TwentyTwo>::is_terminal(State const& from, State const& now) {
    return now.deal != from.deal;
}

PerSeat<double> PolicyOf<TwentyTwo>::evaluate(State const&, State const& now) {
    auto const seats = seats_of(now);
    PerSeat<double> values(seats);
    if (TwentyTwo::over(now)) {
        auto const result = *TwentyTwo::view(now, Observer::spectator()).result;
        for (auto const seat : result.winners) values[seat] = 1.0 / static_cast<double>(result.winners.size());
        return values;
    }
    auto all = 0.0;
    for (auto const seat : all_seats(seats))
        all += values[seat] = points_to_elimination(now, seat) + (still_in(now, seat) ? 2 : 0);
    for (auto& share : values) share /= all;
    return values;
}

std::uint64_t PolicyOf<TwentyTwo>::action_key(Action const& action) {
    ActionKey key(action.index());
    std::visit(Overloaded{[&](Exchange const& exchange) { key.add_ranks(exchange.cards); }, [](Pass const&) {},
                          [&](Play const& play) {
                              key.add_ranks(play.cards);
                              if (play.as)
                                  for (auto const rank : *play.as) key.add(static_cast<std::uint64_t>(number_of(rank)));
                          }},
               action);
    return key.value();
}

} // namespace tefuda::search
