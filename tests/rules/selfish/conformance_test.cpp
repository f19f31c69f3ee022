#include "rules/selfish/selfish.hpp"
#include "tests/support/conformance.hpp"

TEST_CASE("selfish conforms", "[rules][selfish][conformance]") {
    tefuda::test::check_conformance<tefuda::Selfish>(20);
}
