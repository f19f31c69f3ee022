#include "tests/example_game/doubt/doubt.hpp"
#include "tests/support/conformance.hpp"
#include "tests/support/playthrough.hpp"

TEST_CASE("Doubt conforms", "[rules][doubt][conformance]") {
    tefuda::test::check_conformance<tefuda::Doubt>();
}

TEST_CASE("Doubt plays as its playthroughs say", "[rules][doubt][playthrough]") {
    tefuda::test::check_playthroughs<tefuda::Doubt>("tests/example_game/doubt");
}
