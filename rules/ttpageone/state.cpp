#include "rules/ttpageone/state.hpp"

#include <algorithm>

namespace tefuda::ttpageone {

namespace {

constexpr std::array privilege_fields{&Privileges::secret, &Privileges::wild, &Privileges::pass, &Privileges::starter};
constexpr std::array all_privileges{Privilege::secret, Privilege::wild, Privilege::pass, Privilege::starter};

auto field_of(Privilege privilege) {
    return privilege_fields[static_cast<std::size_t>(privilege)];
}

} // namespace

Cards all_cards(State const& state) {
    Cards cards = state.stock;
    for (auto const& hand : state.hands) cards.insert(cards.end(), hand.begin(), hand.end());
    for (auto const& pile : state.piles) {
        cards.push_back(pile.top);
        cards.insert(cards.end(), pile.under.begin(), pile.under.end());
    }
    return cards;
}

bool is_out(State const& state, Seat seat) {
    return state.given_up[seat].has_value();
}

Seat next_player(State const& state, Seat from, int steps) {
    auto seat = from;
    while (steps > 0) {
        seat = seat.left(state.seats, state.direction);
        if (!is_out(state, seat)) --steps;
    }
    return seat;
}

int side_of(State const& state, Seat seat) {
    auto const teams = state.options.teams.value;
    return teams == 0 ? seat.number() : seat.number() % teams;
}

int cards_left(State const& state, Seat seat) {
    return static_cast<int>(state.hands[seat].size()) + state.given_up[seat].value_or(0);
}

std::optional<Seat>& holder_of(Privileges& privileges, Privilege privilege) {
    return privileges.*field_of(privilege);
}

std::optional<Seat> const& holder_of(Privileges const& privileges, Privilege privilege) {
    return privileges.*field_of(privilege);
}

PrivilegeList privileges_left(State const& state) {
    PrivilegeList left;
    for (auto const privilege : all_privileges) {
        if (privilege == Privilege::starter && state.seats == 3) continue;
        if (!holder_of(state.privileges, privilege)) left.push_back(privilege);
    }
    return left;
}

Seat seat_choosing(State const& state) {
    auto const chosen = std::count_if(all_privileges.begin(), all_privileges.end(), [&](Privilege privilege) {
        return holder_of(state.privileges, privilege).has_value();
    });
    return state.priority[static_cast<std::size_t>(chosen)];
}

Cards face_down_cards(State const& state, Seat seat) {
    Cards cards;
    if (state.privileges.secret != seat) return cards;
    if (state.secret) cards.push_back(state.secret->card);
    for (auto const& drawn : state.drawn_blind) cards.push_back(drawn.card);
    return cards;
}

Cards open_cards(State const& state, Seat seat) {
    auto cards = state.hands[seat];
    remove_all(cards, face_down_cards(state, seat));
    return cards;
}

bool matches(Pile const& pile, Card card) {
    return card.is_joker() || (pile.suit && card.has(*pile.suit)) || (pile.rank && card.has(*pile.rank));
}

bool must_play(State const& state, Seat seat) {
    auto const open = open_cards(state, seat);
    return std::any_of(open.begin(), open.end(),
                       [&](Card card) { return matches(state.piles[0], card) || matches(state.piles[1], card); });
}

bool may_declare_with(State const& state, Seat seat, std::size_t played) {
    auto const held = state.hands[seat].size();
    if (held == played + 1) return true;
    return held == 1 && played == 1 && state.last_one[seat] == Declaration::undeclared;
}

bool in_play(State const& state) {
    return state.phase == Phase::play || state.phase == Phase::name_suit || state.phase == Phase::rehide;
}

bool may_hide_voluntarily(State const& state, Seat seat) {
    return (state.phase == Phase::play || state.phase == Phase::name_suit) && state.privileges.secret == seat &&
           !state.hide_used;
}

} // namespace tefuda::ttpageone
