#include "rules/core/check_engine.hpp"
#include "rules/sugekari21/deal.hpp"
#include "rules/sugekari21/sugekari21.hpp"
#include "rules/sugekari21/turn.hpp"

#include <algorithm>

namespace tefuda {

using namespace sugekari21;

static_assert(check_engine<Sugekari21>());

namespace {

/// What applying an action needs. Non-owning.
struct ActionContext {
    State& state;
    Seat seat;
    Chance& chance;
    Events& events;
};

void capture(State& state, Seat seat, Cards const& cards) {
    auto& pile = state.captured[side_of(seat)];
    pile.insert(pile.end(), cards.begin(), cards.end());
    sort_canonical(pile);
}

void clear_round(State& state) {
    state.round.clear();
    state.total = 0;
    state.passes = 0;
}

/// Draws up to thirteen cards (`refill`).
void draw_up(State& state, Seat seat, Events& events) {
    auto& hand = state.hands[seat];
    Cards drawn;
    while (hand.size() < hand_size && !state.stock.empty()) {
        auto const card = draw_top(state.stock);
        insert_sorted(hand, card);
        insert_sorted(state.drawn[seat], card);
        insert_sorted(drawn, card);
    }
    if (!drawn.empty()) events.push_back(Drawn{seat, drawn, static_cast<int>(state.stock.size())});
}

bool can_lead(State const& state, Seat seat) {
    auto const& hand = state.hands[seat];
    if (hand.size() > 1) return true;
    auto const rank = hand.front().rank();
    return !rank || !is_face(*rank);
}

/// Gives the lead to the winner, or to the next seat on the left that can lead (RULES.md R3).
void begin_round(ActionContext context, Seat winner) {
    auto& [state, seat, chance, events] = context;
    for (int step = 0; step < state.seats; ++step) {
        auto const next = winner.left(state.seats, step);
        if (can_lead(state, next)) {
            state.leader = next;
            state.turn = next;
            events.push_back(RoundBegun{next});
            return;
        }
        state.cannot_lead[next] = true;
        events.push_back(LeadPassed{next});
    }
    events.push_back(Deadlocked{winner});
    end_bout(state, {winner, false}, chance, events);
}

void end_round(ActionContext context) {
    auto& [state, seat, chance, events] = context;
    auto const winner = state.round.back().seat;
    Cards cards;
    for (auto const& play : state.round) insert_sorted(cards, play.card);
    capture(state, winner, cards);
    clear_round(state);
    events.push_back(RoundWon{winner, cards, points_of(cards)});
    if (refills(state)) {
        draw_up(state, winner, events);
        draw_up(state, winner.left(state.seats), events);
    }
    begin_round(context, winner);
}

/// The seat has no card left. Its side takes half of the cards on the table, rounded up: all jokers first, then the
/// others in the order played. The rest counts for nobody.
void go_out(ActionContext context) {
    auto& [state, seat, chance, events] = context;
    Cards order;
    for (auto const& play : state.round) order.push_back(play.card);
    auto const others =
        std::stable_partition(order.begin(), order.end(), [](Card card) { return card.is_joker(); }) - order.begin();
    auto const taken = std::max<std::ptrdiff_t>((std::ssize(order) + 1) / 2, others);
    Cards cards(order.begin(), order.begin() + taken);
    sort_canonical(cards);
    state.forfeited.insert(state.forfeited.end(), order.begin() + taken, order.end());
    sort_canonical(state.forfeited);
    capture(state, seat, cards);
    clear_round(state);
    events.push_back(GoneOut{seat, cards, points_of(cards)});
    end_bout(state, {seat, true}, chance, events);
}

void begin_phase(State& state, Phase phase, Events& events) {
    state.phase = phase;
    events.push_back(PhaseBegun{phase});
}

void carry_out(ActionContext context, Discard const& discard) {
    auto& [state, seat, chance, events] = context;
    remove(state.hands[seat], discard.card);
    state.discards[seat] = discard.card;
    events.push_back(Discarded{seat, discard.card});
    if (seats_to_act(state).empty())
        begin_phase(state, state.options.exchange == Exchange::none ? Phase::play : Phase::give, events);
}

void carry_out(ActionContext context, Give const& give) {
    auto& [state, seat, chance, events] = context;
    auto const cards = sorted(give.cards);
    remove_all(state.hands[seat], cards);
    state.gifts[seat] = cards;
    events.push_back(Given{seat, receiver_of(state, seat), cards});
    if (!exchanged(state)) return;
    for (auto const receiver : all_seats(state.seats)) {
        auto const giver = giver_of(state, receiver);
        for (auto const card : *state.gifts[giver]) insert_sorted(state.hands[receiver], card);
        events.push_back(Received{receiver, giver, *state.gifts[giver]});
    }
    begin_phase(state, Phase::play, events);
}

void carry_out(ActionContext context, Play const& play) {
    auto& [state, seat, chance, events] = context;
    auto const value = value_of(play.card, play.as);
    remove(state.hands[seat], play.card);
    insert_sorted(state.played[seat], play.card);
    state.total = total_after(state, value);
    state.round.push_back({seat, play.card, play.as, value});
    state.passes = 0;
    state.turn = seat.left(state.seats);
    events.push_back(Played{seat, play.card, play.as, value, state.total});
    if (state.hands[seat].empty())
        go_out(context);
    else if (state.total == target)
        end_round(context);
}

void carry_out(ActionContext context, Pass const& /*pass*/) {
    auto& [state, seat, chance, events] = context;
    ++state.passes;
    state.turn = seat.left(state.seats);
    events.push_back(Passed{seat, state.passes});
    if (state.passes == state.seats - 1) end_round(context);
}

} // namespace

std::variant<Options, Illegal> Sugekari21::settle(Options const& options, int seats) {
    if (seats != 2 && seats != 4) return Illegal{"Sugekari Twenty-One is for two or four seats."};
    if (seats == 2 && options.exchange == Exchange::partner)
        return Illegal{"An exchange with the partner is for four seats."};
    if (seats == 2 && options.jokers) return Illegal{"Jokers are for four seats: the extra cards go to a team."};
    if (options.jokers && options.games.value != 3) return Illegal{"Jokers are only for a match of three games."};
    return options;
}

DailyMatch<Options> Sugekari21::daily() {
    return {2, {}};
}

std::int64_t Sugekari21::margin(Result<Reason> const& result, Seat seat) {
    // The seat to the left is on the other side.
    return (result.scores[seat] - result.scores[seat.left(result.scores.seats())]).value;
}

std::vector<Cards> Sugekari21::fresh_cards(Options const& options, int) {
    if (!options.jokers) return {fresh_pack()};
    // From the second game on the jokers are in the pack.
    return {fresh_pack(), fresh_pack(1, 2)};
}

State Sugekari21::start(Options const& options, int seats, Chance& chance, std::vector<Event>& events) {
    State state;
    state.options = options;
    state.seats = seats;
    Seat const leader(chance.pick(seats));
    begin_game(state, 1, leader, std::nullopt, chance, events);
    return state;
}

std::optional<Illegal> Sugekari21::apply(State& state, Seat seat, Action const& action, Chance& chance,
                                         std::vector<Event>& events) {
    if (auto const why = refusal(state, seat, action)) return Illegal{std::string(*why)};
    std::visit([&](auto const& asked) { carry_out({state, seat, chance, events}, asked); }, action);
    return std::nullopt;
}

} // namespace tefuda
