#include "rules/ttpageone/ttpageone.hpp"
#include "tests/support/conformance.hpp"

// The number of games multiplies what a match takes and adds little that is new, so there are fewer matches of many
// games than the harness would play.
TEST_CASE("TT Page One conforms with every number of seats and every option") {
    using tefuda::TtPageOne;
    for (auto const seats : TtPageOne::seat_counts().values) {
        for (auto const& options : tefuda::test::all_options<TtPageOne>(seats)) {
            auto const games = options.games.value;
            auto const matches = std::max(1, tefuda::test::matches_per_combination() / (games * games));
            for (int match = 0; match < matches; ++match)
                tefuda::test::ConformanceMatch<TtPageOne>(options, seats, static_cast<std::uint64_t>(match)).play();
        }
    }
}
