#include "rules/core/check_engine.hpp"
#include "rules/ttpageone/context.hpp"
#include "rules/ttpageone/ttpageone.hpp"

namespace tefuda {

using namespace ttpageone;

static_assert(check_engine<TtPageOne>());

SeatCounts TtPageOne::seat_counts() {
    return {{3, 4, 5, 6}, 4};
}

std::variant<Options, Illegal> TtPageOne::settle(Options const& options, int seats) {
    auto const teams = options.teams.value;
    if (seats < 3 || seats > 6) return Illegal{"TT Page One is played by 3 to 6."};
    if (!options.games.allows(options.games.value)) return Illegal{"A match has 1 to 9 games."};
    if (!options.teams.allows(teams)) return Illegal{"There are no teams (0), 2 or 3."};
    if (teams != 0 && seats % teams != 0) return Illegal{"The teams must be of equal size."};
    if (teams != 0 && seats / teams < 2) return Illegal{"A team has at least two players."};
    return options;
}

DailyMatch<Options> TtPageOne::daily() {
    return {4, {.games = {3}, .teams = {2}}};
}

std::int64_t TtPageOne::margin(Result<Reason> const& result, Seat seat) {
    auto const is_other = [&](Seat other) {
        return result.team ? (*result.team)[other] != (*result.team)[seat] : other != seat;
    };
    auto best = 0;
    for (auto const other : all_seats(result.scores.seats()))
        if (is_other(other)) best = std::max(best, result.scores[other].value);
    return result.scores[seat].value - best;
}

std::vector<Cards> TtPageOne::fresh_cards(Options const&, int) {
    // The second joker is added when the hands are opened.
    return {fresh_pack(1, 1), fresh_pack(1, 2)};
}

State TtPageOne::start(Options const& options, int seats, Chance& chance, std::vector<Event>& events) {
    State state;
    state.options = options;
    state.seats = seats;
    state.scores = PerSeat<Points>(seats);
    deal_game({state, chance, events});
    return state;
}

namespace ttpageone {

namespace {

int cards_each(int seats) {
    return seats <= 4 ? 7 : seats == 5 ? 6 : 5;
}

void turn_table(Context context, int table) {
    auto& [state, chance, events] = context;
    auto card = draw_top(state.stock);
    if (card.is_joker()) {
        state.stock.push_back(card);
        state.joker_at_bottom = true;
        events.push_back(JokerBuried{table});
        card = draw_top(state.stock);
    }
    state.piles.push_back({card, card.suit(), card.rank(), {}});
    events.push_back(TableTurned{table, card});
}

} // namespace

void deal_game(Context context) {
    auto& [old, chance, events] = context;
    State state;
    state.options = old.options;
    state.seats = old.seats;
    state.game = old.game + 1;
    state.scores = old.scores;
    state.results = std::move(old.results);
    state.hands = PerSeat<Cards>(state.seats);
    state.last_one = PerSeat<std::optional<Declaration>>(state.seats);
    state.given_up = PerSeat<std::optional<int>>(state.seats);

    state.stock = TtPageOne::fresh_cards(state.options, state.seats).front();
    chance.shuffle(state.stock);
    state.priority = chance.order(state.seats);
    if (state.seats == 3) state.picked_starter = Seat(chance.pick(3));

    for (int card = 0; card < cards_each(state.seats); ++card)
        for (auto const seat : all_seats(state.seats)) insert_sorted(state.hands[seat], draw_top(state.stock));

    events.push_back(Dealt{state.game, state.hands, static_cast<int>(state.stock.size()), state.priority});
    old = std::move(state);
}

void open_hands(Context context) {
    auto& [state, chance, events] = context;
    auto const secret = state.secret ? std::optional(state.secret->card) : std::nullopt;
    events.push_back(Opened{state.hands, *state.privileges.secret, secret});

    auto const wild = *state.privileges.wild;
    insert_sorted(state.hands[wild], Card::joker());
    events.push_back(JokerAdded{wild});

    turn_table(context, 0);
    turn_table(context, 1);

    state.phase = Phase::play;
    state.turn = state.seats == 3 ? state.picked_starter : state.privileges.starter;
    events.push_back(TurnBegan{*state.turn});
}

} // namespace ttpageone

} // namespace tefuda
