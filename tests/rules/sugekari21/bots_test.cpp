#include "rules/sugekari21/policy.hpp"
#include "tests/support/bots.hpp"

TEST_CASE("sugekari21: bots play by the rules and never peek") {
    tefuda::test::check_bots<tefuda::Sugekari21>(5);
}
