#include "rules/ttpageone/ttpageone.hpp"
#include "tests/support/conformance.hpp"

TEST_CASE("TT Page One conforms with every number of seats and every option", "[rules][ttpageone][conformance]") {
    tefuda::test::check_conformance<tefuda::TtPageOne>();
}
