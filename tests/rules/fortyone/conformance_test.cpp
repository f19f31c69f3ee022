#include "rules/fortyone/fortyone.hpp"
#include "tests/support/conformance.hpp"
#include "tests/support/playthrough.hpp"

TEST_CASE("fortyone conforms", "[rules][fortyone][conformance]") {
    tefuda::test::check_conformance<tefuda::FortyOne>();
}

TEST_CASE("fortyone plays as its playthroughs say", "[rules][fortyone][playthrough]") {
    tefuda::test::check_playthroughs<tefuda::FortyOne>("rules/fortyone");
}
