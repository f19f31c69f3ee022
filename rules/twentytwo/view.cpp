#include "rules/twentytwo/deal.hpp"
#include "rules/twentytwo/twentytwo.hpp"

namespace tefuda {

using namespace twentytwo;

namespace {

PerSeat<SeenCards> seen_hands(PerSeat<Cards> const& hands, Observer observer) {
    PerSeat<SeenCards> seen;
    for (auto const seat : all_seats(hands.seats()))
        seen.push_back(observer.is(seat) ? SeenCards::face_up(hands[seat]) : SeenCards::face_down(hands[seat].size()));
    return seen;
}

TrickPlay seen_play(PlayRecord const& record) {
    TrickPlay play{record.seat, record.cards, std::nullopt, record.follows};
    if (!record.as.empty()) play.as = record.as;
    return play;
}

void add_tricks(Table& table, State const& state) {
    auto const in = seats_in(state).size();
    auto const finished = state.plays.size() - plays_in_trick(state);
    for (std::size_t at = 0; at < finished; ++at) {
        if (at % in == 0) table.tricks.emplace_back();
        table.tricks.back().push_back(seen_play(state.plays[at]));
    }
    for (auto at = finished; at < state.plays.size(); ++at) table.trick.push_back(seen_play(state.plays[at]));
}

Table table_for(State const& state, Observer observer) {
    Table table{state.deal,
                state.dealer,
                state.hand_size,
                static_cast<int>(state.stock.size()),
                state.exchanged,
                std::nullopt,
                state.lying,
                {},
                {},
                state.last_show,
                {state.draws.begin(), state.draws.end()}};
    if (observer.seat()) table.set_aside = state.set_aside[*observer.seat()];
    if (state.phase != Phase::over) add_tricks(table, state);
    return table;
}

} // namespace

TwentyTwo::View TwentyTwo::view(State const& state, Observer observer) {
    PerSeat<Nullable<Points>> scores;
    for (auto const total : state.totals) scores.push_back(total);
    return {state.phase,
            to_act(state),
            seen_hands(state.hands, observer),
            scores,
            table_for(state, observer),
            over(state) ? Nullable<Result<Reason>>(result_of(state)) : Nullable<Result<Reason>>()};
}

SeenEvent TwentyTwo::event_for(Event const& event, Observer observer) {
    return by_type(
        event, [](Drawn const& drawn) -> SeenEvent { return drawn; },
        [](DealerChosen const& chosen) -> SeenEvent { return chosen; },
        [&](Dealt const& dealt) -> SeenEvent {
            return SeenDealt{dealt.seat, dealt.deal, dealt.hand_size, dealt.stock, seen_hands(dealt.hands, observer),
                             dealt.lying};
        },
        [&](Exchanged const& exchanged) -> SeenEvent {
            if (observer.is(exchanged.seat))
                return SeenExchanged{exchanged.seat, SeenCards::face_up(exchanged.cards),
                                     SeenCards::face_up(exchanged.drawn), exchanged.stock};
            return SeenExchanged{exchanged.seat, SeenCards::face_down(exchanged.cards.size()),
                                 SeenCards::face_down(exchanged.drawn.size()), exchanged.stock};
        },
        [](Passed const& passed) -> SeenEvent { return passed; },
        [](PlayStarted const& started) -> SeenEvent { return started; },
        [](Played const& played) -> SeenEvent { return played; }, [](TrickWon const& won) -> SeenEvent { return won; },
        [](Shown const& shown) -> SeenEvent { return shown; }, [](Lost const& lost) -> SeenEvent { return lost; },
        [](Eliminated const& eliminated) -> SeenEvent { return eliminated; },
        [](Ended const& ended) -> SeenEvent { return ended; });
}

} // namespace tefuda
