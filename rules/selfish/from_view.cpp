#include "rules/selfish/from_view.hpp"

#include "rules/selfish/opening.hpp"

namespace tefuda {

using namespace selfish;

namespace {

/// Shuffles so that these cards come out first, in this order.
class Foreseen final : public Chance {
public:
    Foreseen(Cards coming, Chance& chance) : coming_(coming), chance_(chance) {}

    Card next() { return draw_top(coming_); }

private:
    void do_shuffle(Cards& cards) override {
        chance_.shuffle(cards);
        Cards first;
        for (auto const card : coming_) {
            if (!contains(cards, card)) break;
            remove(cards, card);
            first.push_back(card);
        }
        cards.insert(cards.begin(), first.begin(), first.end());
    }
    Seats do_order(int n) override { return chance_.order(n); }
    int do_pick(int n) override { return chance_.pick(n); }

    Cards coming_;
    Chance& chance_;
};

/// Opens the hands and turns the cards up again that lie on the table. \pre the hands are those that were opened
void replay_sudden_death(State& state, std::vector<Round> const& rounds, Chance& chance) {
    Cards coming;
    for (auto const& round : rounds)
        for (auto const& one : round) coming.push_back(one.card);
    auto const draws = coming.size();
    Foreseen foreseen(coming, chance);
    foreseen.shuffle(state.stock);
    std::vector<Event> events;
    open_hands(state, foreseen, events);
    for (std::size_t draw = 0; draw < draws && state.phase == Phase::sudden_death && !state.stock.empty(); ++draw) {
        foreseen.next();
        draw_face_up(state, foreseen, events);
    }
}

Hand hand_of(Cards const& cards) {
    return {cards.begin(), cards.end()};
}

} // namespace

std::optional<State> FromView<Selfish>::build(Options const& options, Seen<Selfish> const& seen, Chance& chance) {
    auto const& [phase, to_act, hands, scores, table, result] = seen.now;
    auto const seats = hands.seats();
    if (to_act.empty() || seats != table.claims.seats()) return std::nullopt;
    auto const fresh = Selfish::fresh_cards(options, seats).front();
    State state{.options = options,
                .phase = phase,
                .turn = table.turn,
                .first = table.first,
                .to_act = to_act.front(),
                .stock = {},
                .hands = PerSeat<Hand>(seats),
                .stopped_by = table.stopped_by,
                .claims = table.claims,
                .opened = {},
                .sudden_death = {},
                .result = {},
                .results = table.results.value_or(std::vector<GameResult>()),
                .previous = table.previous};
    // In a sudden death that decides the match, the replay below ends the last game again.
    if (!state.results.empty() && static_cast<int>(state.results.size()) == options.games.value)
        state.results.pop_back();
    Unseen unseen(fresh, chance);
    if (table.opened)
        for (auto const& opened : *table.opened) unseen.remove(opened.cards);
    else
        for (auto const& hand : hands) unseen.remove(hand.known);
    for (auto const seat : all_seats(seats)) {
        auto const too_many = hands[seat].known.size() + static_cast<std::size_t>(hands[seat].hidden) > max_turns;
        if (too_many || (table.opened && table.opened->seats() != seats)) return std::nullopt;
        if (table.opened)
            state.hands[seat] = (*table.opened)[seat].cards;
        else
            state.hands[seat] = hand_of(filled(hands[seat], unseen));
    }
    state.stock = unseen.take(static_cast<int>(unseen.left()));
    if (unseen.failed()) return std::nullopt;
    if (phase == Phase::sudden_death) replay_sudden_death(state, table.sudden_death, chance);
    return state;
}

} // namespace tefuda
