// Checks each action and carries it out.
#include "rules/ttpageone/context.hpp"
#include "rules/ttpageone/ttpageone.hpp"

#include <algorithm>

namespace tefuda {

using namespace ttpageone;

namespace {

using Refusal = std::optional<Illegal>;

Refusal refuse(std::string_view reason) {
    return Illegal{std::string(reason)};
}

Refusal choose_privilege(Context context, Seat seat, ChoosePrivilege const& action) {
    auto& [state, chance, events] = context;
    if (state.phase != Phase::privileges) return refuse("The privileges are chosen already.");
    if (seat_choosing(state) != seat) return refuse("It is not your turn to choose a privilege.");
    auto const left = privileges_left(state);
    if (std::find(left.begin(), left.end(), action.privilege) == left.end())
        return refuse("This privilege is already taken, or not used with three players.");

    holder_of(state.privileges, action.privilege) = seat;
    events.push_back(PrivilegeChosen{seat, action.privilege});
    auto const rest = privileges_left(state);
    if (rest.size() > 1) return std::nullopt;

    auto const last = seat_choosing(state);
    holder_of(state.privileges, rest.front()) = last;
    events.push_back(PrivilegeAssigned{last, rest.front()});
    state.phase = Phase::hide;
    return std::nullopt;
}

/// Makes `card` the only face-down card of the hand: one that is face down already, an open one, or none.
Hidden put_face_down(State& state, Seat seat, std::optional<Card> card) {
    auto opened = face_down_cards(state, seat);
    auto const was_open = card && !contains(opened, *card);
    std::optional<FaceDown> chosen;
    if (was_open) chosen = FaceDown{*card, std::nullopt};
    if (card && !was_open) {
        remove(opened, *card);
        // Of two equal jokers, hide the one that was drawn face down: fewer players know where it came from, and nobody
        // else can tell which of them was chosen.
        if (state.secret && state.secret->card == *card) chosen = state.secret;
        for (auto const& drawn : state.drawn_blind)
            if (drawn.card == *card) chosen = drawn;
    }
    state.secret = chosen;
    state.drawn_blind.clear();
    return {seat, card, was_open, sorted(opened)};
}

Refusal hide_in_setup(Context context, Seat seat, std::optional<Card> card) {
    auto& state = context.state;
    if (card) state.secret = FaceDown{*card, state.stock_number};
    context.events.push_back(Hidden{seat, card, false, {}});
    open_hands(context);
    return std::nullopt;
}

Refusal hide(Context context, Seat seat, Hide const& action) {
    auto& [state, chance, events] = context;
    if (state.phase == Phase::privileges) return refuse("The privileges are not chosen yet.");
    if (state.privileges.secret != seat) return refuse("Only the holder of the secret privilege may hide a card.");
    if (action.card && !contains(state.hands[seat], *action.card)) return refuse("You do not have this card.");

    if (state.phase == Phase::hide) return hide_in_setup(context, seat, action.card);
    if (state.phase == Phase::rehide) {
        events.push_back(put_face_down(state, seat, action.card));
        end_turn(context);
        return std::nullopt;
    }
    if (state.hide_used) return refuse("You have changed your hidden card in this turn already.");
    if (!action.card && !state.secret) return refuse("You have no hidden card to open.");
    if (action.card && state.secret && state.secret->card == *action.card)
        return refuse("This card is hidden already.");
    events.push_back(put_face_down(state, seat, action.card));
    state.hide_used = true;
    return std::nullopt;
}

Refusal check_turn(State const& state, Seat seat) {
    if (state.phase == Phase::privileges || state.phase == Phase::hide) return refuse("The hands are not opened yet.");
    if (state.turn != seat) return refuse("It is not your turn.");
    if (state.phase == Phase::name_suit) return refuse("You have to name a suit for the joker.");
    if (state.phase == Phase::rehide) return refuse("The holder of the secret privilege has to hide a card first.");
    return std::nullopt;
}

Refusal check_cards(State const& state, Seat seat, Play const& action) {
    auto const& cards = action.cards;
    auto const& pile = state.piles[static_cast<std::size_t>(action.table)];
    if (cards.empty()) return refuse("A play needs a card.");
    if (!contains_all(state.hands[seat], cards)) return refuse("You do not have all of these cards.");

    auto const joker = contains(cards, Card::joker());
    if (joker && cards.size() > 1) return refuse("A joker is played alone.");
    if (joker && !action.suit) return refuse("A joker needs a suit.");
    if (!joker && action.suit) return refuse("Only a joker is given a suit.");

    if (cards.size() == 1 && !matches(pile, cards.front())) return refuse("This card does not match that table.");
    auto const of_rank = [&](Card card) { return pile.rank && card.has(*pile.rank); };
    if (cards.size() > 1 && !std::all_of(cards.begin(), cards.end(), of_rank))
        return refuse("Several cards must all have the rank of the table's top card.");
    return std::nullopt;
}

Refusal play(Context context, Seat seat, Play const& action) {
    auto const& state = context.state;
    if (auto refusal = check_turn(state, seat)) return refusal;
    if (action.table != 0 && action.table != 1) return refuse("There are only the tables 0 and 1.");
    if (auto refusal = check_cards(state, seat, action)) return refusal;
    if (action.last_one == false) return refuse("The only value of last_one is true.");
    if (action.last_one && !may_declare_with(state, seat, action.cards.size()))
        return refuse("There is no last one to declare with this play.");
    carry_out_play(context, seat, action);
    return std::nullopt;
}

Refusal draw(Context context, Seat seat) {
    if (auto refusal = check_turn(context.state, seat)) return refusal;
    if (must_play(context.state, seat)) return refuse("You have a card that matches and must play.");
    draw_in_turn(context, seat);
    return std::nullopt;
}

Refusal pass(Context context, Seat seat) {
    auto& state = context.state;
    if (auto refusal = check_turn(state, seat)) return refusal;
    if (state.privileges.pass != seat) return refuse("Only the holder of the pass privilege may pass.");
    if (state.pass_used) return refuse("You have passed already in this game.");
    state.pass_used = true;
    context.events.push_back(Passed{seat});
    end_turn(context);
    return std::nullopt;
}

Refusal name_suit(Context context, Seat seat, NameSuit const& action) {
    auto& state = context.state;
    if (state.phase != Phase::name_suit) return refuse("No joker waits for a suit.");
    if (state.turn != seat) return refuse("It is not for you to name the suit.");
    auto const table = state.waiting_joker->table;
    state.piles[static_cast<std::size_t>(table)].suit = action.suit;
    state.waiting_joker.reset();
    context.events.push_back(SuitNamed{seat, table, action.suit});
    end_turn(context);
    return std::nullopt;
}

Refusal declare_last_one(Context context, Seat seat) {
    auto& state = context.state;
    if (state.last_one[seat] != Declaration::undeclared) return refuse("You have no last one to declare.");
    state.last_one[seat] = Declaration::declared;
    context.events.push_back(LastOneDeclared{seat});
    return std::nullopt;
}

Refusal challenge(Context context, Seat seat, Challenge const& action) {
    auto& state = context.state;
    if (action.seat.number() >= state.seats) return refuse("There is no such seat.");
    if (action.seat == seat) return refuse("You can't challenge yourself.");
    if (state.last_one[action.seat] != Declaration::undeclared)
        return refuse("This player has no last one that is not declared.");
    context.events.push_back(Challenged{seat, action.seat});
    disqualify(context, action.seat);
    return std::nullopt;
}

} // namespace

std::optional<Illegal> TtPageOne::apply(State& state, Seat seat, Action const& action, Chance& chance,
                                        std::vector<Event>& events) {
    if (over(state)) return refuse("The match is over.");
    if (seat.number() >= state.seats) return refuse("There is no such seat.");
    if (is_out(state, seat)) return refuse("You are out of this game.");
    Context const context{state, chance, events};
    return std::visit(Overloaded{
                          [&](ChoosePrivilege const& chosen) { return choose_privilege(context, seat, chosen); },
                          [&](Hide const& chosen) { return hide(context, seat, chosen); },
                          [&](Play const& chosen) { return play(context, seat, chosen); },
                          [&](Draw const&) { return draw(context, seat); },
                          [&](Pass const&) { return pass(context, seat); },
                          [&](NameSuit const& chosen) { return name_suit(context, seat, chosen); },
                          [&](DeclareLastOne const&) { return declare_last_one(context, seat); },
                          [&](Challenge const& chosen) { return challenge(context, seat, chosen); },
                      },
                      action);
}

} // namespace tefuda
