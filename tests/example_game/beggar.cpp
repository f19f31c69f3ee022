#include "tests/example_game/beggar.hpp"

#include "rules/core/check_engine.hpp"

#include <algorithm>

namespace tefuda {

static_assert(check_engine<Beggar>());

namespace beggar {

namespace {

void append(Cards& cards, Cards const& more) {
    cards.insert(cards.end(), more.begin(), more.end());
}

/// Whether the cards, sorted from high to low, are place by place as high as the lead. \pre as many
bool as_high(Cards const& cards, Cards const& lead) {
    auto const heights = [](Cards const& list) {
        std::vector<int> all;
        for (auto const card : list) all.push_back(height(card));
        return std::sort(all.rbegin(), all.rend()), all;
    };
    auto const have = heights(cards);
    auto const need = heights(lead);
    return std::equal(have.begin(), have.end(), need.begin(), std::greater_equal<>());
}

bool fits(State const& state, Cards const& cards) {
    auto const& lead = state.lead;
    if (!lead.empty() && cards.size() != lead.size()) return false;
    if (cards.empty() || cards.size() > 2) {
        auto const begins = sequence(cards);
        return begins && (lead.empty() || *begins >= sequence(lead).value());
    }
    return lead.empty() || as_high(cards, lead);
}

void deal_out(State& state, Chance& chance, std::vector<Event>& events) {
    auto const seats = state.points.seats();
    state.stock = fresh_pack(1, 1);
    chance.shuffle(state.stock);
    state.hands = PerSeat<Cards>(seats);
    state.played.clear();
    state.gifts.clear();
    for (std::size_t card = 0; card < hand_size; ++card)
        for (auto& hand : state.hands) insert_sorted(hand, draw_top(state.stock));
    events.emplace_back(Dealt{state.hands});
}

void move(State& state, Gift const& gift, bool back, std::vector<Event>& events) {
    remove_all(state.hands[gift.from], gift.cards);
    for (auto const card : gift.cards) insert_sorted(state.hands[gift.to], card);
    state.gifts.push_back(gift);
    events.emplace_back(Moved{gift.from, gift.to, gift.cards, back});
}

void end_deal(State& state, Seat winner, Chance& chance, std::vector<Event>& events) {
    state.points[winner] += Points(1);
    state.lead.clear();
    state.passes = 0;
    if (++state.deal > state.options.deals.value) {
        state.phase = Phase::over;
        return;
    }
    auto loser = Seat(0);
    for (auto const seat : all_seats(state.points.seats()))
        if (state.hands[seat].size() > state.hands[loser].size()) loser = seat;
    deal_out(state, chance, events);
    Gift gift{loser, winner, {}};
    auto hand = state.hands[loser];
    while (gift.cards.size() < 2) {
        auto const card = hand[static_cast<std::size_t>(chance.pick(static_cast<int>(hand.size())))];
        insert_sorted(gift.cards, card);
        remove(hand, card);
    }
    move(state, gift, false, events);
    state.turn = winner;
    state.phase = Phase::give;
}

std::optional<Illegal> play(State& state, Cards const& cards, Chance& chance, std::vector<Event>& events) {
    if (state.phase != Phase::play) return Illegal{"Give two cards first."};
    if (!contains_all(state.hands[state.turn], cards)) return Illegal{"You don't hold these cards."};
    if (!fits(state, cards)) return Illegal{"These cards can't be played now."};
    remove_all(state.hands[state.turn], cards);
    append(state.played, cards);
    state.lead = sorted(cards);
    state.passes = 0;
    events.emplace_back(Played{state.turn, state.lead});
    if (state.hands[state.turn].empty())
        end_deal(state, state.turn, chance, events);
    else
        state.turn = state.turn.left(state.points.seats());
    return std::nullopt;
}

std::optional<Illegal> pass(State& state, std::vector<Event>& events) {
    if (state.phase != Phase::play || state.lead.empty()) return Illegal{"There is nothing to follow."};
    events.emplace_back(Passed{state.turn});
    auto const seats = state.points.seats();
    state.turn = state.turn.left(seats);
    if (++state.passes < seats - 1) return std::nullopt;
    state.lead.clear();
    state.passes = 0;
    return std::nullopt;
}

std::optional<Illegal> give(State& state, Cards const& cards, std::vector<Event>& events) {
    if (state.phase != Phase::give) return Illegal{"There is nobody to give cards to."};
    if (cards.size() != 2 || !contains_all(state.hands[state.turn], cards)) return Illegal{"Give two of your cards."};
    move(state, {state.turn, state.gifts.front().from, sorted(cards)}, true, events);
    state.phase = Phase::play;
    return std::nullopt;
}

/// Every sequence of the hand as a literal list that may be played now.
void add_sequences(Templates<Action>& legal, State const& state, Cards const& hand) {
    if (!state.lead.empty() && state.lead.size() < 3) return;
    for (unsigned chosen = 0; chosen < 1U << hand.size(); ++chosen) {
        Cards cards;
        for (std::size_t place = 0; place < hand.size(); ++place)
            if (chosen >> place & 1U) cards.push_back(hand[place]);
        if (cards.size() > 2 && fits(state, cards)) legal.push_back({Play{cards}});
    }
}

} // namespace

std::optional<int> sequence(Cards const& cards) {
    std::optional<Suit> suit;
    std::vector<int> heights;
    auto jokers = 0;
    for (auto const card : cards) {
        if (card.is_joker()) {
            ++jokers;
            continue;
        }
        if (suit && !card.has(*suit)) return std::nullopt;
        suit = card.suit();
        heights.push_back(height(card));
    }
    if (cards.size() < 3 || jokers > 1) return std::nullopt;
    std::sort(heights.begin(), heights.end());
    auto const gaps = heights.back() - heights.front() + 1 - static_cast<int>(heights.size());
    if (gaps > jokers) return std::nullopt;
    return heights.front();
}

Cards known_cards(State const& state, Observer observer, Seat holder) {
    if (observer.is(holder)) return state.hands[holder];
    Cards known;
    for (auto const& gift : state.gifts)
        if (observer.is(gift.from) && gift.to == holder)
            for (auto const card : gift.cards)
                if (contains(state.hands[holder], card)) insert_sorted(known, card);
    return known;
}

} // namespace beggar

using namespace beggar;

beggar::State Beggar::start(Options const& options, int seats, Chance& chance, std::vector<Event>& events) {
    State state{.options = options};
    state.points = PerSeat<Points>(seats);
    deal_out(state, chance, events);
    return state;
}

std::optional<Illegal> Beggar::apply(State& state, Seat seat, Action const& action, Chance& chance,
                                     std::vector<Event>& events) {
    if (over(state) || seat != state.turn) return Illegal{"It is not your turn."};
    return by_type(
        action, [&](Play const& chosen) { return play(state, chosen.cards, chance, events); },
        [&](Pass const&) { return pass(state, events); },
        [&](Give const& chosen) { return give(state, chosen.cards, events); });
}

Templates<beggar::Action> Beggar::legal(State const& state, Seat seat) {
    Templates<Action> legal;
    if (over(state) || seat != state.turn) return legal;
    auto const& hand = state.hands[seat];
    auto const held = static_cast<int>(hand.size());
    if (state.phase == Phase::give) return {{Give{}, CardChoice{.min = 2, .max = 2, .from = hand}}};
    if (!state.lead.empty()) legal.push_back({Pass{}});
    if (state.lead.empty()) {
        legal.push_back({Play{}, CardChoice{.min = 1, .max = std::min(2, held), .from = hand}});
    } else if (state.lead.size() < 3) {
        CardChoice choice{.min = static_cast<int>(state.lead.size()), .max = 0, .from = hand};
        choice.max = choice.min;
        for (auto const card : state.lead) choice.beats.push_back(card.rank().value_or(order.highest()));
        choice.order = order;
        auto best = hand;
        std::sort(best.rbegin(), best.rend(), [](Card one, Card other) { return height(one) < height(other); });
        best.resize(std::min(best.size(), state.lead.size()), Card::joker());
        if (best.size() == state.lead.size() && as_high(best, state.lead)) legal.push_back({Play{}, choice});
    }
    add_sequences(legal, state, hand);
    return legal;
}

Beggar::View Beggar::view(State const& state, Observer observer) {
    View view{state.phase, to_act(state), {}, {}, {state.lead, state.played}, {}};
    for (auto const seat : all_seats(state.points.seats())) {
        auto const known = known_cards(state, observer, seat);
        view.hands.push_back({known, static_cast<int>(state.hands[seat].size() - known.size())});
        view.scores.push_back(state.points[seat]);
    }
    if (!over(state)) return view;
    Result<Reason> result{{}, {}, state.points, Reason::deals};
    for (auto const points : state.points)
        result.ranks.push_back(static_cast<std::uint8_t>(
            1 + std::count_if(state.points.begin(), state.points.end(), [&](Points other) { return other > points; })));
    for (auto const seat : all_seats(state.points.seats()))
        if (result.ranks[seat] == 1) result.winners.push_back(seat);
    view.result = result;
    return view;
}

beggar::SeenEvent Beggar::event_for(Event const& event, Observer observer) {
    auto const seen = [](Cards const& cards, bool known) {
        return known ? SeenCards::face_up(cards) : SeenCards::face_down(cards.size());
    };
    return by_type(
        event,
        [&](Dealt const& dealt) -> SeenEvent {
            SeenDealt own;
            for (auto const seat : all_seats(dealt.hands.seats()))
                own.hands.push_back(seen(dealt.hands[seat], observer.is(seat)));
            return own;
        },
        [&](Moved const& moved) -> SeenEvent {
            auto cards = seen(moved.cards, observer.is(moved.seat) || observer.is(moved.to));
            if (moved.back) return Gave{moved.seat, moved.to, std::move(cards)};
            return Handed{moved.seat, moved.to, std::move(cards)};
        },
        [](Played const& played) -> SeenEvent { return played; },
        [](Passed const& passed) -> SeenEvent { return passed; });
}

beggar::State Beggar::redeal(State const& state, Observer observer, Chance& chance) {
    auto other = state;
    auto pool = state.stock;
    for (auto const seat : all_seats(state.points.seats())) {
        auto& hand = other.hands[seat];
        remove_all(hand, known_cards(state, observer, seat));
        append(pool, hand);
    }
    sort_canonical(pool);
    chance.shuffle(pool);
    for (auto const seat : all_seats(state.points.seats())) {
        auto& hand = other.hands[seat];
        for (auto& card : hand) card = draw_top(pool);
        append(hand, known_cards(state, observer, seat));
        sort_canonical(hand);
    }
    other.stock = pool;
    // What others gave each other, the observer does not know: it is forgotten with the cards that moved.
    for (auto& gift : other.gifts) {
        if (observer.is(gift.from) || observer.is(gift.to)) continue;
        gift.cards.clear();
    }
    return other;
}

Cards Beggar::all_cards(State const& state) {
    auto cards = state.stock;
    for (auto const& hand : state.hands) append(cards, hand);
    append(cards, state.played);
    return cards;
}

} // namespace tefuda
