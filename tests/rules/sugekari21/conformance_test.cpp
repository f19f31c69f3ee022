#include "tests/support/conformance.hpp"

#include "rules/sugekari21/sugekari21.hpp"

TEST_CASE("sugekari21 conforms", "[rules][sugekari21][conformance]") {
    tefuda::test::check_conformance<tefuda::Sugekari21>();
}
