#include "rules/twentytwo/deal.hpp"

#include "rules/twentytwo/ranking.hpp"

#include <algorithm>

namespace tefuda::twentytwo {

namespace {

/// The seats among `seats` with the highest card.
Seats highest(Seats const& seats, PerSeat<Nullable<Card>> const& cards) {
    Seats best;
    for (auto const seat : seats) {
        auto const here = strength(*cards[seat]);
        auto const there = best.empty() ? 0 : strength(*cards[best.front()]);
        if (here > there) best.clear();
        if (here >= there) best.push_back(seat);
    }
    return best;
}

/// All cards except those lying before losers, in canonical order.
Cards pack_of(State const& state) {
    auto pack = whole_pack(state.options);
    for (auto const& pile : state.lying) remove_all(pack, pile);
    return sorted(pack);
}

/// Shows the last cards. \returns the losers
Seats show(State& state, std::vector<Event>& events) {
    Show showing{PerSeat<Nullable<Card>>(seats_of(state)), {}};
    for (auto const seat : seats_in(state)) {
        showing.cards[seat] = state.hands[seat].front();
        state.hands[seat].clear();
        events.push_back(Shown{seat, *showing.cards[seat]});
    }
    showing.losers = highest(seats_in(state), showing.cards);
    state.last_show = showing;
    return showing.losers;
}

/// Gives the losers their points, and eliminates those who reach the limit.
void score(State& state, Seats const& losers, std::vector<Event>& events) {
    auto const variant = state.options.variant;
    Points const limit(variant == Variant::twenty_six ? 26 : 22);
    for (auto const seat : losers) {
        auto const card = *state.last_show->cards[seat];
        state.totals[seat] += points_of(card, variant);
        events.push_back(Lost{seat, card, points_of(card, variant), state.totals[seat]});
    }
    for (auto const seat : losers) {
        if (state.totals[seat] < limit) continue;
        state.eliminated_in_deal[seat] = state.deal;
        events.push_back(Eliminated{seat});
    }
}

/// The loser whose card and seat decide the size and the dealer of the next deal (RULES.md R2, R3).
Seat pick_loser(State const& state, Seats const& losers, Chance& chance) {
    Seats in;
    for (auto const seat : losers)
        if (still_in(state, seat)) in.push_back(seat);
    auto const& among = in.empty() ? losers : in;
    return among[static_cast<std::size_t>(chance.pick(static_cast<int>(among.size())))];
}

void lay_losing_cards(State& state, Seats const& losers) {
    for (auto const seat : losers) {
        if (!still_in(state, seat))
            state.lying[seat].clear();
        else if (state.options.losing_cards == LosingCards::stay)
            insert_sorted(state.lying[seat], *state.last_show->cards[seat]);
    }
}

void end(State& state, std::vector<Event>& events) {
    state.phase = Phase::over;
    events.push_back(Ended{result_of(state)});
}

} // namespace

void draw_for_dealer(State& state, Chance& chance, std::vector<Event>& events) {
    auto pack = whole_pack(state.options);
    chance.shuffle(pack);
    auto drawing = seats_in(state);
    while (drawing.size() > 1) {
        if (pack.size() < drawing.size()) {
            pack = whole_pack(state.options);
            chance.shuffle(pack);
        }
        Draws drawn(seats_of(state));
        for (auto const seat : drawing) {
            drawn[seat] = draw_top(pack);
            events.push_back(Drawn{seat, static_cast<int>(state.draws.size()) + 1, *drawn[seat]});
        }
        state.draws.push_back(drawn);
        drawing = highest(drawing, drawn);
    }
    state.dealer = drawing.front();
    events.push_back(DealerChosen{state.dealer});
}

void deal_hands(State& state, int wanted, Chance& chance, std::vector<Event>& events) {
    auto const seats = seats_of(state);
    auto const in = seats_in(state);
    auto pack = pack_of(state);
    state.hand_size = std::min(wanted, static_cast<int>(pack.size() / in.size()));
    chance.shuffle(pack);
    ++state.deal;
    state.plays.clear();
    state.hands = state.set_aside = PerSeat<Cards>(seats);
    state.exchanged = PerSeat<Nullable<int>>(seats);
    auto top = pack.begin();
    for (int round = 0; round < state.hand_size; ++round) {
        auto seat = state.dealer;
        for (std::size_t i = 0; i < in.size(); ++i) {
            seat = next_in(state, seat);
            state.hands[seat].push_back(*top++);
        }
    }
    state.stock.assign(top, pack.end());
    for (auto& hand : state.hands) sort_canonical(hand);
    events.push_back(Dealt{state.dealer, state.deal, state.hand_size, static_cast<int>(state.stock.size()), state.hands,
                           state.lying});
    state.phase = Phase::exchange;
    state.turn = next_in(state, state.dealer);
    if (state.stock.empty()) start_play(state, events);
}

void start_play(State& state, std::vector<Event>& events) {
    state.phase = Phase::play;
    state.turn = next_in(state, state.dealer);
    events.push_back(PlayStarted{state.turn});
}

void show_last_cards(State& state, Chance& chance, std::vector<Event>& events) {
    auto const losers = show(state, events);
    score(state, losers, events);
    // When the match is over the table stays as it was in the last deal (RULES.md R15).
    if (seats_in(state).size() <= 1) return end(state, events);
    auto const loser = pick_loser(state, losers, chance);
    lay_losing_cards(state, losers);
    state.dealer = still_in(state, loser) ? loser : next_in(state, loser);
    events.push_back(DealerChosen{state.dealer});
    deal_hands(state, points_of(*state.last_show->cards[loser], state.options.variant).value, chance, events);
}

Result<Reason> result_of(State const& state) {
    auto const seats = all_seats(seats_of(state));
    auto const better = [&](Seat one, Seat other) {
        auto const& out = state.eliminated_in_deal[one];
        auto const& other_out = state.eliminated_in_deal[other];
        if (out != other_out) return !out || (other_out && *out > *other_out);
        return state.totals[one] < state.totals[other];
    };
    Result<Reason> result{{},
                          PerSeat<std::uint8_t>(seats_of(state)),
                          state.totals,
                          seats_in(state).empty() ? Reason::lowest_total : Reason::last_left};
    for (auto const seat : seats) {
        result.ranks[seat] = 1 + static_cast<int>(std::count_if(seats.begin(), seats.end(),
                                                                [&](Seat other) { return better(other, seat); }));
        if (result.ranks[seat] == 1) result.winners.push_back(seat);
    }
    return result;
}

} // namespace tefuda::twentytwo
