#include "rules/sugekari21/sugekari21.hpp"

namespace tefuda {

using namespace sugekari21;

namespace {

/// A list of cards as it looks to an observer who knows all of them or none.
SeenCards seen(Cards const& cards, bool known) {
    return known ? SeenCards::face_up(cards) : SeenCards::face_down(cards.size());
}

SeenCards hand_for(State const& state, Observer observer, Seat holder) {
    auto known = known_cards(state, observer, holder);
    auto const hidden = state.hands[holder].size() - known.size();
    return {known, static_cast<int>(hidden)};
}

Points score_of(State const& state, std::size_t side) {
    Points score;
    for (auto const& game : state.results) score += game[side];
    // At the end `results` already contains the last game.
    if (state.phase != Phase::over) score += points_of(state.captured[side]);
    return score;
}

Seats chosen(State const& state) {
    Seats seats;
    for (auto const seat : all_seats(state.seats)) {
        auto const discarded = state.phase == Phase::discard && state.discards[seat];
        auto const given = state.phase == Phase::give && state.gifts[seat];
        if (discarded || given) seats.push_back(seat);
    }
    return seats;
}

Nullable<ExchangedCards> given_by(State const& state, Seat seat) {
    if (!state.gifts[seat]) return {};
    return ExchangedCards{*state.gifts[seat], receiver_of(state, seat)};
}

Nullable<ExchangedCards> received_by(State const& state, Seat seat) {
    if (!exchanged(state)) return {};
    auto const giver = giver_of(state, seat);
    return ExchangedCards{*state.gifts[giver], giver};
}

Table table_for(State const& state, Observer observer) {
    Table table{state.game,    state.bout,     state.leader, state.round,   state.total,
                state.passes,  state.captured, state.outs,   state.results, static_cast<int>(state.stock.size()),
                chosen(state), std::nullopt,   std::nullopt, std::nullopt};
    if (auto const seat = observer.seat()) {
        table.given.emplace(given_by(state, *seat));
        table.received.emplace(received_by(state, *seat));
        auto& own = table.discarded.emplace();
        if (auto const card = state.discards[*seat]) own.push_back(*card);
    }
    return table;
}

} // namespace

Sugekari21::View Sugekari21::view(State const& state, Observer observer) {
    View view{state.phase, to_act(state), {}, {}, table_for(state, observer), state.result};
    for (auto const seat : all_seats(state.seats)) {
        view.hands.push_back(hand_for(state, observer, seat));
        view.scores.push_back(score_of(state, side_of(seat)));
    }
    return view;
}

bool Sugekari21::shows_hand(State const& state, Observer observer, Seat holder) {
    if (!state.drawn[holder].empty()) return true;
    return observer.seat() && exchanged(state) && receiver_of(state, *observer.seat()) == holder;
}

SeenEvent Sugekari21::event_for(Event const& event, Observer observer) {
    return by_type(
        event,
        [&](Dealt const& dealt) -> SeenEvent {
            PerSeat<SeenCards> hands;
            for (auto const seat : all_seats(dealt.hands.seats()))
                hands.push_back(seen(dealt.hands[seat], observer.is(seat)));
            return SeenDealt{dealt.game, dealt.bout, dealt.leader, dealt.phase, std::move(hands), dealt.stock};
        },
        [&](Discarded const& discarded) -> SeenEvent {
            SeenDiscarded seen_form{discarded.seat, {}};
            if (observer.is(discarded.seat)) seen_form.card = discarded.card;
            return seen_form;
        },
        [&](Given const& given) -> SeenEvent {
            return SeenGiven{given.seat, given.to, seen(given.cards, observer.is(given.seat))};
        },
        [&](Received const& received) -> SeenEvent {
            auto const known = observer.is(received.seat) || observer.is(received.from);
            return SeenReceived{received.seat, received.from, seen(received.cards, known)};
        },
        [](PhaseBegun const& begun) -> SeenEvent { return begun; },
        [](Played const& played) -> SeenEvent { return played; },
        [](Passed const& passed) -> SeenEvent { return passed; }, [](RoundWon const& won) -> SeenEvent { return won; },
        [](Drawn const& drawn) -> SeenEvent { return drawn; },
        [](LeadPassed const& passed) -> SeenEvent { return passed; },
        [](RoundBegun const& begun) -> SeenEvent { return begun; }, [](GoneOut const& out) -> SeenEvent { return out; },
        [](Deadlocked const& deadlocked) -> SeenEvent { return deadlocked; },
        [](BoutEnded const& ended) -> SeenEvent { return ended; },
        [](GameEnded const& ended) -> SeenEvent { return ended; },
        [](MatchEnded const& ended) -> SeenEvent { return ended; });
}

} // namespace tefuda
