#include "rules/selfish/selfish.hpp"
#include "tests/support/conformance.hpp"
#include "tests/support/playthrough.hpp"

TEST_CASE("selfish conforms", "[rules][selfish][conformance]") {
    tefuda::test::check_conformance<tefuda::Selfish>(20);
}

TEST_CASE("selfish plays as its playthroughs say", "[rules][selfish][playthrough]") {
    tefuda::test::check_playthroughs<tefuda::Selfish>("rules/selfish");
}
