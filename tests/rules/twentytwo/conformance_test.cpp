#include "rules/twentytwo/twentytwo.hpp"
#include "tests/support/conformance.hpp"

TEST_CASE("twentytwo conforms", "[rules][twentytwo][conformance]") {
    tefuda::test::check_conformance<tefuda::TwentyTwo>();
}
