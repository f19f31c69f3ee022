#include "doubt.hpp"
#include "rules/core/check_engine.hpp"

#include <algorithm>

namespace tefuda {

static_assert(check_engine<Doubt>());

namespace doubt {

Result<Reason> result_of(State const& state) {
    Result<Reason> result{{}, {}, state.points, Reason::points};
    for (auto const points : state.points) {
        auto const better =
            std::count_if(state.points.begin(), state.points.end(), [&](Points other) { return other < points; });
        result.ranks.push_back(static_cast<std::uint8_t>(1 + better));
    }
    for (auto const seat : all_seats(state.seats()))
        if (result.ranks[seat] == 1) result.winners.push_back(seat);
    return result;
}

namespace {

constexpr int most_cards = 3;

void append(Cards& cards, Cards const& more) {
    cards.insert(cards.end(), more.begin(), more.end());
}

Rank next(Rank rank) {
    return rank == Rank::king ? Rank::ace : static_cast<Rank>(number_of(rank) + 1);
}

void end(State& state, std::vector<Event>& events) {
    for (auto const seat : all_seats(state.seats()))
        state.points[seat] += Points(static_cast<int>(state.hands[seat].size()));
    state.phase = Phase::over;
    events.emplace_back(Ended{result_of(state)});
}

/// Nobody can doubt the newest play any more.
void settle_claim(State& state) {
    if (state.claim) append(state.pile[state.claim->seat], state.claim->cards);
    state.claim.reset();
}

std::optional<Illegal> play(State& state, Seat seat, Cards const& cards, std::vector<Event>& events) {
    if (seat != state.turn || state.phase != Phase::play) return Illegal{"It is not your turn to play."};
    if (cards.empty() || cards.size() > most_cards) return Illegal{"Play one to three cards."};
    if (!contains_all(state.hands[seat], cards)) return Illegal{"You don't hold these cards."};
    settle_claim(state);
    remove_all(state.hands[seat], cards);
    state.claim = Claim{seat, state.rank, sorted(cards)};
    events.emplace_back(Played{seat, state.rank, sorted(cards)});
    state.rank = next(state.rank);
    state.turn = seat.left(state.seats());
    if (state.hands[seat].empty()) state.phase = Phase::last;
    return std::nullopt;
}

std::optional<Illegal> accept(State& state, Seat seat, std::vector<Event>& events) {
    if (seat != state.turn || state.phase != Phase::last) return Illegal{"There is nothing to accept."};
    settle_claim(state);
    events.emplace_back(Accepted{seat});
    end(state, events);
    return std::nullopt;
}

std::optional<Illegal> challenge(State& state, Seat seat, Seat player, std::vector<Event>& events) {
    if (!state.claim || state.claim->seat != player) return Illegal{"This player has no cards that can be doubted."};
    if (seat == player) return Illegal{"You can't doubt your own cards."};
    auto const [_, rank, cards] = *state.claim;
    auto const wrong = std::count_if(cards.begin(), cards.end(), [rank = rank](Card card) { return !card.has(rank); });
    auto const loser = wrong > 0 ? player : seat;
    Points const points(wrong > 0 ? static_cast<int>(wrong) : 1);
    state.claim.reset();
    append(state.open, cards);
    sort_canonical(state.open);
    state.points[loser] += points;
    events.emplace_back(Doubted{seat, player, cards, loser, points});
    if (state.phase == Phase::last) end(state, events);
    return std::nullopt;
}

} // namespace

} // namespace doubt

doubt::State Doubt::start(Options const& options, int seats, Chance& chance, std::vector<Event>& events) {
    State state;
    state.stock = fresh_cards(options, seats).front();
    chance.shuffle(state.stock);
    state.turn = Seat(chance.pick(seats));
    state.hands = PerSeat<Cards>(seats);
    state.pile = PerSeat<Cards>(seats);
    state.points = PerSeat<Points>(seats);
    for (int card = 0; card < options.hand.value; ++card)
        for (int step = 0; step < seats; ++step)
            insert_sorted(state.hands[state.turn.left(seats, step)], draw_top(state.stock));
    events.emplace_back(doubt::Dealt{state.hands, state.turn});
    return state;
}

std::optional<Illegal> Doubt::apply(State& state, Seat seat, Action const& action, Chance&,
                                    std::vector<Event>& events) {
    if (over(state)) return Illegal{"The match is over."};
    return by_type(
        action, [&](doubt::Play const& chosen) { return doubt::play(state, seat, chosen.cards, events); },
        [&](doubt::Accept const&) { return doubt::accept(state, seat, events); },
        [&](doubt::Challenge const& chosen) { return doubt::challenge(state, seat, chosen.seat, events); });
}

Templates<doubt::Action> Doubt::legal(State const& state, Seat seat) {
    Templates<Action> legal;
    if (over(state)) return legal;
    auto const& hand = state.hands[seat];
    if (seat == state.turn && state.phase == doubt::Phase::play)
        legal.push_back(
            {doubt::Play{},
             CardChoice{.min = 1, .max = std::min(doubt::most_cards, static_cast<int>(hand.size())), .from = hand}});
    if (seat == state.turn && state.phase == doubt::Phase::last) legal.push_back({doubt::Accept{}});
    if (state.claim && state.claim->seat != seat) legal.push_back({doubt::Challenge{state.claim->seat}});
    return legal;
}

Seats Doubt::to_act(State const& state) {
    return over(state) ? Seats() : Seats{state.turn};
}

Cards Doubt::all_cards(State const& state) {
    auto cards = state.stock;
    for (auto const* const places : {&state.hands, &state.pile})
        for (auto const& some : *places) doubt::append(cards, some);
    doubt::append(cards, state.open);
    if (state.claim) doubt::append(cards, state.claim->cards);
    return cards;
}

doubt::State Doubt::redeal(State const& state, Observer observer, Chance& chance) {
    auto other = state;
    std::vector<Cards*> hidden{&other.stock};
    for (auto const seat : all_seats(state.seats())) {
        if (observer.is(seat)) continue;
        hidden.push_back(&other.hands[seat]);
        hidden.push_back(&other.pile[seat]);
        if (other.claim && other.claim->seat == seat) hidden.push_back(&other.claim->cards);
    }
    Cards pool;
    for (auto const* const cards : hidden) doubt::append(pool, *cards);
    sort_canonical(pool); // so that the result depends only on what the observer knows
    chance.shuffle(pool);
    for (auto* const cards : hidden) {
        for (auto& card : *cards) card = draw_top(pool);
        if (cards != &other.stock) sort_canonical(*cards);
    }
    return other;
}

} // namespace tefuda
