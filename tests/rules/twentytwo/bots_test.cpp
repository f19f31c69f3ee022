#include "rules/twentytwo/policy.hpp"
#include "tests/support/bots.hpp"

TEST_CASE("twentytwo: bots play by the rules and never peek") {
    tefuda::test::check_bots<tefuda::TwentyTwo>(1);
}
