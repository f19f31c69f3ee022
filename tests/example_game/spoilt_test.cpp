// The harness says no: each of these games breaks one promise of the contract.
#include "tests/example_game/doubt/doubt.hpp"
#include "tests/support/conformance.hpp"

using namespace tefuda;

namespace {

constexpr int matches = 20;

/// What the harness says about a game with four seats.
template <class E>
std::string verdict() {
    return test::first_failure<E>({{}, 4}, matches);
}

bool says(std::string const& verdict, std::string_view words) {
    INFO(verdict);
    CHECK(verdict.find(words) != verdict.npos);
    return true;
}

/// Tells everybody the cards that are played face down.
struct TellsPlays : Doubt {
    static SeenEvent event_for(Event const& event, Observer observer) {
        if (auto const* played = std::get_if<doubt::Played>(&event))
            return doubt::SeenPlayed{played->seat, played->rank, SeenCards::face_up(played->cards)};
        return Doubt::event_for(event, observer);
    }
};

/// Tells everybody all hands when they are dealt.
struct TellsHands : Doubt {
    static SeenEvent event_for(Event const& event, Observer observer) {
        auto const* dealt = std::get_if<doubt::Dealt>(&event);
        if (!dealt) return Doubt::event_for(event, observer);
        doubt::SeenDealt seen{{}, dealt->first};
        for (auto const& hand : dealt->hands) seen.hands.push_back(SeenCards::face_up(hand));
        return seen;
    }
};

/// Shows a card of the pile.
struct ShowsPile : Doubt {
    static View view(State const& state, Observer observer) {
        auto view = Doubt::view(state, observer);
        if (state.claim) view.table.claim->cards = SeenCards::face_up(state.claim->cards);
        return view;
    }
};

/// Its refusal depends on a card that the sender does not see.
struct HintsByRefusal : Doubt {
    static std::optional<Illegal> apply(State& state, Seat seat, Action const& action, Chance& chance,
                                        std::vector<Event>& events) {
        auto refused = Doubt::apply(state, seat, action, chance, events);
        if (refused && !state.stock.empty()) refused->reason += WireName<Card>::of(state.stock.front());
        return refused;
    }
};

struct NeverRedeals : Doubt {
    static State redeal(State const& state, Observer, Chance&) { return state; }
};

struct HasNoCards : Doubt {
    static Cards all_cards(State const&) { return {}; }
};

struct NamesAnotherPack : Doubt {
    static std::vector<Cards> fresh_cards(Options const&, int) { return {fresh_pack(1, 1)}; }
};

struct LosesACard : Doubt {
    static std::optional<Illegal> apply(State& state, Seat seat, Action const& action, Chance& chance,
                                        std::vector<Event>& events) {
        auto refused = Doubt::apply(state, seat, action, chance, events);
        if (!refused && !state.stock.empty()) state.stock.pop_back();
        return refused;
    }
};

/// Chooses the order of the pack before it is shuffled, so that no replay could prove the deal.
struct StacksThePack : Doubt {
    static State start(Options const& options, int seats, Chance& chance, std::vector<Event>& events) {
        struct Stacked final : Chance {
            explicit Stacked(Chance& other) : chance(other) {}
            void do_shuffle(Cards& cards) override {
                std::swap(cards[0], cards[1]);
                chance.shuffle(cards);
            }
            Seats do_order(int n) override { return chance.order(n); }
            int do_pick(int n) override { return chance.pick(n); }
            Chance& chance;
        } stacked(chance);
        return Doubt::start(options, seats, stacked, events);
    }
};

/// Accepts a play that no template allows.
struct AcceptsFour : Doubt {
    static Templates<Action> legal(State const& state, Seat seat) {
        auto legal = Doubt::legal(state, seat);
        for (auto& choice : legal)
            if (choice.cards) choice.cards->max = 1;
        return legal;
    }
};

struct ChangesOnRefusal : Doubt {
    static std::optional<Illegal> apply(State& state, Seat seat, Action const& action, Chance& chance,
                                        std::vector<Event>& events) {
        auto refused = Doubt::apply(state, seat, action, chance, events);
        if (refused) state.points[seat] += Points(1);
        return refused;
    }
};

/// Doubt is for three and more.
struct DailyForOne : Doubt {
    static DailyMatch<Options> daily() { return {1, {}}; }
    static std::int64_t margin(Result<doubt::Reason> const& result, Seat seat) { return -result.ranks[seat]; }
};

struct DailyForTheWorst : Doubt {
    static DailyMatch<Options> daily() { return {4, {}}; }
    static std::int64_t margin(Result<doubt::Reason> const& result, Seat seat) { return result.ranks[seat]; }
};

} // namespace

TEST_CASE("the harness refuses a game whose events tell hidden cards", "[rules][doubt][harness]") {
    says(verdict<TellsPlays>(), "what its view hides");
    says(verdict<TellsHands>(), "the events of the start tell");
}

TEST_CASE("the harness refuses a game whose views or refusals tell hidden cards", "[rules][doubt][harness]") {
    says(verdict<ShowsPile>(), "a redeal is visible to");
    says(verdict<HintsByRefusal>(), "depends on hidden cards");
}

TEST_CASE("the harness refuses a redeal that never changes anything", "[rules][doubt][harness]") {
    says(verdict<NeverRedeals>(), "redeal never changes anything, though cards are hidden from a spectator");
}

TEST_CASE("the harness refuses a game that does not know its cards", "[rules][doubt][harness]") {
    says(verdict<HasNoCards>(), "fresh_cards lacks a pack: []");
    says(verdict<NamesAnotherPack>(), "cards were lost or duplicated");
    says(verdict<LosesACard>(), "cards were lost or duplicated");
    says(verdict<StacksThePack>(), "cards were shuffled whose order nobody can check");
}

TEST_CASE("the harness refuses a game whose templates are not what it accepts", "[rules][doubt][harness]") {
    says(verdict<AcceptsFour>(), "is allowed by no template");
    says(verdict<ChangesOnRefusal>(), "a refused action changed something");
}

TEST_CASE("the harness refuses a deal of the day that is none", "[rules][doubt][harness]") {
    says(test::daily_problem<DailyForOne>(), "the game is not for 1 seats");
    says(test::daily_problem<DailyForTheWorst>(), "has a higher margin than a winner");
    CHECK(test::daily_problem<Doubt>() == "");
}

TEST_CASE("the harness accepts the game as it is", "[rules][doubt][harness]") {
    CHECK(verdict<Doubt>() == "");
}
