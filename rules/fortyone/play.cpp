#include "rules/fortyone/deal.hpp"
#include "rules/fortyone/fortyone.hpp"

#include <algorithm>

namespace tefuda {

namespace fortyone {

bool can_play(RunningTotal const& total, Hand const& hand) {
    return std::any_of(hand.begin(), hand.end(), [&](Card card) { return total.accepts(rank_of(card)); });
}

namespace {

std::optional<CardValue> card_value(std::optional<int> value) {
    return value ? std::optional(static_cast<CardValue>(*value)) : std::nullopt;
}

/// Sets the value of every card of a total that has just been closed.
void assign_value(Sequence& sequence, int value) {
    for (auto& turn : sequence)
        if (auto* const played = std::get_if<PlayedCard>(&turn)) played->value = static_cast<CardValue>(value);
}

std::optional<Illegal> play(State& state, Seat seat, Card card, std::vector<Event>& events) {
    auto& hand = state.hands[seat];
    auto const held = std::find(hand.begin(), hand.end(), card);
    if (held == hand.end()) return Illegal{"You do not hold that card."};
    auto const rank = rank_of(card);
    if (!state.total.accepts(rank)) return Illegal{"With that card the total would be more than 41."};

    hand.erase(held);
    auto const value = state.total.value_of(rank);
    auto const was_open = state.total.is_open();
    state.total.add(rank);
    state.deal->sequence.emplace_back(PlayedCard{seat, card, card_value(value)});
    if (was_open && value) assign_value(state.deal->sequence, *value);
    state.turn = opponent_of(seat);

    auto const total = state.total.total();
    events.emplace_back(Played{seat, card, value, total});
    if (was_open && value) events.emplace_back(Valued{*value});
    if (total) score(state, seat, chips_for(*total), Cause::total, events);
    return std::nullopt;
}

std::optional<Illegal> pass(State& state, Seat seat, std::vector<Event>& events) {
    if (can_play(state.total, state.hands[seat])) return Illegal{"You may pass only when you can play no card."};

    auto& sequence = state.deal->sequence;
    auto const opponent_passed = !sequence.empty() && std::holds_alternative<PassedTurn>(sequence.back());
    sequence.emplace_back(PassedTurn{seat});
    state.turn = opponent_of(seat);

    events.emplace_back(Passed{seat});
    if (opponent_passed)
        end_deal(state, events);
    else
        score(state, opponent_of(seat), 1, Cause::pass, events);
    return std::nullopt;
}

} // namespace

} // namespace fortyone

std::optional<Illegal> FortyOne::apply(State& state, Seat seat, Action const& action, Chance&,
                                       std::vector<Event>& events) {
    if (over(state)) return Illegal{"The match is over."};
    if (seat != state.turn) return Illegal{"It is not your turn."};
    return std::visit(Overloaded{
                          [&](fortyone::Play const& asked) { return fortyone::play(state, seat, asked.card, events); },
                          [&](fortyone::Pass const&) { return fortyone::pass(state, seat, events); },
                      },
                      action);
}

Templates<fortyone::Action> FortyOne::legal(State const& state, Seat seat) {
    Templates<Action> templates;
    if (over(state) || seat != state.turn) return templates;
    auto const& hand = state.hands[seat];
    templates.reserve(std::max<std::size_t>(hand.size(), 1));
    for (auto const card : hand)
        if (state.total.accepts(fortyone::rank_of(card))) templates.emplace_back(fortyone::Play{card});
    if (templates.empty()) templates.emplace_back(fortyone::Pass{});
    return templates;
}

Seats FortyOne::to_act(State const& state) {
    Seats waiting;
    if (!over(state)) waiting.push_back(state.turn);
    return waiting;
}

} // namespace tefuda
