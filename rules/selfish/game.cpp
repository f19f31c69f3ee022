#include "rules/selfish/game.hpp"

namespace tefuda::selfish {

namespace {

bool all_games_played(State const& state) {
    return static_cast<int>(state.results.size()) == state.options.games.value;
}

void end_match(State& state, std::optional<Seat> winner, Reason reason, std::vector<Event>& events) {
    Result<Reason> result{{}, PerSeat<std::uint8_t>(state.seats(), winner ? 2 : 1), {}, reason};
    if (winner) {
        result.winners.push_back(*winner);
        result.ranks[*winner] = 1;
    }
    if (several_games(state))
        result.scores = games_won(state);
    else
        for (auto const& hand : *state.opened) result.scores.push_back(hand.score);
    state.phase = Phase::over;
    state.result = result;
    events.emplace_back(Ended{std::move(result)});
}

void begin_next_game(State& state, Chance& chance, std::vector<Event>& events) {
    gather(state, chance);
    state.previous = {state.turn, state.stopped_by, *state.opened,
                      state.sudden_death ? state.sudden_death->rounds : std::vector<Round>()};
    state.sudden_death.reset();
    state.opened.reset();
    state.stopped_by.reset();
    state.claims = PerSeat<Nullable<ClaimedHand>>(state.seats());
    begin_game(state, state.first.left(state.seats()), events);
}

/// Whether a seat that does not lead alone can still have as many games as the leaders.
bool can_change(State const& state, PerSeat<Points> const& wins, Seats const& leaders) {
    auto const left = state.options.games.value - static_cast<int>(state.results.size());
    if (left == 0 || leaders.size() > 1) return left > 0;
    auto const most = wins[leaders.front()].value;
    for (auto const seat : all_seats(state.seats()))
        if (seat != leaders.front() && wins[seat].value + left >= most) return true;
    return false;
}

} // namespace

Seats in_turn_order(State const& state) {
    Seats seats;
    for (int step = 0; step < state.seats(); ++step) seats.push_back(state.first.left(state.seats(), step));
    return seats;
}

PerSeat<Points> games_won(State const& state) {
    PerSeat<Points> wins(state.seats());
    for (auto const& game : state.results)
        if (game.winner) wins[*game.winner] = Points(wins[*game.winner].value + 1);
    return wins;
}

void begin_turn(State& state, int turn, std::vector<Event>& events) {
    state.turn = turn;
    state.phase = Phase::draw;
    state.to_act = state.first;
    events.emplace_back(TurnBegun{turn});
}

void begin_game(State& state, Seat first, std::vector<Event>& events) {
    state.first = first;
    Begun begun{first, static_cast<int>(state.stock.size()), {}};
    if (several_games(state)) begun.game = static_cast<int>(state.results.size()) + 1;
    events.emplace_back(begun);
    begin_turn(state, 1, events);
}

void gather(State& state, Chance& chance) {
    state.stock = sorted(all_cards(state));
    if (state.sudden_death) state.sudden_death->drawn.clear();
    for (auto& hand : state.hands) hand.clear();
    chance.shuffle(state.stock);
}

void begin_round(State& state, Seats contenders, Chance& chance, std::vector<Event>& events) {
    if (!state.sudden_death) state.sudden_death.emplace();
    auto& sudden_death = *state.sudden_death;
    if (state.stock.size() < contenders.size()) {
        gather(state, chance);
        events.emplace_back(Gathered{static_cast<int>(state.stock.size())});
    }
    sudden_death.contenders = contenders;
    sudden_death.rounds.emplace_back();
    state.phase = Phase::sudden_death;
    state.to_act = contenders.front();
    events.emplace_back(RoundBegun{contenders});
}

void end_game(State& state, std::optional<Seat> winner, Reason reason, Chance& chance, std::vector<Event>& events) {
    // With the last game's result known, a sudden death is that of the match.
    if (!several_games(state) || all_games_played(state)) return end_match(state, winner, reason, events);
    GameResult result{winner, reason, {}};
    for (auto const& hand : *state.opened) result.scores.push_back(hand.score);
    state.results.push_back(std::move(result));
    auto const wins = games_won(state);
    events.emplace_back(GameEnded{static_cast<int>(state.results.size()), winner, reason, wins});

    auto const leaders = greatest(in_turn_order(state), [&](Seat seat) { return wins[seat]; });
    if (can_change(state, wins, leaders)) return begin_next_game(state, chance, events);
    if (wins[leaders.front()].value == 0) return end_match(state, std::nullopt, Reason::all_burst, events);
    if (leaders.size() > 1) return begin_round(state, leaders, chance, events);
    end_match(state, leaders.front(), Reason::games, events);
}

} // namespace tefuda::selfish
