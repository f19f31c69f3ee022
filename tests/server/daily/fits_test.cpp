// Which actions a list of templates allows.
#include "server/daily/fits.hpp"

#include "tests/server/support/failing_memory.hpp"
#include "tests/support/catch.hpp"

#include <new>
#include <string>

using namespace tefuda::server;
using namespace tefuda::server::test;

TEST_CASE("An action fits a template that has its fields", "[daily][puzzles]") {
    auto const* const legal = R"([{"type":"pass"},{"type":"play","table":1,"card":"7S","optional":["last_one"]}])";
    CHECK(fits(legal, R"({"type":"pass"})"));
    CHECK(fits(legal, R"({"type":"play","table":1,"card":"7S"})"));
    CHECK(fits(legal, R"({"last_one":true,"type":"play","card":"7S","table":1})"));
    CHECK_FALSE(fits(legal, R"({"type":"play","table":0,"card":"7S"})"));
    CHECK_FALSE(fits(legal, R"({"type":"play","table":1,"card":"XX"})"));
    CHECK_FALSE(fits(legal, R"({"type":"play","table":1})"));
    CHECK_FALSE(fits(legal, R"({"type":"pass","last_one":true})"));
    CHECK_FALSE(fits(legal, R"({"type":"play","table":1,"card":"7S","optional":["last_one"]})"));
    for (auto const* other : {"{}", "[]", "1", "{", R"({"type":1})"}) CHECK_FALSE(fits(legal, other));
    CHECK_FALSE(fits("[]", R"({"type":"pass"})"));
}

TEST_CASE("A choice allows lists of its cards, each as often as it has it", "[daily][puzzles]") {
    auto const* const legal =
        R"([{"type":"play","cards":{"choose":[1,2],"from":["7S","7S","9H"],"with":["XX"]}},{"type":"give","cards":["2S","3S"]}])";
    CHECK(fits(legal, R"({"type":"play","cards":["7S","XX"]})"));
    CHECK(fits(legal, R"({"type":"play","cards":["XX","7S","7S"]})"));
    CHECK(fits(legal, R"({"type":"give","cards":["3S","2S"]})"));
    for (auto const* cards : {R"([])", R"(["XX"])", R"(["7S"])", R"(["XX","9H","9H"])", R"(["XX","7S","7S","9H"])",
                              R"(["XX","AS"])", R"("XX")", "null"})
        CHECK_FALSE(fits(legal, std::string(R"({"type":"play","cards":)") + cards + "}"));
    CHECK_FALSE(fits(legal, R"({"type":"give","cards":["2S"]})"));
}

TEST_CASE("Where memory runs out, whoever asks whether an action fits is told so", "[daily][puzzles][out-of-memory]") {
    for (auto failing = 1, ended = 0; ended == 0; ++failing) {
        INFO("allocation " << failing);
        auto does_fit = true;
        fail_allocation(failing);
        try {
            does_fit = fits(R"([{"type":"play","cards":{"choose":[1,2],"from":["7S","7S"],"with":["XX"]}}])",
                            R"({"type":"play","cards":["7S","XX"]})");
        } catch (std::bad_alloc const&) {
            // The request is answered unavailable.
        }
        ended = is_to_fail() ? 1 : 0;
        fail_allocation(0);
        CHECK(does_fit);
    }
}
