#include "rules/ttpageone/policy.hpp"

#include "rules/search/action_key.hpp"

#include <cmath>

namespace tefuda::search {

namespace {

using namespace ttpageone;

/// Search depth, in rounds of the table.
constexpr int rounds_ahead = 4;

/// The suit that the seat holds most of.
Suit best_suit(State const& state, Seat seat) {
    auto best = Suit::spades;
    std::ptrdiff_t most = -1;
    for (auto const suit : all_suits) {
        auto const& hand = state.hands[seat];
        auto const held = std::count_if(hand.begin(), hand.end(), [&](Card card) { return card.has(suit); });
        if (held <= most) continue;
        best = suit;
        most = held;
    }
    return best;
}

void add_play(std::vector<Play>& plays, State const& state, Seat seat, Play play) {
    if (may_declare_with(state, seat, play.cards.size())) play.last_one = true;
    plays.push_back(std::move(play));
}

/// Adds all cards of the rank of the top as one play, once with each of them as the new top.
void add_sets(std::vector<Play>& plays, State const& state, Seat seat, int table) {
    auto const rank = state.piles[static_cast<std::size_t>(table)].rank;
    Cards set;
    for (auto const card : state.hands[seat])
        if (rank && card.has(*rank)) set.push_back(card);
    for (std::size_t i = 0; set.size() > 1 && i < set.size(); ++i) {
        add_play(plays, state, seat, {table, set, {}, {}});
        std::rotate(set.begin(), set.begin() + 1, set.end());
    }
}

/// Single cards on each table (a joker with each suit), and the sets.
std::vector<Play> plays_of(State const& state, Seat seat) {
    std::vector<Play> plays;
    for (auto const table : {0, 1}) {
        add_sets(plays, state, seat, table);
        for (auto const card : distinct(state.hands[seat])) {
            if (!matches(state.piles[static_cast<std::size_t>(table)], card)) continue;
            if (!card.is_joker()) {
                add_play(plays, state, seat, {table, {card}, {}, {}});
                continue;
            }
            for (auto const suit : all_suits) add_play(plays, state, seat, {table, {card}, suit, {}});
        }
    }
    return plays;
}

/// The tables after a play, without the cards that a K turns up.
InplaceVector<Pile, 2> tables_after(State const& state, Play const& play) {
    InplaceVector<Pile, 2> piles;
    for (auto const& pile : state.piles) piles.push_back({pile.top, pile.suit, pile.rank, {}});
    auto const card = play.cards.back();
    auto& covered = piles[static_cast<std::size_t>(play.table)];
    covered = {card, play.suit ? play.suit : card.suit(), card.rank(), {}};
    if (card.has(Rank::ace)) piles[static_cast<std::size_t>(1 - play.table)].suit = card.suit();
    return piles;
}

/// Number of cards that match at least one of the tables.
template <class Piles>
std::ptrdiff_t matching(Piles const& piles, Cards const& cards) {
    return std::count_if(cards.begin(), cards.end(), [&](Card card) {
        return std::any_of(piles.begin(), piles.end(), [&](Pile const& pile) { return matches(pile, card); });
    });
}

/// The value of the effect of a play.
double effect_value(State const& state, Seat seat, Play const& play) {
    auto const card = play.cards.back();
    auto const number = static_cast<double>(play.cards.size());
    if (card.has(Rank::five)) return 2 * number;
    if (!card.has(Rank::seven)) return 0;
    auto value = 0.0;
    for (auto const other : all_seats(state.seats)) {
        if (other == seat || is_out(state, other)) continue;
        auto const damage = state.hands[other].size() <= 2 ? 4 : 2;
        value += side_of(state, other) == side_of(state, seat) ? -damage : damage;
    }
    return value * number;
}

double evaluate_play(State const& state, Seat seat, Play const& play) {
    if (play.cards.size() == state.hands[seat].size()) return 1000;
    auto rest = state.hands[seat];
    remove_all(rest, play.cards);
    auto const piles = tables_after(state, play);
    auto value = 10.0 * static_cast<double>(play.cards.size()) + effect_value(state, seat, play);
    value += std::min<double>(2, static_cast<double>(matching(piles, rest)));
    auto const steps = play.cards.back().has(Rank::five) ? 1 + static_cast<int>(play.cards.size()) : 1;
    auto const next = next_player(state, seat, steps);
    if (side_of(state, next) != side_of(state, seat) && matching(piles, open_cards(state, next)) == 0)
        value += state.hands[next].size() <= 2 ? 8 : 4;
    if (play.cards.back().is_joker()) value -= rest.size() <= 1 ? 0 : 5;
    return value;
}

std::optional<Seat> seat_to_challenge(State const& state, Seat seat) {
    for (auto const other : all_seats(state.seats))
        if (side_of(state, other) != side_of(state, seat) && state.last_one[other] == Declaration::undeclared)
            return other;
    return std::nullopt;
}

/// The last card in canonical order, which is a joker if the hand has one. It is kept for the end of the game.
Hide choose_hidden(Cards const& hand) {
    if (hand.empty()) return {};
    return {hand.back()};
}

Privilege preferred_privilege(PrivilegeList const& left) {
    for (auto const privilege : {Privilege::pass, Privilege::starter, Privilege::secret})
        if (std::find(left.begin(), left.end(), privilege) != left.end()) return privilege;
    return left.front();
}

Action best_turn(State const& state, Seat seat) {
    std::optional<Play> best;
    auto best_value = 0.0;
    for (auto& play : plays_of(state, seat)) {
        auto const value = evaluate_play(state, seat, play);
        if (best && value <= best_value) continue;
        best = std::move(play);
        best_value = value;
    }
    if (best) return *best;
    if (state.privileges.pass == seat && !state.pass_used) return Pass{};
    return Draw{};
}

/// A weight that falls with the number of cards; the probability of winning is the share of the sum of weights.
double win_weight(double cards) {
    return std::exp(-cards / 2);
}

} // namespace

ttpageone::Action PolicyOf<TtPageOne>::choose(State const& state, Seat seat, Random& random) {
    switch (state.phase) {
    case Phase::privileges:
        return ChoosePrivilege{preferred_privilege(privileges_left(state))};
    case Phase::hide:
    case Phase::rehide:
        return choose_hidden(state.hands[seat]);
    case Phase::name_suit:
        return NameSuit{best_suit(state, seat)};
    case Phase::play:
    case Phase::over:
        break;
    }
    if (auto const action = volunteer(state, seat, random)) return *action;
    return best_turn(state, seat);
}

std::optional<ttpageone::Action> PolicyOf<TtPageOne>::volunteer(State const& state, Seat seat, Random& random) {
    if (!in_play(state) || is_out(state, seat)) return std::nullopt;
    if (state.last_one[seat] == Declaration::undeclared) return DeclareLastOne{};
    auto const other = seat_to_challenge(state, seat);
    if (other && one_in(random, 3)) return Challenge{*other};
    return std::nullopt;
}

bool PolicyOf<TtPageOne>::is_terminal(State const& from, State const& now) {
    return now.game != from.game || now.turns_ended >= from.turns_ended + rounds_ahead * from.seats;
}

PerSeat<double> PolicyOf<TtPageOne>::evaluate(State const& from, State const& now) {
    PerSeat<double> values(now.seats);
    if (now.result && now.options.games.value == 1) {
        for (auto const seat : now.result->winners) values[seat] = 1;
        return values;
    }
    if (now.game != from.game || now.result) {
        // In a match of several games the points of each game count.
        for (auto const seat : all_seats(now.seats))
            values[seat] =
                std::min(1.0, now.results.back()[seat].value > 0 ? 0.5 + now.results.back()[seat].value / 40.0 : 0);
        return values;
    }
    std::array<double, max_seats> fewest{};
    fewest.fill(100);
    for (auto const seat : all_seats(now.seats)) {
        auto& of_side = fewest[static_cast<std::size_t>(side_of(now, seat))];
        if (!is_out(now, seat)) of_side = std::min(of_side, static_cast<double>(now.hands[seat].size()));
    }
    auto all = 0.0;
    for (auto const cards : fewest) all += win_weight(cards);
    for (auto const seat : all_seats(now.seats))
        values[seat] = win_weight(fewest[static_cast<std::size_t>(side_of(now, seat))]) / all;
    return values;
}

std::uint64_t PolicyOf<TtPageOne>::action_key(Action const& action) {
    ActionKey key(action.index());
    std::visit(Overloaded{[&](ChoosePrivilege const& choice) { key.add(static_cast<unsigned>(choice.privilege)); },
                          [&](Hide const& hide) { key.add(hide.card ? hide.card->order() : 99); },
                          [&](Play const& play) {
                              key.add(static_cast<unsigned>(play.table));
                              for (auto const card : sorted(play.cards)) key.add(card.order());
                              key.add(play.cards.back().order());
                              if (play.suit) key.add(static_cast<unsigned>(*play.suit));
                          },
                          [](Draw const&) {}, [](Pass const&) {},
                          [&](NameSuit const& name) { key.add(static_cast<unsigned>(name.suit)); },
                          [](DeclareLastOne const&) {},
                          [&](Challenge const& challenge) { key.add(static_cast<unsigned>(challenge.seat.number())); }},
               action);
    return key.value();
}

std::vector<ttpageone::Action> PolicyOf<TtPageOne>::moves(State const& state, Seat seat) {
    std::vector<Action> moves;
    if (state.phase != Phase::play) {
        for (auto const& choice : TtPageOne::legal(state, seat)) moves.push_back(choice.action);
        return moves;
    }
    if (auto const other = seat_to_challenge(state, seat)) moves.push_back(Challenge{*other});
    for (auto& play : plays_of(state, seat)) moves.push_back(std::move(play));
    if (!must_play(state, seat)) moves.push_back(Draw{});
    if (state.privileges.pass == seat && !state.pass_used) moves.push_back(Pass{});
    return moves;
}

} // namespace tefuda::search
