#include "tests/example_game/doubt/doubt.hpp"
#include "tests/support/conformance.hpp"

TEST_CASE("Doubt conforms", "[rules][doubt][conformance]") {
    tefuda::test::check_conformance<tefuda::Doubt>();
}
