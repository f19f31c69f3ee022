// The templates of the legal actions.
#include "rules/ttpageone/ttpageone.hpp"

#include <algorithm>

namespace tefuda {

using namespace ttpageone;

namespace {

using Legal = Templates<Action>;

void add(Legal& legal, Action action) {
    legal.push_back({std::move(action), std::nullopt, {}});
}

/// Adds the plays of a choice. `last_one`: whether they may carry `last_one`.
void add_plays(Legal& legal, int table, CardChoice choice, bool last_one) {
    if (choice.from.empty()) return;
    Template<Action> plays{Play{table, {}, std::nullopt, std::nullopt}, std::nullopt, {}};
    if (last_one) plays.optional.emplace_back("last_one");
    // Several cards stay a choice even if all of them must be played, because the player chooses their order.
    if (choice.from.size() == 1)
        std::get<Play>(plays.action).cards = choice.from;
    else
        plays.cards = std::move(choice);
    legal.push_back(std::move(plays));
}

void add_jokers(Legal& legal, int table, bool last_one) {
    for (auto const suit : all_suits) {
        add(legal, Play{table, {Card::joker()}, suit, std::nullopt});
        if (last_one) legal.back().optional.emplace_back("last_one");
    }
}

/// Adds the plays onto one table. Cards of the rank of the top may be played together. Only a play that leaves exactly
/// one card may carry `last_one`, so there is one template for each range of counts with the same permission.
void add_plays_onto(Legal& legal, State const& state, Seat seat, int table) {
    auto const& pile = state.piles[static_cast<std::size_t>(table)];
    Cards of_rank;
    Cards single;
    for (auto const card : state.hands[seat]) {
        if (card.is_joker()) continue;
        if (pile.rank && card.has(*pile.rank))
            of_rank.push_back(card);
        else if (matches(pile, card))
            single.push_back(card);
    }

    auto const most = static_cast<int>(of_rank.size());
    auto const declares = [&](int played) { return may_declare_with(state, seat, static_cast<std::size_t>(played)); };
    std::vector<CardChoice> several;
    for (int first = 1, last = 1; first <= most; first = ++last) {
        while (last < most && declares(last + 1) == declares(first)) ++last;
        if (first == 1 && last == 1)
            for (auto const card : of_rank) insert_sorted(single, card);
        else
            several.push_back({first, last, of_rank, {}, {}});
    }

    add_plays(legal, table, {1, 1, single, {}, {}}, declares(1));
    for (auto& choice : several) {
        auto const last_one = declares(choice.min);
        add_plays(legal, table, std::move(choice), last_one);
    }
    if (contains(state.hands[seat], Card::joker())) add_jokers(legal, table, declares(1));
}

void add_turn(Legal& legal, State const& state, Seat seat) {
    for (int table = 0; table < 2; ++table) add_plays_onto(legal, state, seat, table);
    if (!must_play(state, seat)) add(legal, Draw{});
    if (state.privileges.pass == seat && !state.pass_used) add(legal, Pass{});
}

void add_last_ones(Legal& legal, State const& state, Seat seat) {
    if (state.last_one[seat] == Declaration::undeclared) add(legal, DeclareLastOne{});
    for (auto const other : all_seats(state.seats))
        if (other != seat && state.last_one[other] == Declaration::undeclared) add(legal, Challenge{other});
}

/// Adds `hide` with every card of the hand, and without a card: for the setup and for RULES.md R6.
void add_hides(Legal& legal, State const& state, Seat seat) {
    for (auto const card : distinct(state.hands[seat])) add(legal, Hide{card});
    add(legal, Hide{});
}

/// Adds the changes of the secret card that a player may make at any time (RULES.md R11).
void add_voluntary_hides(Legal& legal, State const& state, Seat seat) {
    for (auto const card : distinct(state.hands[seat]))
        if (!state.secret || state.secret->card != card) add(legal, Hide{card});
    if (state.secret) add(legal, Hide{});
}

} // namespace

Seats TtPageOne::to_act(State const& state) {
    switch (state.phase) {
    case Phase::privileges:
        return {seat_choosing(state)};
    case Phase::hide:
    case Phase::rehide:
        return {*state.privileges.secret};
    case Phase::play:
    case Phase::name_suit:
        return {*state.turn};
    case Phase::over:
        break;
    }
    return {};
}

Templates<Action> TtPageOne::legal(State const& state, Seat seat) {
    Legal legal;
    if (over(state) || is_out(state, seat)) return legal;
    auto const waited_for = to_act(state).front() == seat;
    if (waited_for && state.phase == Phase::privileges)
        for (auto const privilege : privileges_left(state)) add(legal, ChoosePrivilege{privilege});
    if (waited_for && state.phase == Phase::play) add_turn(legal, state, seat);
    if (waited_for && state.phase == Phase::name_suit)
        for (auto const suit : all_suits) add(legal, NameSuit{suit});
    if (in_play(state)) add_last_ones(legal, state, seat);
    if (waited_for && (state.phase == Phase::hide || state.phase == Phase::rehide)) add_hides(legal, state, seat);
    if (may_hide_voluntarily(state, seat)) add_voluntary_hides(legal, state, seat);
    return legal;
}

std::vector<TimedAction<ttpageone::Action>> TtPageOne::timed(State const& state) {
    constexpr int patience_ms = 3000;
    std::vector<TimedAction<Action>> calls;
    if (!in_play(state)) return calls;
    for (auto const forgetful : all_seats(state.seats)) {
        if (state.last_one[forgetful] != Declaration::undeclared) continue;
        for (auto const seat : all_seats(state.seats)) {
            if (seat == forgetful || is_out(state, seat)) continue;
            auto const is_partner = side_of(state, seat) == side_of(state, forgetful);
            calls.push_back({seat, Challenge{forgetful}, is_partner ? std::nullopt : std::optional(patience_ms), true});
        }
    }
    return calls;
}

} // namespace tefuda
