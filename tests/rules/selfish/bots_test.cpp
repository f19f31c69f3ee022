#include "rules/selfish/policy.hpp"
#include "tests/support/bots.hpp"

TEST_CASE("selfish: bots play by the rules and never peek") {
    tefuda::test::check_bots<tefuda::Selfish>(20);
}
