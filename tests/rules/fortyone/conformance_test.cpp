#include "rules/fortyone/fortyone.hpp"
#include "tests/support/conformance.hpp"

TEST_CASE("fortyone conforms", "[rules][fortyone][conformance]") {
    tefuda::test::check_conformance<tefuda::FortyOne>();
}
