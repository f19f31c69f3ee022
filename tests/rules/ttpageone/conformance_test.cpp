#include "rules/ttpageone/ttpageone.hpp"
#include "tests/support/conformance.hpp"
#include "tests/support/playthrough.hpp"

TEST_CASE("TT Page One conforms with every number of seats and every option", "[rules][ttpageone][conformance]") {
    tefuda::test::check_conformance<tefuda::TtPageOne>();
}

TEST_CASE("TT Page One plays as its playthroughs say", "[rules][ttpageone][playthrough]") {
    tefuda::test::check_playthroughs<tefuda::TtPageOne>("rules/ttpageone");
}
