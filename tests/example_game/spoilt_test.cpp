// The harness says no: each of these games breaks one promise of the contract.
#include "tests/example_game/dice.hpp"
#include "tests/example_game/never_ends.hpp"
#include "tests/example_game/spoilt.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace tefuda;

namespace {

template <class E>
std::string verdict() {
    return test::verdict_on<Doubt, E>();
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

/// The table says which rank most of the stock's cards have, and no event tells that it has changed.
struct ShowsWithoutAnEvent : Doubt {
    static View view(State const& state, Observer observer) {
        auto view = Doubt::view(state, observer);
        auto const shown = !state.pile[Seat(0)].empty() && contains(state.pile[Seat(0)], Card(Rank::ace, Suit::spades));
        view.table.stock += shown ? 1 : 0;
        return view;
    }
    /// Agrees with the view.
    static State redeal(State const& state, Observer observer, Chance& chance) {
        auto const stock = view(state, observer).table.stock;
        for (;;)
            if (auto other = Doubt::redeal(state, observer, chance); view(other, observer).table.stock == stock)
                return other;
    }
};

/// The first template of a seat tells whether the next player's hand holds an ace.
struct OrdersByHiddenCards : Doubt {
    static Templates<Action> legal(State const& state, Seat seat) {
        auto legal = Doubt::legal(state, seat);
        auto const& next = state.hands[seat.left(state.seats())];
        if (legal.size() > 1 && std::any_of(next.begin(), next.end(), [](Card card) { return card.has(Rank::ace); }))
            std::reverse(legal.begin(), legal.end());
        return legal;
    }
};

/// The order of the templates is another one in each call.
struct OrdersByTheCall : Doubt {
    static Templates<Action> legal(State const& state, Seat seat) {
        static std::atomic<bool> turned = false;
        auto legal = Doubt::legal(state, seat);
        if (legal.size() > 1 && (turned = !turned)) std::reverse(legal.begin(), legal.end());
        return legal;
    }
};

/// Without Chance: who begins depends on how often a match was started.
struct CountsStarts : Doubt {
    static State start(Options const& options, int seats, Chance& chance, std::vector<Event>& events) {
        static std::atomic<int> starts = 0;
        auto state = Doubt::start(options, seats, chance, events);
        state.turn = Seat(++starts % seats);
        return state;
    }
};

/// Without Chance: a play costs its player a point in every other call.
struct PicksByCounting : Doubt {
    static std::optional<Illegal> apply(State& state, Seat seat, Action const& action, Chance& chance,
                                        std::vector<Event>& events) {
        static std::atomic<int> calls = 0;
        auto refused = Doubt::apply(state, seat, action, chance, events);
        if (!refused && ++calls % 2 == 0) state.points[seat] += Points(1);
        return refused;
    }
};

/// Deals the hidden cards again by what they are: the next hand gets its own highest card back.
struct RedealsByTheRealCards : Doubt {
    static State redeal(State const& state, Observer observer, Chance& chance) {
        auto other = Doubt::redeal(state, observer, chance);
        for (auto const seat : all_seats(state.seats())) {
            if (observer.is(seat) || state.hands[seat].empty()) continue;
            auto const kept = state.hands[seat].back();
            auto& first = other.hands[seat].front();
            auto const place = std::find(other.stock.begin(), other.stock.end(), kept);
            if (place == other.stock.end()) continue;
            std::swap(*place, first);
            sort_canonical(other.hands[seat]);
        }
        return other;
    }
};

/// A seat's own cards are dealt again, too.
struct RedealsOwnCards : Doubt {
    static State redeal(State const& state, Observer, Chance& chance) {
        return Doubt::redeal(state, Observer::spectator(), chance);
    }
};

/// Waits for the seat after the one whose turn it is.
struct WaitsForTheNext : Doubt {
    static Seats to_act(State const& state) { return over(state) ? Seats() : Seats{state.turn.left(state.seats())}; }
};
/// Waits for everybody.
struct WaitsForAll : Doubt {
    static Seats to_act(State const& state) { return over(state) ? Seats() : all_seats(state.seats()); }
};
/// Waits for a seat that does not play.
struct WaitsForNobody : Doubt {
    static Seats to_act(State const& state) { return over(state) ? Seats() : Seats{state.turn, Seat(state.seats())}; }
};

struct NeverEndsByDay : NeverEnds {
    static DailyMatch<Options> daily() { return {4, {}}; }
    static std::int64_t margin(Result<doubt::Reason> const& result, Seat seat) { return -result.ranks[seat]; }
};

template <class Spoil>
struct SpoilsTheResult : Doubt {
    static View view(State const& state, Observer observer) {
        auto view = Doubt::view(state, observer);
        if (view.result) Spoil()(*view.result);
        return view;
    }
};
struct LoserWins {
    void operator()(Result<doubt::Reason>& result) const {
        auto const worst = *std::max_element(result.ranks.begin(), result.ranks.end());
        result.winners.clear();
        for (auto const seat : all_seats(result.ranks.seats()))
            if (result.ranks[seat] == worst) result.winners.push_back(seat);
    }
};
struct RanksFromZero {
    void operator()(Result<doubt::Reason>& result) const {
        for (auto& rank : result.ranks) --rank;
    }
};
struct RanksWithoutGaps {
    void operator()(Result<doubt::Reason>& result) const {
        for (auto& rank : result.ranks) rank = std::min<std::uint8_t>(rank, 2);
    }
};

template <class Spoil>
struct SpoilsTheTeams : DiceGame {
    static View view(State const& state, Observer observer) {
        auto view = DiceGame::view(state, observer);
        if (view.result) Spoil()(*view.result->team);
        return view;
    }
};
struct OfNeighbors {
    void operator()(PerSeat<std::uint8_t>& team) const { team = {0, 0, 1, 1}; }
};
struct OfThreeSeats {
    void operator()(PerSeat<std::uint8_t>& team) const { team = {0, 1, 0}; }
};
struct NamesNoTeams : DiceGame {
    static View view(State const& state, Observer observer) {
        auto view = DiceGame::view(state, observer);
        if (view.result) view.result->team.reset();
        return view;
    }
};

/// Takes cards out of a hand before it knows whether they are there.
struct TrustsTheCards : Doubt {
    static std::optional<Illegal> apply(State& state, Seat seat, Action const& action, Chance& chance,
                                        std::vector<Event>& events) {
        auto hand = state.hands[seat];
        if (auto const* play = std::get_if<doubt::Play>(&action)) remove_all(hand, play->cards);
        return Doubt::apply(state, seat, action, chance, events);
    }
};

/// Ends the process where an action names a seat that does not play, as an assertion does in Debug.
struct EndsTheProcess : Doubt {
    static std::optional<Illegal> apply(State& state, Seat seat, Action const& action, Chance& chance,
                                        std::vector<Event>& events) {
        auto const* challenge = std::get_if<doubt::Challenge>(&action);
        if (challenge && challenge->seat.number() >= state.seats()) std::abort();
        return Doubt::apply(state, seat, action, chance, events);
    }
};

/// What a process writes to stderr that plays a match of the game.
template <class E>
std::string last_words() {
    std::array<int, 2> pipe{};
    REQUIRE(::pipe(pipe.data()) == 0);
    auto const child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        ::dup2(pipe[1], STDERR_FILENO);
        // Nobody else's handler: the child only ends.
        for (auto const signal : {SIGABRT, SIGSEGV}) std::signal(signal, SIG_DFL);
        verdict<E>();
        ::_exit(0);
    }
    ::close(pipe[1]);
    std::string words;
    std::array<char, 256> some{};
    for (ssize_t size = 0; (size = ::read(pipe[0], some.data(), some.size())) > 0;)
        words.append(some.data(), static_cast<std::size_t>(size));
    ::close(pipe[0]);
    auto status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status));
    return words;
}

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

TEST_CASE("the harness refuses a view that tells what no event told", "[rules][doubt][harness]") {
    says(verdict<ShowsWithoutAnEvent>(), "what no event told");
}

TEST_CASE("the harness names what makes templates depend on more than the state", "[rules][doubt][harness]") {
    says(verdict<OrdersByHiddenCards>(), "the order of its templates depends on cards that it may not know");
    says(verdict<OrdersByTheCall>(), "the order of templates differs between two calls with the same state");
    says(verdict<CountsStarts>(), "two starts with the same draws differ");
    says(verdict<PicksByCounting>(), "with the same draws differ: something depends on more than state, action and");
}

TEST_CASE("the harness refuses a redeal that depends on the real cards", "[rules][doubt][harness]") {
    says(verdict<RedealsByTheRealCards>(), "the same random numbers deal other cards");
    says(verdict<RedealsOwnCards>(), "or `redeal` moves cards that it knows");
}

TEST_CASE("the harness refuses a game that waits for who can't act", "[rules][doubt][harness]") {
    says(verdict<WaitsForTheNext>(), "a seat that is to act has no legal action: seat ");
    says(verdict<WaitsForAll>(), "a seat that is to act has no legal action: seat ");
    says(verdict<WaitsForNobody>(), "to_act has seat 4, which does not play");
}

TEST_CASE("the harness says that a match does not end, with a deal of the day too", "[rules][doubt][harness]") {
    says(verdict<NeverEnds>(), "the match does not end");
    says(test::daily_problem<NeverEndsByDay>(), "a match of random actions comes to no result");
}

TEST_CASE("the harness refuses a result that is none", "[rules][doubt][harness]") {
    says(verdict<SpoilsTheResult<LoserWins>>(), "the winners are not the seats of rank 1");
    says(verdict<SpoilsTheResult<RanksFromZero>>(), "the winners are not the seats of rank 1");
    says(verdict<SpoilsTheResult<RanksWithoutGaps>>(), "a rank is not 1 + the number of better seats");
}

TEST_CASE("the harness refuses results whose teams are not those who win together", "[rules][dice][harness]") {
    says(test::verdict<NamesNoTeams>(), "seats 0 and 2 always end together, and the results have them in no team");
    says(test::verdict<SpoilsTheTeams<OfNeighbors>>(), "seats 0 and 1 are in one team and end with different ranks");
    says(test::verdict<SpoilsTheTeams<OfThreeSeats>>(), "the result has another number of seats");
}

TEST_CASE("the harness names an action that the engine trusts too much", "[rules][doubt][harness]") {
    says(verdict<TrustsTheCards>(), "`apply` throws for seat ");
    says(verdict<TrustsTheCards>(), "is not among");
    says(last_words<EndsTheProcess>(), "The engine ended the process in `apply` of seat ");
    says(last_words<EndsTheProcess>(), R"({"type":"doubt","seat":4})");
}

TEST_CASE("the harness refuses a deal of the day that is none", "[rules][doubt][harness]") {
    says(test::daily_problem<DailyForOne>(), "the game is not for 1 seats");
    says(test::daily_problem<DailyForTheWorst>(), "has a higher margin than a winner");
    CHECK(test::daily_problem<Doubt>() == "");
}

TEST_CASE("the harness accepts the game as it is", "[rules][doubt][harness]") {
    CHECK(verdict<Doubt>() == "");
}
