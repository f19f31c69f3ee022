// Drawing, and what a play brings about.
#include "rules/ttpageone/course.hpp"

namespace tefuda::ttpageone {

namespace {

/// One card on a table, as often as it counts, and who put it there.
struct Effect {
    Seat seat;
    int table;
    Card card;
    int times;
    std::optional<Suit> turned_by; ///< the suit of the K that turned it up
};

void reshuffle(Course course) {
    auto& [state, chance, events] = course;
    Cards cards;
    for (auto& pile : state.piles) {
        cards.insert(cards.end(), pile.under.begin(), pile.under.end());
        pile.under.clear();
    }
    if (cards.empty()) return;
    sort_canonical(cards);
    chance.shuffle(cards);
    state.stock = cards;
    ++state.stock_number;
    state.lost_secret.reset();
    events.push_back(Reshuffled{static_cast<int>(state.stock.size())});
}

void take_into_hand(State& state, Seat seat, Card card) {
    insert_sorted(state.hands[seat], card);
    state.last_one[seat].reset();
}

void draw_by_seven(Course course, Seat seat, int times) {
    auto& [state, chance, events] = course;
    auto const blind = state.privileges.secret == seat;
    for (int i = 0; i < times; ++i) {
        auto const card = take_card(course);
        if (!card) return;
        take_into_hand(state, seat, *card);
        if (blind) state.drawn_blind.push_back({*card, state.stock_number});
        events.push_back(Drawn{seat, *card, blind});
    }
}

void everyone_draws(Course course, Effect const& effect) {
    auto& state = course.state;
    for (auto seat = next_player(state, effect.seat); seat != effect.seat; seat = next_player(state, seat))
        draw_by_seven(course, seat, effect.times);
    if (effect.turned_by) draw_by_seven(course, effect.seat, effect.times);
    if (state.drawn_blind.empty()) return end_turn(course);
    state.phase = Phase::rehide;
}

void skip(Course course, Effect const& effect) {
    Seats skipped;
    for (int step = 1; step <= effect.times; ++step) skipped.push_back(next_player(course.state, effect.seat, step));
    course.events.push_back(Skipped{effect.seat, skipped});
    end_turn(course, effect.times);
}

void reverse(Course course, Effect const& effect) {
    if (effect.times % 2 == 1) course.state.direction = -course.state.direction;
    course.events.push_back(Reversed{effect.seat, effect.times, course.state.direction});
    end_turn(course);
}

void dominate(Course course, Effect const& effect) {
    auto const other = 1 - effect.table;
    auto const suit = *effect.card.suit();
    course.state.piles[static_cast<std::size_t>(other)].suit = suit;
    course.events.push_back(Dominated{effect.seat, other, suit});
    end_turn(course);
}

void carry_out(Course course, Effect const& effect) {
    if (effect.card.is_joker() && effect.turned_by) {
        course.state.waiting_joker = WaitingJoker{effect.table, *effect.turned_by};
        course.state.phase = Phase::name_suit;
        return;
    }
    if (effect.card.has(Rank::five)) return skip(course, effect);
    if (effect.card.has(Rank::seven)) return everyone_draws(course, effect);
    if (effect.card.has(Rank::nine)) return reverse(course, effect);
    if (effect.card.has(Rank::ace)) return dominate(course, effect);
    end_turn(course);
}

/// Turns the top of the stock onto a table. A K lies there on at least one card, so there is always one to turn.
Card turn_up(Course course, Seat seat, int table) {
    auto& [state, chance, events] = course;
    auto const card = *take_card(course);
    cover(state.piles[static_cast<std::size_t>(table)], card);
    events.push_back(Turned{seat, table, card});
    return card;
}

void change_the_world(Course course, Seat seat, Play const& play) {
    auto have_turned = play.cards;
    auto last = turn_up(course, seat, play.table);
    for (std::size_t i = 1; i < play.cards.size(); ++i) last = turn_up(course, seat, play.table);
    while (last.has(Rank::king) && !contains(have_turned, last)) {
        have_turned.push_back(last);
        last = turn_up(course, seat, play.table);
    }
    carry_out(course, {seat, play.table, last, 1, have_turned.back().suit()});
}

/// Takes the cards out of the hand; whether the secret card was among them. Of two jokers the open one goes first.
bool take_out_of_hand(State& state, Seat seat, Cards const& cards) {
    remove_all(state.hands[seat], cards);
    if (state.privileges.secret != seat || !state.secret || contains(state.hands[seat], state.secret->card))
        return false;
    state.secret.reset();
    return true;
}

} // namespace

void cover(Pile& pile, Card card) {
    pile.under.push_back(pile.top);
    pile.top = card;
    pile.suit = card.suit();
    pile.rank = card.rank();
}

std::optional<Card> take_card(Course course) {
    auto& state = course.state;
    if (state.stock.empty()) reshuffle(course);
    if (state.stock.empty()) return std::nullopt;
    auto const card = take_top(state.stock);
    if (state.stock.empty()) state.joker_at_bottom = false;
    return card;
}

void draw_in_turn(Course course, Seat seat) {
    auto& [state, chance, events] = course;
    auto const card = take_card(course);
    if (!card) {
        events.push_back(Stuck{seat});
        return end_turn(course);
    }
    state.drawn = true;
    take_into_hand(state, seat, *card);
    events.push_back(Drawn{seat, *card, false});
}

void carry_out_play(Course course, Seat seat, Play const& play) {
    auto& [state, chance, events] = course;
    auto const was_undeclared = state.last_one[seat] == Declaration::undeclared;
    auto const secret = take_out_of_hand(state, seat, play.cards);
    events.push_back(Played{seat, play.table, play.cards, play.suit, play.last_one, secret});

    auto& pile = state.piles[static_cast<std::size_t>(play.table)];
    for (auto const card : play.cards) cover(pile, card);
    if (play.suit) pile.suit = play.suit;

    auto const left = state.hands[seat].size();
    state.last_one[seat].reset();
    if (left == 1) state.last_one[seat] = play.last_one ? Declaration::declared : Declaration::undeclared;
    if (left == 0 && was_undeclared && !play.last_one) return disqualify(course, seat);
    if (left == 0) return win_by_going_out(course, seat);

    auto const top = play.cards.back();
    if (top.has(Rank::king)) return change_the_world(course, seat, play);
    carry_out(course, {seat, play.table, top, static_cast<int>(play.cards.size()), std::nullopt});
}

} // namespace tefuda::ttpageone
