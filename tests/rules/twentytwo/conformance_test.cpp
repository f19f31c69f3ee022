#include "rules/twentytwo/twentytwo.hpp"
#include "tests/support/conformance.hpp"
#include "tests/support/playthrough.hpp"

TEST_CASE("twentytwo conforms", "[rules][twentytwo][conformance]") {
    tefuda::test::check_conformance<tefuda::TwentyTwo>(4);
}

TEST_CASE("twentytwo plays as its playthroughs say", "[rules][twentytwo][playthrough]") {
    tefuda::test::check_playthroughs<tefuda::TwentyTwo>("rules/twentytwo");
}
