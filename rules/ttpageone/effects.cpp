// Drawing, and the effects of a play.
#include "rules/ttpageone/context.hpp"

namespace tefuda::ttpageone {

namespace {

/// The effect of a card on top of a table.
struct Effect {
    Seat seat; ///< the player whose turn it is
    int table;
    Card card;
    int times;                     ///< number of cards of this rank in the play
    std::optional<Suit> turned_by; ///< the suit of the K that turned the card up; std::nullopt if it was played
};

void reshuffle(Context context) {
    auto& [state, chance, events] = context;
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

void add_to_hand(State& state, Seat seat, Card card) {
    insert_sorted(state.hands[seat], card);
    state.last_one[seat].reset();
}

void draw_by_seven(Context context, Seat seat, int times) {
    auto& [state, chance, events] = context;
    auto const blind = state.privileges.secret == seat;
    for (int i = 0; i < times; ++i) {
        auto const card = draw_card(context);
        if (!card) return;
        add_to_hand(state, seat, *card);
        if (blind) state.drawn_blind.push_back({*card, state.stock_number});
        events.push_back(Drawn{seat, *card, blind});
    }
}

void everyone_draws(Context context, Effect const& effect) {
    auto& state = context.state;
    for (auto seat = next_player(state, effect.seat); seat != effect.seat; seat = next_player(state, seat))
        draw_by_seven(context, seat, effect.times);
    if (effect.turned_by) draw_by_seven(context, effect.seat, effect.times);
    if (state.drawn_blind.empty()) return end_turn(context);
    state.phase = Phase::rehide;
}

void skip(Context context, Effect const& effect) {
    Seats skipped;
    for (int step = 1; step <= effect.times; ++step) skipped.push_back(next_player(context.state, effect.seat, step));
    context.events.push_back(Skipped{effect.seat, skipped});
    end_turn(context, effect.times);
}

void reverse(Context context, Effect const& effect) {
    if (effect.times % 2 == 1) context.state.direction = -context.state.direction;
    context.events.push_back(Reversed{effect.seat, effect.times, context.state.direction});
    end_turn(context);
}

void dominate(Context context, Effect const& effect) {
    auto const other = 1 - effect.table;
    auto const suit = *effect.card.suit();
    context.state.piles[static_cast<std::size_t>(other)].suit = suit;
    context.events.push_back(Dominated{effect.seat, other, suit});
    end_turn(context);
}

void carry_out(Context context, Effect const& effect) {
    if (effect.card.is_joker() && effect.turned_by) {
        context.state.waiting_joker = WaitingJoker{effect.table, *effect.turned_by};
        context.state.phase = Phase::name_suit;
        return;
    }
    if (effect.card.has(Rank::five)) return skip(context, effect);
    if (effect.card.has(Rank::seven)) return everyone_draws(context, effect);
    if (effect.card.has(Rank::nine)) return reverse(context, effect);
    if (effect.card.has(Rank::ace)) return dominate(context, effect);
    end_turn(context);
}

/// Turns the top of the stock onto a table. There is always a card: the K on the table covers at least one, which a
/// reshuffle makes the stock.
Card turn_up(Context context, Seat seat, int table) {
    auto& [state, chance, events] = context;
    auto const card = *draw_card(context);
    cover(state.piles[static_cast<std::size_t>(table)], card);
    events.push_back(Turned{seat, table, card});
    return card;
}

/// The effect of Ks. A K that has already turned a card in this play turns no other.
void change_the_world(Context context, Seat seat, Play const& play) {
    auto have_turned = play.cards;
    auto last = turn_up(context, seat, play.table);
    for (std::size_t i = 1; i < play.cards.size(); ++i) last = turn_up(context, seat, play.table);
    while (last.has(Rank::king) && !contains(have_turned, last)) {
        have_turned.push_back(last);
        last = turn_up(context, seat, play.table);
    }
    carry_out(context, {seat, play.table, last, 1, have_turned.back().suit()});
}

/// Removes the cards from the hand. With two jokers the open one is removed first.
/// \returns whether the secret card was among them
bool remove_from_hand(State& state, Seat seat, Cards const& cards) {
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

std::optional<Card> draw_card(Context context) {
    auto& state = context.state;
    if (state.stock.empty()) reshuffle(context);
    if (state.stock.empty()) return std::nullopt;
    auto const card = draw_top(state.stock);
    if (state.stock.empty()) state.joker_at_bottom = false;
    return card;
}

void draw_in_turn(Context context, Seat seat) {
    auto& [state, chance, events] = context;
    auto const card = draw_card(context);
    if (!card) {
        events.push_back(Stuck{seat});
        return end_turn(context);
    }
    state.drawn = true;
    add_to_hand(state, seat, *card);
    events.push_back(Drawn{seat, *card, false});
}

void carry_out_play(Context context, Seat seat, Play const& play) {
    auto& [state, chance, events] = context;
    auto const was_undeclared = state.last_one[seat] == Declaration::undeclared;
    auto const secret = remove_from_hand(state, seat, play.cards);
    events.push_back(Played{seat, play.table, play.cards, play.suit, play.last_one, secret});

    auto& pile = state.piles[static_cast<std::size_t>(play.table)];
    for (auto const card : play.cards) cover(pile, card);
    if (play.suit) pile.suit = play.suit;

    auto const left = state.hands[seat].size();
    state.last_one[seat].reset();
    if (left == 1) state.last_one[seat] = play.last_one ? Declaration::declared : Declaration::undeclared;
    if (left == 0 && was_undeclared && !play.last_one) return disqualify(context, seat);
    if (left == 0) return win_by_going_out(context, seat);

    auto const top = play.cards.back();
    if (top.has(Rank::king)) return change_the_world(context, seat, play);
    carry_out(context, {seat, play.table, top, static_cast<int>(play.cards.size()), std::nullopt});
}

} // namespace tefuda::ttpageone
