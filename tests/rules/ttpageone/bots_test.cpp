#include "rules/ttpageone/policy.hpp"
#include "tests/support/bots.hpp"

TEST_CASE("ttpageone: bots play by the rules and never peek") {
    tefuda::test::check_bots<tefuda::TtPageOne>(1);
}
