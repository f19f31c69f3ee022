// The harness for bots says no: each of these policies or games breaks one promise.
#include "tests/example_game/never_ends.hpp"
#include "tests/support/bots.hpp"

#include <functional>

using namespace tefuda;

namespace spoilt_bots {

namespace {

struct Sound : Doubt {};
/// Doubts a play where its cards are wrong, which only the player can see.
struct Peeks : Doubt {};
struct Endless : NeverEnds {};

/// Waits for everybody, also for who has nothing to do.
struct WaitsForEverybody : Doubt {
    static Seats to_act(State const& state) { return over(state) ? Seats() : all_seats(state.seats()); }
};

/// Takes the first template, with as few of the first cards as it allows.
template <class E>
struct FirstTemplate {
    static doubt::Action choose(doubt::State const& state, Seat seat, search::Random&) {
        auto const choice = E::legal(state, seat).front();
        return choice.cards ? search::with_cards(choice, {choice.cards->from.front()}) : choice.action;
    }
    static bool is_terminal(doubt::State const&, doubt::State const& now) { return E::over(now); }
    static PerSeat<double> evaluate(doubt::State const&, doubt::State const& now) {
        return PerSeat<double>(now.seats(), 0.5);
    }
    static std::uint64_t action_key(doubt::Action const& action) {
        return std::hash<std::string>()(codec::to_json(action));
    }
};

/// What the harness says in some matches of four.
template <class E>
std::string verdict() {
    constexpr std::uint64_t matches = 10;
    try {
        test::BotsMatch<E>({}, 4, 0).play_to_the_end();
        for (std::uint64_t seed = 0; seed < matches; ++seed) test::BotsMatch<E>({}, 4, seed).play();
    } catch (test::BrokenPromise const& problem) {
        return problem.what();
    }
    return {};
}

void says(std::string const& verdict, std::string_view words) {
    INFO(verdict);
    CHECK(verdict.find(words) != verdict.npos);
}

} // namespace

} // namespace spoilt_bots

namespace tefuda::search {

template <>
struct PolicyOf<spoilt_bots::Sound> : spoilt_bots::FirstTemplate<spoilt_bots::Sound> {};
template <>
struct PolicyOf<spoilt_bots::Endless> : spoilt_bots::FirstTemplate<spoilt_bots::Endless> {};
template <>
struct PolicyOf<spoilt_bots::WaitsForEverybody> : spoilt_bots::FirstTemplate<spoilt_bots::WaitsForEverybody> {};
template <>
struct PolicyOf<spoilt_bots::Peeks> : spoilt_bots::FirstTemplate<spoilt_bots::Peeks> {
    static doubt::Action choose(doubt::State const& state, Seat seat, Random& random) {
        auto const is_wrong = [&](Card card) { return !card.has(state.claim->rank); };
        if (state.claim && std::any_of(state.claim->cards.begin(), state.claim->cards.end(), is_wrong))
            return doubt::Challenge{state.claim->seat};
        return FirstTemplate::choose(state, seat, random);
    }
};

} // namespace tefuda::search

namespace spoilt_bots {

TEST_CASE("the harness for bots refuses a policy that looks into other hands", "[rules][doubt][harness]") {
    says(verdict<Peeks>(), "the policy's `choose` looks at cards that seat ");
    CHECK(verdict<Sound>() == "");
}

TEST_CASE("the harness for bots says what keeps a match from its end", "[rules][doubt][harness]") {
    says(verdict<Endless>(), "the match between bots does not end");
    says(verdict<WaitsForEverybody>(), "a seat that is to act has no legal action");
}

} // namespace spoilt_bots
