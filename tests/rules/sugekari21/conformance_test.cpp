#include "tests/support/conformance.hpp"
#include "tests/support/playthrough.hpp"

#include "rules/sugekari21/sugekari21.hpp"

TEST_CASE("sugekari21 conforms", "[rules][sugekari21][conformance]") {
    tefuda::test::check_conformance<tefuda::Sugekari21>();
}

TEST_CASE("sugekari21 plays as its playthroughs say", "[rules][sugekari21][playthrough]") {
    tefuda::test::check_playthroughs<tefuda::Sugekari21>(
        "rules/sugekari21",
        {{"seats-2-exchange-hearts-games-3", R"({"exchange":"hearts","games":3})", 2},
         {"seats-2-refill-exchange-hearts-games-3", R"({"two_player":"refill","exchange":"hearts","games":3})", 2}});
}
