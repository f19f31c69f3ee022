// Views and events as one observer sees them.
#include "rules/ttpageone/ttpageone.hpp"

namespace tefuda {

using namespace ttpageone;

namespace {

/// A hand whose cards are open, except `face_down`.
SeenCards partly_open(Cards open, Cards const& face_down) {
    remove_all(open, face_down);
    return {sorted(open), static_cast<int>(face_down.size())};
}

SeenCards seen_hand(State const& state, Observer observer, Seat seat) {
    auto const& hand = state.hands[seat];
    if (observer.is(seat)) return SeenCards::face_up(hand);
    if (state.piles.empty()) return SeenCards::face_down(hand.size());
    return partly_open(hand, face_down_cards(state, seat));
}

Table table_for(State const& state, Observer observer) {
    Table table;
    table.game = state.game;
    table.priority = state.priority;
    table.privileges = state.privileges;
    table.pass_used = state.pass_used;
    for (auto const& pile : state.piles)
        table.tables.push_back({pile.top, pile.suit, pile.rank, static_cast<int>(pile.under.size())});
    table.stock = static_cast<int>(state.stock.size());
    table.direction = state.direction;
    table.turn = state.turn;
    table.drawn = state.drawn;
    for (auto const& declaration : state.last_one) table.last_one.push_back(declaration);
    for (auto const seat : all_seats(state.seats))
        if (is_out(state, seat)) table.out.push_back(seat);
    table.results = state.results;
    if (state.privileges.secret && observer.is(*state.privileges.secret)) {
        table.secret.emplace();
        if (state.secret) table.secret->emplace(state.secret->card);
    }
    return table;
}

SeenEvent seen(Dealt const& event, Observer observer) {
    SeenDealt dealt{event.game, {}, event.stock, event.priority};
    for (auto const seat : all_seats(event.hands.seats())) {
        auto const& hand = event.hands[seat];
        dealt.hands.push_back(observer.is(seat) ? SeenCards::face_up(hand) : SeenCards::face_down(hand.size()));
    }
    return dealt;
}

SeenEvent seen(Opened const& event, Observer observer) {
    SeenOpened opened;
    for (auto const seat : all_seats(event.hands.seats())) {
        Cards face_down;
        if (event.secret && seat == event.secret_holder && !observer.is(seat)) face_down.push_back(*event.secret);
        opened.hands.push_back(partly_open(event.hands[seat], face_down));
    }
    return opened;
}

SeenEvent seen(Hidden const& event, Observer observer) {
    SeenHidden hidden{event.seat, {}, event.card ? 1 : 0, event.opened};
    if (event.was_open || observer.is(event.seat)) hidden.card = event.card;
    return hidden;
}

SeenEvent seen(Drawn const& event, Observer observer) {
    SeenDrawn drawn{event.seat, {}, event.face_down};
    if (!event.face_down || observer.is(event.seat)) drawn.card = event.card;
    return drawn;
}

} // namespace

bool TtPageOne::over(State const& state) {
    return state.phase == Phase::over;
}

TtPageOne::View TtPageOne::view(State const& state, Observer observer) {
    View view;
    view.phase = state.phase;
    view.to_act = to_act(state);
    for (auto const seat : all_seats(state.seats)) {
        view.hands.push_back(seen_hand(state, observer, seat));
        view.scores.push_back(Nullable<Points>(state.scores[seat]));
    }
    view.table = table_for(state, observer);
    view.result = state.result;
    return view;
}

SeenEvent TtPageOne::event_for(Event const& event, Observer observer) {
    return by_type(
        event, [&](Dealt const& e) { return seen(e, observer); }, [&](Hidden const& e) { return seen(e, observer); },
        [&](Opened const& e) { return seen(e, observer); }, [&](Drawn const& e) { return seen(e, observer); },
        [](PrivilegeChosen const& e) -> SeenEvent { return e; },
        [](PrivilegeAssigned const& e) -> SeenEvent { return e; }, [](JokerAdded const& e) -> SeenEvent { return e; },
        [](JokerBuried const& e) -> SeenEvent { return e; }, [](TableTurned const& e) -> SeenEvent { return e; },
        [](TurnBegan const& e) -> SeenEvent { return e; }, [](Played const& e) -> SeenEvent { return e; },
        [](Turned const& e) -> SeenEvent { return e; }, [](Reshuffled const& e) -> SeenEvent { return e; },
        [](Skipped const& e) -> SeenEvent { return e; }, [](Reversed const& e) -> SeenEvent { return e; },
        [](Dominated const& e) -> SeenEvent { return e; }, [](SuitNamed const& e) -> SeenEvent { return e; },
        [](SuitDefaulted const& e) -> SeenEvent { return e; }, [](Passed const& e) -> SeenEvent { return e; },
        [](Stuck const& e) -> SeenEvent { return e; }, [](LastOneDeclared const& e) -> SeenEvent { return e; },
        [](Challenged const& e) -> SeenEvent { return e; }, [](Disqualified const& e) -> SeenEvent { return e; },
        [](GameEnded const& e) -> SeenEvent { return e; }, [](MatchEnded const& e) -> SeenEvent { return e; });
}

} // namespace tefuda
