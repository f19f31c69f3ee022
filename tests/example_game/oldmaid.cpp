#include "tests/example_game/oldmaid.hpp"

#include "rules/core/check_engine.hpp"

namespace tefuda {

static_assert(check_engine<OldMaid>());

namespace oldmaid {

namespace {

/// Takes a pair out of the hand, if there is one.
bool lay_pair(Cards& hand, Cards& laid) {
    for (std::size_t one = 0; one < hand.size(); ++one)
        for (auto other = one + 1; other < hand.size(); ++other)
            if (hand[one].rank() == hand[other].rank()) {
                Cards const pair{hand[one], hand[other]};
                remove_all(hand, pair);
                for (auto const card : pair) insert_sorted(laid, card);
                return true;
            }
    return false;
}

Seat next(State const& state) {
    auto seat = state.turn.left(state.seats());
    while (state.hands[seat].empty() && seat != state.turn) seat = seat.left(state.seats());
    return seat;
}

/// What others knew of the hand is not certain any more, but for who drew from it; and what is laid down is no card in
/// a hand.
void forget(State& state, Seat seat, Seat from) {
    std::erase_if(state.known, [&](Known const& known) {
        return (known.to == from && known.from != seat) || !contains(state.hands[known.to], known.card);
    });
}

Result<Reason> result_of(State const& state) {
    auto const seats = state.seats();
    Result<Reason> result{{}, PerSeat<std::uint8_t>(seats, 1), PerSeat<Points>(seats, Points(1)), Reason::joker};
    for (auto const seat : all_seats(seats)) {
        if (state.hands[seat].empty()) {
            result.winners.push_back(seat);
            continue;
        }
        result.ranks[seat] = static_cast<std::uint8_t>(seats);
        result.scores[seat] = Points(1 - seats);
    }
    return result;
}

SeenCards seen(State const& state, Observer observer, Seat holder) {
    auto const known = known_cards(state, observer, holder);
    return {known, static_cast<int>(state.hands[holder].size() - known.size())};
}

} // namespace

Seats seats_in(State const& state) {
    Seats seats;
    for (auto const seat : all_seats(state.seats()))
        if (!state.hands[seat].empty()) seats.push_back(seat);
    return seats;
}

Cards known_cards(State const& state, Observer observer, Seat holder) {
    if (observer.is(holder)) return state.hands[holder];
    Cards cards;
    for (auto const& known : state.known)
        if (observer.is(known.from) && known.to == holder) insert_sorted(cards, known.card);
    return cards;
}

bool has_like(Cards const& cards, Card card) {
    return std::any_of(cards.begin(), cards.end(), [&](Card other) { return other.rank() == card.rank(); });
}

} // namespace oldmaid

std::vector<Cards> OldMaid::fresh_cards(Options const&, int) {
    Cards pack;
    for (auto const card : fresh_pack(1, 1))
        if (card.is_joker() || *card.rank() <= Rank::six) pack.push_back(card);
    return {pack};
}

oldmaid::State OldMaid::start(Options const& options, int seats, Chance& chance, std::vector<Event>& events) {
    State state;
    auto stock = fresh_cards(options, seats).front();
    chance.shuffle(stock);
    state.hands = PerSeat<Cards>(seats);
    for (int place = 0; !stock.empty(); ++place) insert_sorted(state.hands[Seat(place % seats)], draw_top(stock));
    for (auto& hand : state.hands)
        while (oldmaid::lay_pair(hand, state.laid)) {}
    if (state.hands[state.turn].empty()) state.turn = oldmaid::next(state);
    events.emplace_back(oldmaid::Dealt{state.hands, state.laid});
    return state;
}

std::optional<Illegal> OldMaid::apply(State& state, Seat seat, Action const& action, Chance& chance,
                                      std::vector<Event>& events) {
    auto const from = std::get<oldmaid::Draw>(action).from;
    if (over(state) || seat != state.turn) return Illegal{"It is not your turn."};
    if (from.number() >= state.seats() || from == seat) return Illegal{"oldmaid::Draw from another player."};
    if (state.hands[from].empty()) return Illegal{"This player has no cards."};
    auto& hand = state.hands[seat];
    auto const size = static_cast<int>(state.hands[from].size());
    auto const card = state.hands[from][static_cast<std::size_t>(chance.pick(size))];
    remove(state.hands[from], card);
    insert_sorted(hand, card);
    events.emplace_back(oldmaid::Drawn{seat, from, card});
    Cards pair;
    if (oldmaid::lay_pair(hand, pair)) {
        events.emplace_back(oldmaid::Laid{seat, pair});
        for (auto const laid : pair) insert_sorted(state.laid, laid);
    }
    oldmaid::forget(state, seat, from);
    if (contains(hand, card)) state.known.push_back({from, seat, card});
    if (!over(state)) state.turn = oldmaid::next(state);
    return std::nullopt;
}

Templates<oldmaid::Action> OldMaid::legal(State const& state, Seat seat) {
    Templates<Action> legal;
    if (over(state) || seat != state.turn) return legal;
    for (auto const from : oldmaid::seats_in(state))
        if (from != seat) legal.push_back({oldmaid::Draw{from}});
    return legal;
}

OldMaid::View OldMaid::view(State const& state, Observer observer) {
    View view{over(state) ? oldmaid::Phase::over : oldmaid::Phase::play, to_act(state), {}, {}, {state.laid}, {}};
    for (auto const seat : all_seats(state.seats())) {
        view.hands.push_back(oldmaid::seen(state, observer, seat));
        view.scores.push_back({});
    }
    if (!over(state)) return view;
    view.result = oldmaid::result_of(state);
    for (auto const seat : all_seats(state.seats())) view.scores[seat] = view.result->scores[seat];
    return view;
}

oldmaid::SeenEvent OldMaid::event_for(Event const& event, Observer observer) {
    return by_type(
        event,
        [&](oldmaid::Dealt const& dealt) -> SeenEvent {
            oldmaid::SeenDealt own{{}, dealt.laid};
            for (auto const seat : all_seats(dealt.hands.seats())) {
                auto const& hand = dealt.hands[seat];
                own.hands.push_back(observer.is(seat) ? SeenCards::face_up(hand) : SeenCards::face_down(hand.size()));
            }
            return own;
        },
        [&](oldmaid::Drawn const& drawn) -> SeenEvent {
            oldmaid::SeenDrawn own{drawn.seat, drawn.from, {}};
            if (observer.is(drawn.seat) || observer.is(drawn.from)) own.card = drawn.card;
            return own;
        },
        [](oldmaid::Laid const& laid) -> SeenEvent { return laid; });
}

/// Deals the hidden cards anew, and then exchanges cards that make a pair until no hand has one.
oldmaid::State OldMaid::redeal(State const& state, Observer observer, Chance& chance) {
    auto other = state;
    Cards pool;
    std::vector<Seat> places;
    for (auto const seat : all_seats(state.seats())) {
        auto& hand = other.hands[seat];
        auto const known = oldmaid::known_cards(state, observer, seat);
        remove_all(hand, known);
        for (auto const card : hand) {
            pool.push_back(card);
            places.push_back(seat);
        }
        hand = known;
    }
    sort_canonical(pool); // so that the result depends only on what the observer knows
    chance.shuffle(pool);
    auto const makes_pair = [&](std::size_t place) {
        if (oldmaid::has_like(other.hands[places[place]], pool[place])) return true;
        for (std::size_t at = 0; at < pool.size(); ++at)
            if (at != place && places[at] == places[place] && pool[at].rank() == pool[place].rank()) return true;
        return false;
    };
    for (std::size_t place = 0; place < pool.size();) {
        if (!makes_pair(place)) {
            ++place;
            continue;
        }
        std::swap(pool[place], pool[static_cast<std::size_t>(chance.pick(static_cast<int>(pool.size())))]);
        place = 0;
    }
    for (std::size_t place = 0; place < pool.size(); ++place) insert_sorted(other.hands[places[place]], pool[place]);
    // What others know of each other's cards, the observer does not know: it is forgotten with the cards that moved.
    std::erase_if(other.known,
                  [&](oldmaid::Known const& known) { return !observer.is(known.from) && !observer.is(known.to); });
    return other;
}

Cards OldMaid::all_cards(State const& state) {
    auto cards = state.laid;
    for (auto const& hand : state.hands)
        for (auto const card : hand) insert_sorted(cards, card);
    return cards;
}

bool OldMaid::is_possible(State const& state) {
    for (auto hand : state.hands)
        if (Cards laid; oldmaid::lay_pair(hand, laid)) return false;
    return true;
}

} // namespace tefuda
