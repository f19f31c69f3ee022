#include "rules/sugekari21/policy.hpp"
#include "tests/rules/sugekari21/test_match.hpp"
#include "tests/support/bots.hpp"

TEST_CASE("sugekari21: bots play legally and do not use hidden information", "[rules][sugekari21][bots]") {
    tefuda::test::check_bots<tefuda::Sugekari21>(5);
}

using tefuda::sugekari21::TestMatch;

TEST_CASE("sugekari21: a bot makes 21 if it can", "[rules][sugekari21][bots]") {
    TestMatch match({}, {"7H", "6S", "8H 5D", ""});
    match.moves("7H 6S");
    CHECK(tefuda::test::by_rules_of_thumb<tefuda::Sugekari21>(match.state, 2) == R"({"type":"play","card":"8H"})");
    CHECK(tefuda::test::by_search<tefuda::Sugekari21>(match.state, 2, 2000) == R"({"type":"play","card":"8H"})");
}

TEST_CASE("sugekari21: a bot gives away its J, Q and K", "[rules][sugekari21][bots]") {
    TestMatch const match(tefuda::sugekari21::spiced(tefuda::sugekari21::Exchange::hearts),
                          {"JS QS KS AS 2S 3S 4S AH 2H 3H 4H AD 2D", "", "", ""});
    CHECK(tefuda::test::by_rules_of_thumb<tefuda::Sugekari21>(match.state, 0) ==
          R"({"type":"give","cards":["JS","QS","KS"]})");
}

TEST_CASE("sugekari21: a beginner passes rather than to play a J, Q or K", "[rules][sugekari21][bots]") {
    TestMatch match({}, {"9H", "8S", "", ""});
    match.moves("9H 8S");
    auto const played = [&](std::string_view hand) {
        match.set_hands({"AS 2S", "AC 2C", hand, "3C 4C"});
        tefuda::search::Random random(1);
        return tefuda::sugekari21::text_of(
            tefuda::search::PolicyOf<tefuda::Sugekari21>::choose_as_beginner(match.state, tefuda::Seat(2), random));
    };
    CHECK(played("5H KD QD") == "pass");
    CHECK(played("3H KD QD") == "3H");
}
