// A playthrough of a game that breaks its contract ends and says why.
#include "tests/example_game/never_ends.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/playthrough.hpp"

using namespace tefuda;

// A name of its own, because spoilt_test.cpp is compiled together with this file.
namespace spoilt_playthrough {

namespace {

/// What the playthroughs' test says of a game with four seats.
template <class E>
std::string verdict() {
    try {
        test::playthrough<E>({"default", "{}", 4}, 1);
    } catch (std::exception const& problem) {
        return problem.what();
    }
    return {};
}

void says(std::string const& verdict, std::string_view words) {
    INFO(verdict);
    CHECK(verdict.find(words) != verdict.npos);
    CHECK(verdict.find("now\n{\"phase\":") != verdict.npos);
}

struct OffersNothing : Doubt {
    static Templates<Action> legal(State const&, Seat) { return {}; }
};
struct WaitsForNobody : Doubt {
    static Seats to_act(State const&) { return {}; }
};
struct AllowsNothing : Doubt {
    static Templates<Action> legal(State const& state, Seat seat) {
        auto legal = Doubt::legal(state, seat);
        for (auto& choice : legal)
            if (choice.cards) choice.cards->from.clear();
        return legal;
    }
};
struct RefusesAll : Doubt {
    static std::optional<Illegal> apply(State&, Seat, Action const&, Chance&, std::vector<Event>&) {
        return Illegal{"Not now."};
    }
};

} // namespace

TEST_CASE("a playthrough says what ends it", "[rules][doubt][playthrough]") {
    says(verdict<NeverEnds>(), "the match does not end: 20000 actions at random");
    says(verdict<OffersNothing>(), "a seat that is to act has no legal action: seat ");
    says(verdict<WaitsForNobody>(), "no seat is to act, and the match is not over");
    says(verdict<AllowsNothing>(), "a template allows nothing: {");
    says(verdict<RefusesAll>(), "is allowed by a template and refused: Not now.");
    CHECK(verdict<Doubt>() == "");
}

TEST_CASE("a playthrough that can't be played is named, and is the last one", "[rules][doubt][playthrough]") {
    auto played = 0;
    std::string words;
    try {
        test::compare_playthroughs("tests/example_game/doubt/playthroughs",
                                   {{"default", "{}", 4}, {"seats-3", "{}", 3}},
                                   [&](test::GameVariant const&, std::uint64_t) -> std::pair<std::string, int> {
                                       ++played;
                                       throw std::logic_error("the match does not end");
                                   });
    } catch (std::exception const& problem) {
        words = problem.what();
    }
    INFO(words);
    CHECK(played == 1);
    CHECK(words.starts_with("tests/example_game/doubt/playthroughs/default.txt with seed "));
    CHECK(words.find(": the match does not end\nThe cases with \"[conformance]\" say more.") != words.npos);
}

} // namespace spoilt_playthrough
