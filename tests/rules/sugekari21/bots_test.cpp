#include "rules/sugekari21/policy.hpp"
#include "tests/rules/sugekari21/sitting.hpp"
#include "tests/support/bots.hpp"

TEST_CASE("sugekari21: bots play by the rules and never peek") {
    tefuda::test::check_bots<tefuda::Sugekari21>(5);
}

using tefuda::sugekari21::Sitting;

TEST_CASE("sugekari21: a bot makes 21 when it can") {
    Sitting sitting({}, {"7H", "6S", "8H 5D", ""});
    sitting.moves("7H 6S");
    CHECK(tefuda::test::by_rules_of_thumb<tefuda::Sugekari21>(sitting.state, 2) == R"({"type":"play","card":"8H"})");
    CHECK(tefuda::test::by_search<tefuda::Sugekari21>(sitting.state, 2) == R"({"type":"play","card":"8H"})");
}

TEST_CASE("sugekari21: a bot gives its J, Q and K away") {
    Sitting const sitting(tefuda::sugekari21::spiced(tefuda::sugekari21::Exchange::hearts),
                          {"JS QS KS AS 2S 3S 4S AH 2H 3H 4H AD 2D", "", "", ""});
    CHECK(tefuda::test::by_rules_of_thumb<tefuda::Sugekari21>(sitting.state, 0) ==
          R"({"type":"give","cards":["JS","QS","KS"]})");
}
