#include "rules/fortyone/policy.hpp"
#include "tests/support/bots.hpp"

TEST_CASE("fortyone: bots play by the rules and never peek") {
    tefuda::test::check_bots<tefuda::FortyOne>(500);
}
