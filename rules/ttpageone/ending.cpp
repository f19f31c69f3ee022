// The end of a turn, disqualification, and the end of a game and of the match.
#include "rules/ttpageone/context.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace tefuda::ttpageone {

namespace {

template <class Wins>
Seats seats_where(State const& state, Wins wins) {
    Seats seats;
    for (auto const seat : all_seats(state.seats))
        if (wins(seat)) seats.push_back(seat);
    return seats;
}

bool is_among(Seats const& seats, Seat seat) {
    return std::find(seats.begin(), seats.end(), seat) != seats.end();
}

/// Whether any player of this seat's side is still in the game.
bool side_is_in(State const& state, Seat seat) {
    auto const seats = all_seats(state.seats);
    return std::any_of(seats.begin(), seats.end(), [&](Seat other) {
        return side_of(state, other) == side_of(state, seat) && !is_out(state, other);
    });
}

int cards_of_side(State const& state, Seat seat) {
    int cards = 0;
    for (auto const other : all_seats(state.seats))
        if (side_of(state, other) == side_of(state, seat)) cards += cards_left(state, other);
    return cards;
}

PerSeat<Points> points_of_game(State const& state, Seats const& winners, Reason reason) {
    PerSeat<Points> points(state.seats);
    if (reason == Reason::limit) return points;
    Points won;
    for (auto const seat : all_seats(state.seats))
        if (!is_among(winners, seat)) won += Points(cards_left(state, seat));
    for (auto const seat : winners) points[seat] = won;
    return points;
}

/// A sort key of the final ranking for each seat; smaller is better.
PerSeat<std::array<int, 2>> standing(State const& state, Seats const& winners) {
    PerSeat<std::array<int, 2>> places(state.seats);
    auto const alone = state.options.teams.value == 0;
    for (auto const seat : all_seats(state.seats)) {
        if (state.options.games.value > 1)
            places[seat] = {0, -state.scores[seat].value};
        else if (is_among(winners, seat))
            places[seat] = {0, 0};
        else if (alone && is_out(state, seat))
            places[seat] = {2, 0};
        else
            places[seat] = {1, cards_of_side(state, seat)};
    }
    return places;
}

void end_match(Context context, Seats const& winners, Reason reason) {
    auto& state = context.state;
    auto const places = standing(state, winners);
    Result<Reason> result;
    result.reason = state.options.games.value > 1 ? Reason::points : reason;
    result.scores = state.scores;
    for (auto const& place : places) {
        auto const better =
            std::count_if(places.begin(), places.end(), [&](auto const& other) { return other < place; });
        result.ranks.push_back(1 + static_cast<int>(better));
    }
    result.winners = seats_where(state, [&](Seat seat) { return result.ranks[seat] == 1; });
    if (state.options.teams.value > 0) {
        auto& team = result.team.emplace();
        for (auto const seat : all_seats(state.seats)) team.push_back(static_cast<std::uint8_t>(side_of(state, seat)));
    }
    state.result = result;
    state.phase = Phase::over;
    context.events.push_back(MatchEnded{result});
}

void end_game(Context context, Seats const& winners, Reason reason) {
    auto& state = context.state;
    auto const points = points_of_game(state, winners, reason);
    for (auto const seat : all_seats(state.seats)) state.scores[seat] += points[seat];
    state.results.push_back(points);
    context.events.push_back(GameEnded{state.game, winners, reason, points});
    if (state.game < state.options.games.value) return deal_game(context);
    end_match(context, winners, reason);
}

Seats side_members(State const& state, Seat member) {
    return seats_where(state, [&](Seat seat) { return side_of(state, seat) == side_of(state, member); });
}

void end_game_at_limit(Context context) {
    auto const& state = context.state;
    std::optional<int> fewest;
    for (auto const seat : all_seats(state.seats))
        if (side_is_in(state, seat))
            fewest = std::min(fewest.value_or(cards_of_side(state, seat)), cards_of_side(state, seat));
    end_game(
        context,
        seats_where(state, [&](Seat seat) { return side_is_in(state, seat) && cards_of_side(state, seat) == fewest; }),
        Reason::limit);
}

void give_up_cards(State& state, Seat seat) {
    auto& hand = state.hands[seat];
    state.given_up[seat] = static_cast<int>(hand.size());
    auto& under = state.piles[0].under;
    under.insert(under.end(), hand.begin(), hand.end());
    hand.clear();
    state.last_one[seat].reset();
}

void lose_privileges(State& state, Seat seat) {
    if (state.privileges.secret == seat && state.secret) {
        state.lost_secret = LostSecret{seat, *state.secret};
        state.secret.reset();
    }
    for (auto const privilege : {Privilege::secret, Privilege::wild, Privilege::pass, Privilege::starter}) {
        auto& holder = holder_of(state.privileges, privilege);
        if (holder == seat) holder.reset();
    }
}

/// Gives the waiting joker the suit of the K that turned it up (RULES.md R13).
void default_joker_suit(Context context) {
    auto& state = context.state;
    auto const [table, king] = *state.waiting_joker;
    state.piles[static_cast<std::size_t>(table)].suit = king;
    state.waiting_joker.reset();
    context.events.push_back(SuitDefaulted{table, king});
}

} // namespace

void end_turn(Context context, int skipped) {
    auto& state = context.state;
    ++state.turns_ended;
    if (state.turns_ended == turn_limit) return end_game_at_limit(context);
    state.turn = next_player(state, *state.turn, 1 + skipped);
    state.phase = Phase::play;
    state.drawn = false;
    state.hide_used = false;
    context.events.push_back(TurnBegan{*state.turn});
}

void disqualify(Context context, Seat seat) {
    auto& state = context.state;
    give_up_cards(state, seat);
    lose_privileges(state, seat);
    context.events.push_back(Disqualified{seat, *state.given_up[seat]});
    if (state.turn == seat && state.waiting_joker) default_joker_suit(context);

    auto const left = seats_where(state, [&](Seat other) { return !is_out(state, other); });
    if (std::all_of(left.begin(), left.end(),
                    [&](Seat other) { return side_of(state, other) == side_of(state, left.front()); }))
        return end_game(context, side_members(state, left.front()), Reason::disqualified);
    if (state.turn == seat && state.phase != Phase::rehide) end_turn(context);
}

void win_by_going_out(Context context, Seat seat) {
    end_game(context, side_members(context.state, seat), Reason::went_out);
}

} // namespace tefuda::ttpageone
