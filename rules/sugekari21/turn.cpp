#include "rules/sugekari21/turn.hpp"

#include "rules/core/engine.hpp"

#include <algorithm>

namespace tefuda::sugekari21 {

namespace {

using Refusal = std::optional<std::string_view>;

Refusal wrong_time(Phase phase) {
    switch (phase) {
    case Phase::discard:
        return "Those with fourteen cards lay one aside first.";
    case Phase::give:
        return "Everybody gives three cards first.";
    case Phase::play:
        return "The cards are being played: play one or pass.";
    case Phase::over:
        break;
    }
    return "The match is over.";
}

Refusal not_to_act(State const& state, Seat seat) {
    switch (state.phase) {
    case Phase::discard:
        if (std::find(state.discarding.begin(), state.discarding.end(), seat) == state.discarding.end())
            return "You have no card too many to lay aside.";
        return "You have laid a card aside already.";
    case Phase::give:
        return "You have given your three cards already.";
    case Phase::play:
        return "It is not your turn.";
    case Phase::over:
        break;
    }
    return wrong_time(state.phase);
}

/// \pre the hand holds a joker
Refusal joker_refusal(State const& state, JokerRole as, bool only_card) {
    if (as.is_half()) {
        if (state.total % 2 != 0) return "A joker halves only an even total.";
        return std::nullopt;
    }
    if (!rank_played(state, *as.rank())) return "A joker stands only for a rank that lies in this round.";
    if (only_card && is_face(*as.rank())) return "As your only card a joker may not stand for a J, Q or K.";
    return std::nullopt;
}

Refusal refusal_of(State const& state, Seat seat, Play const& play) {
    if (state.phase != Phase::play) return wrong_time(state.phase);
    auto const& hand = state.hands[seat];
    if (!contains(hand, play.card)) return "You do not hold this card.";
    auto const only_card = hand.size() == 1;
    if (play.card.is_joker()) {
        if (!play.as) return "Say which card the joker stands for.";
        if (auto const why = joker_refusal(state, *play.as, only_card)) return why;
    } else {
        if (play.as) return "Only a joker can stand for another card.";
        if (rank_played(state, *play.card.rank())) return "This round already has a card of this rank.";
        if (only_card && is_face(*play.card.rank())) return "A J, Q or K may not be played as your only card.";
    }
    if (total_after(state, value_of(play.card, play.as)) > target) return "The total would exceed 21.";
    return std::nullopt;
}

Refusal refusal_of(State const& state, Seat /*seat*/, Pass const& /*pass*/) {
    if (state.phase != Phase::play) return wrong_time(state.phase);
    if (state.round.empty()) return "You lead this round, so you have to play a card.";
    return std::nullopt;
}

Refusal refusal_of(State const& state, Seat seat, Give const& give) {
    if (state.phase != Phase::give) return wrong_time(state.phase);
    if (give.cards.size() != gift_size) return "Give exactly three cards.";
    if (!contains_all(state.hands[seat], give.cards)) return "You do not hold all of these cards.";
    return std::nullopt;
}

Refusal refusal_of(State const& state, Seat seat, Discard const& discard) {
    if (state.phase != Phase::discard) return wrong_time(state.phase);
    if (!contains(state.hands[seat], discard.card)) return "You do not hold this card.";
    return std::nullopt;
}

} // namespace

Seats seats_to_act(State const& state) {
    Seats seats;
    switch (state.phase) {
    case Phase::discard:
        for (auto const seat : state.discarding)
            if (!state.discards[seat]) seats.push_back(seat);
        break;
    case Phase::give:
        for (auto const seat : all_seats(state.seats))
            if (!state.gifts[seat]) seats.push_back(seat);
        break;
    case Phase::play:
        seats.push_back(state.turn);
        break;
    case Phase::over:
        break;
    }
    return seats;
}

std::optional<int> value_of(Card card, std::optional<JokerRole> as) {
    auto const rank = as ? as->rank() : card.rank();
    return rank ? std::optional(value_of(*rank)) : std::nullopt;
}

int total_after(State const& state, std::optional<int> value) {
    return value ? state.total + *value : state.total / 2;
}

bool rank_played(State const& state, Rank rank) {
    return std::any_of(state.round.begin(), state.round.end(), [&](auto const& play) { return play.card.has(rank); });
}

std::optional<std::string_view> refusal(State const& state, Seat seat, Action const& action) {
    auto const waited_for = seats_to_act(state);
    if (std::find(waited_for.begin(), waited_for.end(), seat) == waited_for.end()) return not_to_act(state, seat);
    return std::visit([&](auto const& asked) { return refusal_of(state, seat, asked); }, action);
}

} // namespace tefuda::sugekari21
