// The harness says no to a game with an exchange of hidden cards: each of these breaks one promise of the contract.
#include "tests/example_game/beggar.hpp"
#include "tests/example_game/spoilt.hpp"

using namespace tefuda;

// A name of its own, because spoilt_test.cpp is compiled together with this file.
namespace spoilt_exchange {

namespace {

template <class E>
std::string verdict() {
    return test::verdict_on<Beggar, E>();
}

/// What two worlds tell, apart from what the harness knows of cards that go from hand to hand.
template <class E>
std::string two_worlds() {
    using Game = test::Spoilt<Beggar>;
    Game::become<E>();
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        test::Random random(seed);
        test::CheckedMatch<Game> match({}, 4, seed, random);
        try {
            while (!match.over()) {
                match.check_two_worlds();
                auto const seat = match.somebody();
                match.act(seat, match.some_action(seat));
            }
        } catch (test::BrokenPromise const& problem) {
            return problem.what();
        }
        for (auto const& [kind, leak] : match.worlds().leaks())
            if (!match.worlds().public_plays().contains(kind)) return leak;
    }
    return {};
}

void says(std::string const& verdict, std::string_view words) {
    INFO(verdict);
    CHECK(verdict.find(words) != verdict.npos);
}

/// Beggar with the cards of some exchanges told to some observers that should not know them.
template <bool back, class Told>
struct Tells : Beggar {
    static SeenEvent event_for(Event const& event, Observer observer) {
        auto seen = Beggar::event_for(event, observer);
        auto const* moved = std::get_if<beggar::Moved>(&event);
        if (!moved || moved->back != back || !Told()(*moved, observer)) return seen;
        auto const cards = SeenCards::face_up(moved->cards);
        if (back) return beggar::Gave{moved->seat, moved->to, cards};
        return beggar::Handed{moved->seat, moved->to, cards};
    }
};

struct Everybody {
    bool operator()(beggar::Moved const&, Observer) const { return true; }
};
/// One of those who don't take part, as a partner might be.
struct Partner {
    bool operator()(beggar::Moved const& moved, Observer observer) const {
        return observer.is(moved.seat.left(4, 2)) && !observer.is(moved.to);
    }
};
using TellsGift = Tells<true, Everybody>;
using TellsGiftToPartner = Tells<true, Partner>;
using TellsHanded = Tells<false, Everybody>;

struct LacksPairsWithJoker : Beggar {
    static Templates<Action> legal(State const& state, Seat seat) {
        auto legal = Beggar::legal(state, seat);
        for (auto& choice : legal)
            if (choice.cards && choice.cards->min == 2 && contains(choice.cards->from, Card::joker()) &&
                choice.cards->from.size() > 3 && state.phase == beggar::Phase::play)
                remove(choice.cards->from, Card::joker());
        return legal;
    }
};

struct LacksSequencesWithJoker : Beggar {
    static Templates<Action> legal(State const& state, Seat seat) {
        auto legal = Beggar::legal(state, seat);
        std::erase_if(legal, [](Template<Action> const& choice) {
            auto const* play = std::get_if<beggar::Play>(&choice.action);
            return play && !choice.cards && contains(play->cards, Card::joker());
        });
        return legal;
    }
};

/// Compares in the usual order of ranks, where 2 is low.
struct NamesTheWrongOrder : Beggar {
    static Templates<Action> legal(State const& state, Seat seat) {
        auto legal = Beggar::legal(state, seat);
        for (auto& choice : legal)
            if (choice.cards) choice.cards->order = ace_high;
        return legal;
    }
};

/// The cards that a seat gave away are dealt again like any others, though its view shows where they are.
struct MovesGifts : Beggar {
    static State redeal(State const& state, Observer observer, Chance& chance) {
        auto without = state;
        without.gifts.clear();
        auto other = Beggar::redeal(without, observer, chance);
        other.gifts = state.gifts;
        return other;
    }
};

/// Goes on knowing what others gave each other. Their views show only what is in the hand, so they show nothing wrong.
struct KeepsGiftsOfOthers : Beggar {
    static State redeal(State const& state, Observer observer, Chance& chance) {
        auto other = Beggar::redeal(state, observer, chance);
        other.gifts = state.gifts;
        return other;
    }
};

/// As MovesGifts, and the view does not show them.
struct ForgetsGifts : MovesGifts {
    static View view(State const& state, Observer observer) {
        auto view = Beggar::view(state, observer);
        for (auto const seat : all_seats(state.points.seats()))
            if (!observer.is(seat)) view.hands[seat] = SeenCards::face_down(state.hands[seat].size());
        return view;
    }
};

/// Who leads may pass.
struct LeaderPasses : Beggar {
    static std::optional<Illegal> apply(State& state, Seat seat, Action const& action, Chance& chance,
                                        std::vector<Event>& events) {
        if (!may_pass(state, seat) || !std::holds_alternative<beggar::Pass>(action))
            return Beggar::apply(state, seat, action, chance, events);
        events.emplace_back(beggar::Passed{seat});
        state.turn = seat.left(state.points.seats());
        return std::nullopt;
    }
    static Templates<Action> legal(State const& state, Seat seat) {
        auto legal = Beggar::legal(state, seat);
        if (may_pass(state, seat)) legal.push_back({beggar::Pass{}});
        return legal;
    }
    static bool may_pass(State const& state, Seat seat) {
        return state.phase == beggar::Phase::play && state.turn == seat && state.lead.empty();
    }
};

struct CountsNoDeals : Beggar {
    static std::optional<Illegal> apply(State& state, Seat seat, Action const& action, Chance& chance,
                                        std::vector<Event>& events) {
        auto refused = Beggar::apply(state, seat, action, chance, events);
        if (!refused && !over(state)) state.deal = 1;
        return refused;
    }
};

/// Shuffles the cards as they lay on the table.
struct ShufflesGathered : Beggar {
    static std::optional<Illegal> apply(State& state, Seat seat, Action const& action, Chance& chance,
                                        std::vector<Event>& events) {
        struct Gathered final : Chance {
            Gathered(Chance& other, Cards cards) : chance(other), gathered(std::move(cards)) {}
            void do_shuffle(Cards& cards) override {
                cards = gathered;
                chance.shuffle(cards);
            }
            Seats do_order(int n) override { return chance.order(n); }
            int do_pick(int n) override { return chance.pick(n); }
            Chance& chance;
            Cards gathered;
        } gathered(chance, all_cards(state));
        return Beggar::apply(state, seat, action, gathered, events);
    }
};

} // namespace

TEST_CASE("the harness refuses an exchange that tells others its cards", "[rules][beggar][harness]") {
    says(two_worlds<TellsGift>(), "what its view hides");
    says(two_worlds<TellsGiftToPartner>(), "what its view hides");
    says(two_worlds<TellsHanded>(), "what its view hides");
    CHECK(two_worlds<Beggar>() == "");
    says(verdict<TellsGift>(), "if not, no event may tell it");
    says(verdict<TellsGiftToPartner>(), "if not, no event may tell it");
    says(verdict<TellsHanded>(), "if not, no event may tell it");
}

TEST_CASE("the harness refuses templates that lack a rare play", "[rules][beggar][harness]") {
    says(verdict<LacksPairsWithJoker>(), "template");
    says(verdict<LacksSequencesWithJoker>(), "is allowed by no template of");
    says(verdict<NamesTheWrongOrder>(), "template");
}

TEST_CASE("the harness refuses a redeal that moves what a seat gave away", "[rules][beggar][harness]") {
    says(verdict<MovesGifts>(), "a redeal is visible to seat");
    says(verdict<ForgetsGifts>(), "and `redeal` moves it. If it may know it");
    says(verdict<KeepsGiftsOfOthers>(), "Forget what other seats know of each other's cards, also of those that stay");
}

TEST_CASE("the harness says at once that a match does not end", "[rules][beggar][harness]") {
    says(verdict<LeaderPasses>(), "every seat that may does `pass`");
    says(verdict<CountsNoDeals>(), "the match does not end");
}

TEST_CASE("the harness refuses a shuffle of cards as they were gathered", "[rules][beggar][harness]") {
    says(verdict<ShufflesGathered>(), "cards were shuffled whose order nobody can check");
}

TEST_CASE("a game with an exchange and an order of ranks of its own conforms", "[rules][beggar][conformance]") {
    tefuda::test::check_conformance<Beggar>();
}

TEST_CASE("a choice names an order of ranks that is not the usual one", "[rules][beggar]") {
    beggar::State state{.hands = {parse_cards("3S KS 2H"), {}, {}}};
    state.points = PerSeat<Points>(3);
    state.lead = parse_cards("AC");
    CHECK(codec::to_json(Beggar::legal(state, Seat(0)).at(1)) ==
          R"({"type":"play","cards":{"choose":1,"from":["3S","KS","2H"],"beats":["A"],)"
          R"("low_to_high":["3","4","5","6","7","8","9","T","J","Q","K","A","2"]}})");
}

} // namespace spoilt_exchange
