// The harness says no to a game that draws from hidden hands: each of these breaks one promise of the contract.
#include "tests/example_game/oldmaid.hpp"
#include "tests/example_game/spoilt.hpp"

using namespace tefuda;

// A name of its own, because spoilt_test.cpp is compiled together with this file.
namespace spoilt_drawing {

namespace {

template <class E>
std::string verdict() {
    return test::verdict_on<OldMaid, E>();
}

void says(std::string const& verdict, std::string_view words) {
    INFO(verdict);
    CHECK(verdict.find(words) != verdict.npos);
}

/// Does what `apply` does, and then something else.
template <class After>
struct Afterwards : OldMaid {
    static std::optional<Illegal> apply(State& state, Seat seat, Action const& action, Chance& chance,
                                        std::vector<Event>& events) {
        auto const before = state;
        auto refused = OldMaid::apply(state, seat, action, chance, events);
        if (!refused) After()(before, state, events);
        return refused;
    }
};

/// A third player is told which card was drawn.
struct TellsDraws : OldMaid {
    static SeenEvent event_for(Event const& event, Observer observer) {
        if (auto const* drawn = std::get_if<oldmaid::Drawn>(&event))
            return oldmaid::SeenDrawn{drawn->seat, drawn->from, drawn->card};
        return OldMaid::event_for(event, observer);
    }
};

/// Of the pair, the card that was drawn comes first.
struct LaysTheDrawnCardFirst {
    void operator()(oldmaid::State const&, oldmaid::State const&, std::vector<oldmaid::Event>& events) const {
        auto* const laid = std::get_if<oldmaid::Laid>(&events.back());
        if (!laid) return;
        auto const drawn = std::get<oldmaid::Drawn>(events[events.size() - 2]).card;
        if (laid->cards.back() == drawn) std::reverse(laid->cards.begin(), laid->cards.end());
    }
};

/// A seat goes on knowing a card that somebody else draws, unseen by it.
struct FollowsThroughADraw {
    void operator()(oldmaid::State const& before, oldmaid::State& state, std::vector<oldmaid::Event>& events) const {
        auto const* drawn = std::get_if<oldmaid::Drawn>(&events.front());
        for (auto const& known : before.known)
            if (drawn && known.card == drawn->card && known.to == drawn->from && known.from != drawn->seat &&
                contains(state.hands[drawn->seat], known.card))
                state.known.push_back({known.from, drawn->seat, known.card});
    }
};

/// A partner sees the hand of a seat: view, event and `redeal` agree on it.
struct ShowsThePartner : OldMaid {
    static bool sees(Observer observer, Seat holder) { return observer.seat() && observer.is(holder.left(4, 2)); }
    static View view(State const& state, Observer observer) {
        auto view = OldMaid::view(state, observer);
        for (auto const seat : all_seats(state.seats()))
            if (sees(observer, seat)) view.hands[seat] = SeenCards::face_up(state.hands[seat]);
        return view;
    }
    static SeenEvent event_for(Event const& event, Observer observer) {
        auto seen = OldMaid::event_for(event, observer);
        if (auto const* dealt = std::get_if<oldmaid::Dealt>(&event)) {
            for (auto const seat : all_seats(dealt->hands.seats()))
                if (sees(observer, seat))
                    std::get<oldmaid::SeenDealt>(seen).hands[seat] = SeenCards::face_up(dealt->hands[seat]);
        } else if (auto const* drawn = std::get_if<oldmaid::Drawn>(&event)) {
            if (sees(observer, drawn->seat) || sees(observer, drawn->from))
                std::get<oldmaid::SeenDrawn>(seen).card = drawn->card;
        }
        return seen;
    }
    static State redeal(State const& state, Observer observer, Chance& chance) {
        auto other = state;
        for (auto const seat : all_seats(state.seats()))
            if (sees(observer, seat))
                for (auto const card : state.hands[seat]) other.known.push_back({*observer.seat(), seat, card});
        other = OldMaid::redeal(other, observer, chance);
        other.known = OldMaid::redeal(state, observer, chance).known;
        return other;
    }
};

/// Offers a draw from a seat that has no cards.
struct OffersEmptyHands : OldMaid {
    static Templates<Action> legal(State const& state, Seat seat) {
        auto legal = OldMaid::legal(state, seat);
        if (legal.empty()) return legal;
        for (auto const from : all_seats(state.seats()))
            if (state.hands[from].empty()) legal.push_back({oldmaid::Draw{from}});
        return legal;
    }
};

/// The turn goes to the next seat, whether it has cards or not.
struct TurnsToEmptyHands {
    void operator()(oldmaid::State const& before, oldmaid::State& state, std::vector<oldmaid::Event>&) const {
        if (!OldMaid::over(state)) state.turn = before.turn.left(state.seats());
    }
};
struct TurnsToWhoIsOut : Afterwards<TurnsToEmptyHands> {
    static Templates<Action> legal(State const& state, Seat seat) {
        return state.hands[seat].empty() ? Templates<Action>() : OldMaid::legal(state, seat);
    }
};

/// A winner gets a point more than the loser pays.
struct PaysTooMuch : OldMaid {
    static View view(State const& state, Observer observer) {
        auto view = OldMaid::view(state, observer);
        if (view.result) view.result->scores[view.result->winners.front()] += Points(1);
        return view;
    }
};

/// Everybody has a point from the beginning on.
struct BeginsWithPoints : OldMaid {
    static View view(State const& state, Observer observer) {
        auto view = OldMaid::view(state, observer);
        for (auto& points : view.scores)
            if (!points) points = Points(1);
        return view;
    }
};

/// Deals pairs to a hand, which would have been laid down.
struct RedealsPairs : OldMaid {
    static State redeal(State const& state, Observer observer, Chance& chance) {
        auto other = OldMaid::redeal(state, observer, chance);
        std::vector<Card*> hidden;
        for (auto const seat : all_seats(state.seats()))
            for (auto& card : other.hands[seat])
                if (!contains(oldmaid::known_cards(state, observer, seat), card)) hidden.push_back(&card);
        for (auto at = hidden.size(); at > 1; --at)
            std::swap(*hidden[at - 1], *hidden[static_cast<std::size_t>(chance.pick(static_cast<int>(at)))]);
        for (auto& hand : other.hands) sort_canonical(hand);
        return other;
    }
};

/// Says that hands with pairs are impossible, and lays down none.
struct KeepsPairs : OldMaid {
    static State start(Options const& options, int seats, Chance& chance, std::vector<Event>& events) {
        auto state = OldMaid::start(options, seats, chance, events);
        auto& dealt = std::get<oldmaid::Dealt>(events.front());
        for (auto const card : state.laid) insert_sorted(state.hands[Seat(0)], card);
        state.laid.clear();
        dealt = {state.hands, {}};
        return state;
    }
};

/// Picks the card before it asks whether it may be drawn.
struct DrawsOnRefusal : OldMaid {
    static std::optional<Illegal> apply(State& state, Seat seat, Action const& action, Chance& chance,
                                        std::vector<Event>& events) {
        auto refused = OldMaid::apply(state, seat, action, chance, events);
        if (refused) chance.pick(6);
        return refused;
    }
};

/// Deals what a seat knows again like any other card.
struct MovesKnownCards : OldMaid {
    static State redeal(State const& state, Observer observer, Chance& chance) {
        auto without = state;
        without.known.clear();
        return OldMaid::redeal(without, observer, chance);
    }
};

/// Goes on knowing what others remember of cards that it moves.
struct KeepsWhatOthersKnow : OldMaid {
    static State redeal(State const& state, Observer observer, Chance& chance) {
        auto other = OldMaid::redeal(state, observer, chance);
        other.known = state.known;
        return other;
    }
};

/// The same, and these cards stay where they are.
struct LeavesWhatOthersKnow : OldMaid {
    static State redeal(State const& state, Observer observer, Chance& chance) {
        if (!observer.seat()) return OldMaid::redeal(state, observer, chance);
        auto all = state;
        for (auto const& known : state.known)
            if (!observer.is(known.to) && !contains(oldmaid::known_cards(all, observer, known.to), known.card))
                all.known.push_back({*observer.seat(), known.to, known.card});
        auto other = OldMaid::redeal(all, observer, chance);
        other.known = state.known;
        return other;
    }
};

/// Shows another card than the one that a seat knows.
struct ShowsTheWrongCard : OldMaid {
    static View view(State const& state, Observer observer) {
        auto view = OldMaid::view(state, observer);
        for (auto const seat : all_seats(state.seats()))
            if (!observer.is(seat) && !view.hands[seat].known.empty()) view.hands[seat].known = {state.laid.front()};
        return view;
    }
};

/// Takes a card out of a hand that is not there.
struct RedealsWhatIsNotThere : OldMaid {
    static State redeal(State const& state, Observer observer, Chance& chance) {
        auto other = state;
        if (observer.is(Seat(2))) remove(other.hands[Seat(2)], state.laid.front());
        return OldMaid::redeal(other, observer, chance);
    }
};

} // namespace

TEST_CASE("the harness refuses a draw that tells others its card", "[rules][oldmaid][harness]") {
    says(verdict<TellsDraws>(), "what its view hides");
    says(verdict<Afterwards<LaysTheDrawnCardFirst>>(), "what its view hides");
}

TEST_CASE("the harness refuses a memory that follows a card where its seat can't look", "[rules][oldmaid][harness]") {
    says(verdict<Afterwards<FollowsThroughADraw>>(), "what no event told");
}

TEST_CASE("the harness refuses a hand that others see, unless the game says so", "[rules][oldmaid][harness]") {
    says(verdict<ShowsThePartner>(), "is shown cards in the hand of seat ");
}

TEST_CASE("the harness refuses a draw from nobody and a turn of nobody", "[rules][oldmaid][harness]") {
    says(verdict<OffersEmptyHands>(), "is allowed by a template and refused: This player has no cards.");
    says(verdict<TurnsToWhoIsOut>(), "a seat that is to act has no legal action: seat ");
}

TEST_CASE("the harness refuses scores that don't add up to what the game says", "[rules][oldmaid][harness]") {
    says(verdict<PaysTooMuch>(), "the scores add up to 1, and `scores_total` says 0");
    says(verdict<BeginsWithPoints>(), "the scores add up to 4, and `scores_total` says 0");
}

TEST_CASE("the harness refuses a redeal to which no match can lead", "[rules][oldmaid][harness]") {
    says(verdict<RedealsPairs>(), "`redeal` returns a state to which `is_possible` says no");
    says(verdict<KeepsPairs>(), "`is_possible` says no to a state of a match");
    says(verdict<MovesKnownCards>(), "or `redeal` moves cards that it knows");
    says(verdict<RedealsWhatIsNotThere>(), "thrown by `redeal` for seat 2 of\n{\"phase\":");
}

TEST_CASE("the harness refuses a redeal that keeps what others know", "[rules][oldmaid][harness]") {
    says(verdict<KeepsWhatOthersKnow>(), "`redeal` must forget what other seats know of the cards that it moves");
    says(verdict<LeavesWhatOthersKnow>(),
         "Forget what other seats know of each other's cards, also of those that stay");
}

TEST_CASE("the harness refuses a view of cards that are not there", "[rules][oldmaid][harness]") {
    says(verdict<ShowsTheWrongCard>(), "what is not in it: what others know of a card ends");
}

TEST_CASE("the harness refuses a refusal that draws", "[rules][oldmaid][harness]") {
    says(verdict<DrawsOnRefusal>(), "a refused action drew from `Chance`");
}

TEST_CASE("a game that draws from hidden hands conforms", "[rules][oldmaid][conformance]") {
    tefuda::test::check_conformance<OldMaid>();
}

} // namespace spoilt_drawing
