#include "rules/fortyone/deal.hpp"

#include "rules/core/check_engine.hpp"
#include "rules/fortyone/fortyone.hpp"

#include <algorithm>

namespace tefuda {

static_assert(check_engine<FortyOne>());

namespace fortyone {

void score(State& state, Seat seat, int chips, Cause cause, std::vector<Event>& events) {
    if (chips == 0) return;
    state.chips[seat] += Points(chips);
    events.emplace_back(Scored{seat, Points(chips), cause});
}

void deal_cards(State& state, Seat dealer, std::vector<Event>& events) {
    auto top = state.stock.begin();
    for (std::size_t i = 0; i < hand_size; ++i) {
        state.hands[opponent_of(dealer)].push_back(*top++);
        state.hands[dealer].push_back(*top++);
    }
    auto const starter = *top++;
    state.stock.erase(state.stock.begin(), top);
    for (auto& hand : state.hands) std::sort(hand.begin(), hand.end());

    state.deal = Deal{dealer, starter, {}};
    state.total = RunningTotal(rank_of(starter));
    state.turn = opponent_of(dealer);
    events.emplace_back(
        Dealt{static_cast<int>(state.finished.size()) + 1, dealer, state.hands, starter, state.total.total()});
    // Only an ace pays the dealer. A starter K that later counts 1 does not (R1), nor does any other starting total.
    if (starter.has(Rank::ace)) score(state, dealer, 1, Cause::starter, events);
}

void end_deal(State& state, std::vector<Event>& events) {
    auto const dealer = state.deal->dealer;
    PerSeat<int> left(seats);
    for (auto const seat : all_seats(seats)) left[seat] = static_cast<int>(state.hands[seat].size());
    state.finished.push_back(LaidAway{*state.deal, state.hands});
    state.hands = Both<Hand>(seats);
    events.emplace_back(DealEnded{static_cast<int>(state.finished.size()), left});

    if (state.finished.size() < deals) return deal_cards(state, opponent_of(dealer), events);
    state.deal.reset();
    events.emplace_back(Ended{result_of(state)});
}

Result<Reason> result_of(State const& state) {
    Result<Reason> result{{}, PerSeat<std::uint8_t>(seats), state.chips, Reason::chips};
    for (auto const seat : all_seats(seats)) {
        result.ranks[seat] = state.chips[seat] < state.chips[opponent_of(seat)] ? 2 : 1;
        if (result.ranks[seat] == 1) result.winners.push_back(seat);
    }
    return result;
}

Cards all_cards(State const& state) {
    auto cards = state.stock;
    auto const add = [&cards](Hand const& hand) { cards.insert(cards.end(), hand.begin(), hand.end()); };
    auto const add_deal = [&cards](Deal const& deal) {
        cards.push_back(deal.starter);
        for (auto const& turn : deal.sequence)
            if (auto const* played = std::get_if<PlayedCard>(&turn)) cards.push_back(played->card);
    };
    for (auto const& hand : state.hands) add(hand);
    if (state.deal) add_deal(*state.deal);
    for (auto const& laid_away : state.finished) {
        add_deal(laid_away.deal);
        for (auto const& hand : laid_away.left) add(hand);
    }
    return cards;
}

} // namespace fortyone

std::variant<fortyone::Options, Illegal> FortyOne::settle(Options const& options, int seats) {
    if (seats != fortyone::seats) return Illegal{"Forty-One is a game for two players."};
    return options;
}

DailyMatch<fortyone::Options> FortyOne::daily() {
    return {fortyone::seats, {}};
}

std::int64_t FortyOne::margin(Result<fortyone::Reason> const& result, Seat seat) {
    return points_ahead(result, seat);
}

std::vector<Cards> FortyOne::fresh_cards(Options const&, int) {
    return {fresh_pack()};
}

fortyone::State FortyOne::start(Options const&, int, Chance& chance, std::vector<Event>& events) {
    Seat const dealer(chance.pick(fortyone::seats));
    State state{{},
                fortyone::RunningTotal(Rank::ace),
                dealer,
                fortyone::Both<fortyone::Hand>(fortyone::seats),
                PerSeat<Points>(fortyone::seats),
                {},
                fresh_cards({}, fortyone::seats).front()};
    chance.shuffle(state.stock);
    fortyone::deal_cards(state, dealer, events);
    return state;
}

} // namespace tefuda
