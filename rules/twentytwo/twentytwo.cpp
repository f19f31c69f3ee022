#include "rules/twentytwo/twentytwo.hpp"

#include "rules/core/check_engine.hpp"
#include "rules/twentytwo/deal.hpp"
#include "rules/twentytwo/judge.hpp"

namespace tefuda {

using namespace twentytwo;

static_assert(check_engine<TwentyTwo>());

namespace {

/// Passes the turn to exchange. Starts the play if every seat has had its turn or the stock is empty.
void next_to_exchange(State& state, Seat seat, std::vector<Event>& events) {
    state.turn = next_in(state, seat);
    if (state.stock.empty() || state.exchanged[state.turn]) start_play(state, events);
}

/// Why the seat may not act now, or not with an action of this phase; empty if it may.
std::string_view turn_error(State const& state, Seat seat, Phase phase) {
    if (state.phase == Phase::over) return "The match is over.";
    if (seat != state.turn) return "It is another seat's turn.";
    if (state.phase == phase) return {};
    return state.phase == Phase::exchange ? "Cards are exchanged before any is played; exchange or pass."
                                          : "The exchange is over; play cards.";
}

/// Whether `later` takes the trick from `best`, the best of the plays before it: by the letter the strongest single
/// card decides, whoever played it (RULES.md R14).
bool beats(State const& state, PlayRecord const& later, PlayRecord const& best) {
    if (state.options.reading == Reading::letter) return strength(later.ranks.front()) >= strength(best.ranks.front());
    return later.follows &&
           not_lower(Ranks(later.ranks.begin(), later.ranks.end()), Ranks(best.ranks.begin(), best.ranks.end()));
}

void finish_trick(State& state, Chance& chance, std::vector<Event>& events) {
    auto best = state.plays.end() - static_cast<std::ptrdiff_t>(seats_in(state).size());
    for (auto record = best; record != state.plays.end(); ++record)
        if (beats(state, *record, *best)) best = record;
    state.turn = best->seat;
    events.push_back(TrickWon{state.turn});
    if (state.hands[state.turn].size() == 1) show_last_cards(state, chance, events);
}

std::optional<Illegal> carry_out(State& state, Seat seat, Exchange const& exchange, Chance&,
                                 std::vector<Event>& events) {
    if (auto const error = turn_error(state, seat, Phase::exchange); !error.empty()) return Illegal{std::string(error)};
    if (exchange.cards.empty()) return Illegal{"An exchange has at least one card; pass to exchange none."};
    if (exchange.cards.size() > state.stock.size()) return Illegal{"The stock does not hold so many cards."};
    if (!contains_all(state.hands[seat], exchange.cards)) return Illegal{"The hand does not hold these cards."};
    auto const top = state.stock.begin();
    auto const end = top + static_cast<std::ptrdiff_t>(exchange.cards.size());
    Cards const drawn(top, end);
    state.stock.erase(top, end);
    remove_all(state.hands[seat], exchange.cards);
    for (auto const card : drawn) insert_sorted(state.hands[seat], card);
    state.set_aside[seat] = sorted(exchange.cards);
    state.exchanged[seat] = static_cast<int>(drawn.size());
    events.push_back(Exchanged{seat, state.set_aside[seat], sorted(drawn), static_cast<int>(state.stock.size())});
    next_to_exchange(state, seat, events);
    return std::nullopt;
}

std::optional<Illegal> carry_out(State& state, Seat seat, Pass const&, Chance&, std::vector<Event>& events) {
    if (auto const error = turn_error(state, seat, Phase::exchange); !error.empty()) return Illegal{std::string(error)};
    state.exchanged[seat] = 0;
    events.push_back(Passed{seat});
    next_to_exchange(state, seat, events);
    return std::nullopt;
}

std::optional<Illegal> carry_out(State& state, Seat seat, Play const& play, Chance& chance,
                                 std::vector<Event>& events) {
    if (auto const error = turn_error(state, seat, Phase::play); !error.empty()) return Illegal{std::string(error)};
    auto& hand = state.hands[seat];
    auto const judged = judge({state.options, hand, bar_at(state, state.plays.size())}, play);
    if (auto const* error = std::get_if<std::string_view>(&judged)) return Illegal{std::string(*error)};
    auto const& verdict = std::get<Verdict>(judged);
    auto const cards = sorted(play.cards);
    remove_all(hand, cards);
    state.plays.push_back({seat,
                           verdict.follows,
                           {cards.begin(), cards.end()},
                           {verdict.ranks.begin(), verdict.ranks.end()},
                           {verdict.as.begin(), verdict.as.end()}});
    events.push_back(
        Played{seat, cards, verdict.as.empty() ? std::nullopt : std::optional(verdict.as), verdict.follows});
    state.turn = next_in(state, seat);
    if (plays_in_trick(state) == 0) finish_trick(state, chance, events);
    return std::nullopt;
}

} // namespace

SeatCounts TwentyTwo::seat_counts() {
    return {{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 4};
}

std::variant<Options, Illegal> TwentyTwo::settle(Options options, int seats) {
    if (seats < 2 || seats > 12) return Illegal{"Twenty-Two is played by 2 to 12."};
    if (options.variant == Variant::twenty_six) {
        if (options.decks) return Illegal{"The variant 26 always has two packs, so it takes no `decks`."};
        if (!options.max_lead) options.max_lead.emplace();
        return options;
    }
    if (options.max_lead) return Illegal{"Only the variant 26 has leads of several ranks, so 22 takes no `max_lead`."};
    if (!options.decks) options.decks = AnyOf<1, 2>{seats > 6 ? 2 : 1};
    if (options.decks->value == 1 && seats > 6) return Illegal{"One pack is enough for 6 seats at most."};
    return options;
}

DailyMatch<Options> TwentyTwo::daily() {
    return {4, std::get<Options>(settle({}, 4))};
}

std::int64_t TwentyTwo::margin(Result<Reason> const& result, Seat seat) {
    constexpr std::int64_t for_each_worse = 10;
    auto const worse = std::ranges::count_if(result.ranks, [&](auto rank) { return rank > result.ranks[seat]; });
    return for_each_worse * worse - result.scores[seat].value;
}

std::vector<Cards> TwentyTwo::fresh_cards(Options const& options, int) {
    return {whole_pack(options)};
}

State TwentyTwo::start(Options const& options, int seats, Chance& chance, std::vector<Event>& events) {
    State state;
    state.options = options;
    state.totals = PerSeat<Points>(seats);
    state.eliminated_in_deal = PerSeat<Nullable<int>>(seats);
    state.lying = PerSeat<Cards>(seats);
    draw_for_dealer(state, chance, events);
    deal_hands(state, 7, chance, events);
    return state;
}

std::optional<Illegal> TwentyTwo::apply(State& state, Seat seat, Action const& action, Chance& chance,
                                        std::vector<Event>& events) {
    return std::visit([&](auto const& asked) { return carry_out(state, seat, asked, chance, events); }, action);
}

Seats TwentyTwo::to_act(State const& state) {
    return over(state) ? Seats{} : Seats{state.turn};
}

bool TwentyTwo::over(State const& state) {
    return state.phase == Phase::over;
}

} // namespace tefuda
