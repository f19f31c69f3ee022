#include "rules/fortyone/fortyone.hpp"
#include "tests/support/conformance.hpp"

TEST_CASE("fortyone conforms") {
    tefuda::test::check_conformance<tefuda::FortyOne>();
}
