#include "rules/ttpageone/policy.hpp"

#include "rules/search/meaning.hpp"

#include <cmath>

namespace tefuda::search {

namespace {

using namespace ttpageone;

/// How many rounds of the table a search looks ahead.
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

/// All cards of the top's rank together, each of them last once.
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

/// Each card alone onto each table, a joker with each suit, and the sets.
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

/// The tables as they look after a play, but for what a K turns up.
InplaceVector<Pile, 2> tables_after(State const& state, Play const& play) {
    InplaceVector<Pile, 2> piles;
    for (auto const& pile : state.piles) piles.push_back({pile.top, pile.suit, pile.rank, {}});
    auto const card = play.cards.back();
    auto& covered = piles[static_cast<std::size_t>(play.table)];
    covered = {card, play.suit ? play.suit : card.suit(), card.rank(), {}};
    if (card.has(Rank::ace)) piles[static_cast<std::size_t>(1 - play.table)].suit = card.suit();
    return piles;
}

template <class Piles>
std::ptrdiff_t matching(Piles const& piles, Cards const& cards) {
    return std::count_if(cards.begin(), cards.end(), [&](Card card) {
        return std::any_of(piles.begin(), piles.end(), [&](Pile const& pile) { return matches(pile, card); });
    });
}

/// Who comes after the play, and how much its effect is worth.
double effect_of(State const& state, Seat seat, Play const& play) {
    auto const card = play.cards.back();
    auto const number = static_cast<double>(play.cards.size());
    if (card.has(Rank::five)) return 2 * number;
    if (!card.has(Rank::seven)) return 0;
    auto worth = 0.0;
    for (auto const other : all_seats(state.seats)) {
        if (other == seat || is_out(state, other)) continue;
        auto const hurts = state.hands[other].size() <= 2 ? 4 : 2;
        worth += side_of(state, other) == side_of(state, seat) ? -hurts : hurts;
    }
    return worth * number;
}

double worth_of(State const& state, Seat seat, Play const& play) {
    if (play.cards.size() == state.hands[seat].size()) return 1000;
    auto rest = state.hands[seat];
    remove_all(rest, play.cards);
    auto const piles = tables_after(state, play);
    auto worth = 10.0 * static_cast<double>(play.cards.size()) + effect_of(state, seat, play);
    worth += std::min<double>(2, static_cast<double>(matching(piles, rest)));
    auto const steps = play.cards.back().has(Rank::five) ? 1 + static_cast<int>(play.cards.size()) : 1;
    auto const next = next_player(state, seat, steps);
    if (side_of(state, next) != side_of(state, seat) && matching(piles, open_cards(state, next)) == 0)
        worth += state.hands[next].size() <= 2 ? 8 : 4;
    if (play.cards.back().is_joker()) worth -= rest.size() <= 1 ? 0 : 5;
    return worth;
}

std::optional<Seat> to_challenge(State const& state, Seat seat) {
    for (auto const other : all_seats(state.seats))
        if (side_of(state, other) != side_of(state, seat) && state.last_one[other] == Declaration::undeclared)
            return other;
    return std::nullopt;
}

/// A joker, else the card that fits best whatever lies there: it stays for the end.
Hide hidden_of(Cards const& hand) {
    if (hand.empty()) return {};
    return {hand.back()};
}

Privilege best_of(PrivilegeList const& left) {
    for (auto const privilege : {Privilege::pass, Privilege::starter, Privilege::secret})
        if (std::find(left.begin(), left.end(), privilege) != left.end()) return privilege;
    return left.front();
}

Action best_turn(State const& state, Seat seat) {
    std::optional<Play> best;
    auto best_worth = 0.0;
    for (auto& play : plays_of(state, seat)) {
        auto const worth = worth_of(state, seat, play);
        if (best && worth <= best_worth) continue;
        best = std::move(play);
        best_worth = worth;
    }
    if (best) return *best;
    if (state.privileges.pass == seat && !state.pass_used && !state.drawn) return Pass{};
    return Draw{};
}

double chance_of(double cards) {
    return std::exp(-cards / 2);
}

} // namespace

ttpageone::Action PolicyOf<TtPageOne>::choose(State const& state, Seat seat, Random& random) {
    switch (state.phase) {
    case Phase::privileges:
        return ChoosePrivilege{best_of(privileges_left(state))};
    case Phase::hide:
    case Phase::rehide:
        return hidden_of(state.hands[seat]);
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
    auto const other = to_challenge(state, seat);
    if (other && one_in(random, 3)) return Challenge{*other};
    return std::nullopt;
}

bool PolicyOf<TtPageOne>::ended(State const& from, State const& now) {
    return now.game != from.game || now.turns_ended >= from.turns_ended + rounds_ahead * from.seats;
}

PerSeat<double> PolicyOf<TtPageOne>::worth(State const& from, State const& now) {
    PerSeat<double> worth(now.seats);
    if (now.result && now.options.games.value == 1) {
        for (auto const seat : now.result->winners) worth[seat] = 1;
        return worth;
    }
    if (now.game != from.game || now.result) {
        // Of several games each counts for its points.
        for (auto const seat : all_seats(now.seats))
            worth[seat] =
                std::min(1.0, now.results.back()[seat].value > 0 ? 0.5 + now.results.back()[seat].value / 40.0 : 0);
        return worth;
    }
    std::array<double, max_seats> fewest{};
    fewest.fill(100);
    for (auto const seat : all_seats(now.seats)) {
        auto& of_side = fewest[static_cast<std::size_t>(side_of(now, seat))];
        if (!is_out(now, seat)) of_side = std::min(of_side, static_cast<double>(now.hands[seat].size()));
    }
    auto all = 0.0;
    for (auto const cards : fewest) all += chance_of(cards);
    for (auto const seat : all_seats(now.seats))
        worth[seat] = chance_of(fewest[static_cast<std::size_t>(side_of(now, seat))]) / all;
    return worth;
}

std::uint64_t PolicyOf<TtPageOne>::meaning(Action const& action) {
    Meaning meaning(action.index());
    std::visit(
        Overloaded{[&](ChoosePrivilege const& choice) { meaning.add(static_cast<unsigned>(choice.privilege)); },
                   [&](Hide const& hide) { meaning.add(hide.card ? hide.card->order() : 99); },
                   [&](Play const& play) {
                       meaning.add(static_cast<unsigned>(play.table));
                       for (auto const card : sorted(play.cards)) meaning.add(card.order());
                       meaning.add(play.cards.back().order());
                       if (play.suit) meaning.add(static_cast<unsigned>(*play.suit));
                   },
                   [](Draw const&) {}, [](Pass const&) {},
                   [&](NameSuit const& name) { meaning.add(static_cast<unsigned>(name.suit)); },
                   [](DeclareLastOne const&) {},
                   [&](Challenge const& challenge) { meaning.add(static_cast<unsigned>(challenge.seat.number())); }},
        action);
    return meaning.value();
}

std::vector<ttpageone::Action> PolicyOf<TtPageOne>::moves(State const& state, Seat seat) {
    std::vector<Action> moves;
    if (state.phase != Phase::play) {
        for (auto const& choice : TtPageOne::legal(state, seat)) moves.push_back(choice.action);
        return moves;
    }
    if (auto const other = to_challenge(state, seat)) moves.push_back(Challenge{*other});
    for (auto& play : plays_of(state, seat)) moves.push_back(std::move(play));
    if (!must_play(state, seat)) moves.push_back(Draw{});
    if (state.privileges.pass == seat && !state.pass_used && !state.drawn) moves.push_back(Pass{});
    return moves;
}

} // namespace tefuda::search
