#include "tests/support/catch.hpp"

#include "rules/sugekari21/sugekari21.hpp"

using namespace tefuda;
using namespace tefuda::sugekari21;

namespace {

struct Setting {
    int seats;
    Exchange exchange;
    int games;
    bool jokers;
    bool allowed;
};

Options options_of(Setting const& setting) {
    Options options;
    options.exchange = setting.exchange;
    options.games.value = setting.games;
    options.jokers = setting.jokers;
    return options;
}

} // namespace

TEST_CASE("R1: partners and jokers require four seats, jokers require three games", "[rules][sugekari21]") {
    auto const setting = GENERATE(values<Setting>({
        {4, Exchange::none, 1, false, true},
        {4, Exchange::hearts, 1, false, true},
        {4, Exchange::partner, 3, false, true},
        {4, Exchange::none, 3, true, true},
        {4, Exchange::hearts, 3, true, true},
        {4, Exchange::none, 1, true, false},
        {2, Exchange::none, 1, false, true},
        {2, Exchange::hearts, 1, false, true},
        {2, Exchange::hearts, 3, false, true},
        {2, Exchange::partner, 1, false, false},
        {2, Exchange::none, 3, false, true},
        {2, Exchange::partner, 3, false, false},
        {2, Exchange::none, 3, true, false},
        {2, Exchange::none, 1, true, false},
        {1, Exchange::none, 1, false, false},
        {3, Exchange::none, 1, false, false},
        {5, Exchange::none, 1, false, false},
    }));
    auto const options = options_of(setting);
    auto const settled = Sugekari21::settle(options, setting.seats);
    CAPTURE(setting.seats, setting.games, setting.jokers);
    REQUIRE(std::holds_alternative<Options>(settled) == setting.allowed);
    if (setting.allowed) CHECK(std::get<Options>(settled) == options);
}

TEST_CASE("R1: with four seats the option two_player is accepted and has no effect", "[rules][sugekari21]") {
    Options options;
    options.two_player = TwoPlayer::refill;
    CHECK(std::holds_alternative<Options>(Sugekari21::settle(options, 4)));
    CHECK(std::holds_alternative<Options>(Sugekari21::settle(options, 2)));
}

TEST_CASE("Sugekari Twenty-One is played by two or four, four by default", "[rules][sugekari21]") {
    auto const counts = Sugekari21::seat_counts();
    CHECK(counts.values == InplaceVector<int, max_seats>{2, 4});
    CHECK(counts.usual == 4);
    CHECK(Sugekari21::id == "sugekari21");
}

TEST_CASE("Cards count A 1, 2 to 10 their number, J -1, Q -2, K -3", "[rules][sugekari21]") {
    CHECK(value_of(Rank::ace) == 1);
    CHECK(value_of(Rank::two) == 2);
    CHECK(value_of(Rank::ten) == 10);
    CHECK(value_of(Rank::jack) == -1);
    CHECK(value_of(Rank::queen) == -2);
    CHECK(value_of(Rank::king) == -3);
}

TEST_CASE("The wire name of a joker's role is a rank or half", "[rules][sugekari21]") {
    CHECK(WireName<JokerRole>::of(JokerRole(Rank::ten)) == "T");
    CHECK(WireName<JokerRole>::of(JokerRole::half()) == "half");
    CHECK(WireName<JokerRole>::parse("K") == JokerRole(Rank::king));
    CHECK(WireName<JokerRole>::parse("half") == JokerRole::half());
    CHECK_FALSE(WireName<JokerRole>::parse("XX"));
    CHECK_FALSE(WireName<JokerRole>::parse("10"));
}
