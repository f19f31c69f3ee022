#include "rules/core/check_engine.hpp"
#include "rules/selfish/game.hpp"
#include "rules/selfish/opening.hpp"
#include "rules/selfish/selfish.hpp"

#include <algorithm>

namespace tefuda {

static_assert(check_engine<Selfish>());

namespace selfish {

Cards all_cards(State const& state) {
    auto cards = state.stock;
    for (auto const& hand : state.hands) cards.insert(cards.end(), hand.begin(), hand.end());
    if (state.sudden_death)
        cards.insert(cards.end(), state.sudden_death->drawn.begin(), state.sudden_death->drawn.end());
    return cards;
}

namespace {

void end_turn(State& state, Chance& chance, std::vector<Event>& events) {
    if (state.stopped_by || state.turn == max_turns) return open_hands(state, chance, events);
    if (state.turn != 2 || !state.options.coming_out) return begin_turn(state, state.turn + 1, events);
    state.phase = Phase::claim;
    state.to_act = state.first;
    events.emplace_back(ClaimsBegun{});
}

void next_player(State& state, Chance& chance, std::vector<Event>& events) {
    state.to_act = state.to_act.left(state.seats());
    if (state.to_act == state.first) return end_turn(state, chance, events);
    state.phase = Phase::draw;
}

bool may_stop(State const& state) {
    return state.options.turns == Turns::stop && (state.turn == 2 || state.turn == 3) && !state.stopped_by;
}

void draw(State& state, Chance& chance, std::vector<Event>& events) {
    auto const seat = state.to_act;
    auto& hand = state.hands[seat];
    auto const card = draw_top(state.stock);
    hand.insert(std::upper_bound(hand.begin(), hand.end(), card), card);
    events.emplace_back(Drawn{seat, card});
    if (may_stop(state))
        state.phase = Phase::decide;
    else
        next_player(state, chance, events);
}

void stop(State& state, Chance& chance, std::vector<Event>& events) {
    state.stopped_by = state.to_act;
    events.emplace_back(Stopped{state.to_act});
    next_player(state, chance, events);
}

void continue_drawing(State& state, Chance& chance, std::vector<Event>& events) {
    events.emplace_back(Continued{state.to_act});
    next_player(state, chance, events);
}

void claim(State& state, ClaimedHand claimed, std::vector<Event>& events) {
    auto const seat = state.to_act;
    state.claims[seat] = claimed;
    events.emplace_back(Claimed{seat, claimed});
    state.to_act = seat.left(state.seats());
    if (state.to_act == state.first) begin_turn(state, state.turn + 1, events);
}

std::optional<Illegal> refuse_draw(State const& state) {
    if (state.phase == Phase::draw || state.phase == Phase::sudden_death) return std::nullopt;
    return Illegal{state.phase == Phase::decide ? "You have drawn: stop or continue." : "You are to make a claim now."};
}

std::optional<Illegal> refuse_decision(State const& state) {
    if (state.phase == Phase::decide) return std::nullopt;
    return Illegal{"You may stop or continue only right after you have drawn in turn 2 or 3, unless somebody has "
                   "stopped or the four turns are forced."};
}

std::optional<Illegal> refuse_claim(State const& state) {
    if (state.phase == Phase::claim) return std::nullopt;
    return Illegal{"Claims are made only between turns 2 and 3, where the players agreed on coming out."};
}

} // namespace

} // namespace selfish

SeatCounts Selfish::seat_counts() {
    SeatCounts counts{{}, 4};
    for (int seats = 2; seats <= selfish::most_players; ++seats) counts.values.push_back(seats);
    return counts;
}

std::variant<selfish::Options, Illegal> Selfish::settle(Options const& options, int seats) {
    if (seats < 2 || seats > selfish::most_players) return Illegal{"Selfish is a game for 2 to 13 players."};
    if (!options.games.allows(options.games.value)) return Illegal{"A match has 1, 3, 5 or 10 games."};
    return options;
}

DailyMatch<selfish::Options> Selfish::daily() {
    return {2, {.scoring = selfish::Scoring::simple, .jokers = {2}, .games = {10}}};
}

std::int64_t Selfish::margin(Result<selfish::Reason> const& result, Seat seat) {
    return points_ahead(result, seat);
}

std::vector<Cards> Selfish::fresh_cards(Options const& options, int) {
    return {fresh_pack(1, options.jokers.value)};
}

selfish::State Selfish::start(Options const& options, int seats, Chance& chance, std::vector<Event>& events) {
    auto stock = fresh_cards(options, seats).front();
    chance.shuffle(stock);
    Seat const first(chance.pick(seats));
    State state{.options = options,
                .phase = selfish::Phase::draw,
                .turn = 1,
                .first = first,
                .to_act = first,
                .stock = stock,
                .hands = PerSeat<selfish::Hand>(seats),
                .stopped_by = {},
                .claims = PerSeat<Nullable<selfish::ClaimedHand>>(seats),
                .opened = {},
                .sudden_death = {},
                .result = {},
                .results = {},
                .previous = {}};
    selfish::begin_game(state, first, events);
    return state;
}

std::optional<Illegal> Selfish::apply(State& state, Seat seat, Action const& action, Chance& chance,
                                      std::vector<Event>& events) {
    using namespace selfish;
    if (over(state)) return Illegal{"The match is over."};
    if (seat != state.to_act) return Illegal{"It is not your turn."};
    return std::visit(Overloaded{
                          [&](Draw const&) {
                              auto refusal = refuse_draw(state);
                              if (!refusal && state.phase == Phase::sudden_death)
                                  draw_face_up(state, chance, events);
                              else if (!refusal)
                                  draw(state, chance, events);
                              return refusal;
                          },
                          [&](Stop const&) {
                              auto refusal = refuse_decision(state);
                              if (!refusal) stop(state, chance, events);
                              return refusal;
                          },
                          [&](Continue const&) {
                              auto refusal = refuse_decision(state);
                              if (!refusal) continue_drawing(state, chance, events);
                              return refusal;
                          },
                          [&](Claim const& asked) {
                              auto refusal = refuse_claim(state);
                              if (!refusal) claim(state, asked.claim, events);
                              return refusal;
                          },
                      },
                      action);
}

Templates<selfish::Action> Selfish::legal(State const& state, Seat seat) {
    using namespace selfish;
    Templates<Action> templates;
    if (over(state) || seat != state.to_act) return templates;
    switch (state.phase) {
    case Phase::draw:
    case Phase::sudden_death:
        templates.emplace_back(Draw{});
        break;
    case Phase::decide:
        templates.reserve(2);
        templates.emplace_back(Stop{});
        templates.emplace_back(Continue{});
        break;
    case Phase::claim:
        templates.reserve(5);
        for (auto const claimed : {ClaimedHand::nothing, ClaimedHand::double_, ClaimedHand::triple,
                                   ClaimedHand::selfish, ClaimedHand::burst})
            templates.emplace_back(Claim{claimed});
        break;
    case Phase::over:
        break;
    }
    return templates;
}

Seats Selfish::to_act(State const& state) {
    Seats waiting;
    if (!over(state)) waiting.push_back(state.to_act);
    return waiting;
}

} // namespace tefuda
