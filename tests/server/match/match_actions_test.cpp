#include "server/match/match_actions.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

using namespace tefuda;
using namespace tefuda::server;

namespace {

MatchAction const draw{Seat(0), R"({"type":"draw"})", 7};
MatchAction const nothing{Seat(12), "", 7};
MatchAction const play{Seat(1), R"({"type":"play","card":"7H"})", 3'000'000'000};

std::vector<MatchAction> all(MatchActions const& actions) {
    std::vector<MatchAction> read;
    std::ranges::copy(actions, std::back_inserter(read));
    return read;
}

} // namespace

TEST_CASE("a match's actions are read as they were added") {
    MatchActions actions;
    CHECK(actions.empty());
    CHECK(actions.last_ms() == 0);
    CHECK(all(actions).empty());
    for (auto const& action : {draw, nothing, play}) actions.add(action.seat, action.action, action.ms);
    CHECK(actions.size() == 3);
    CHECK(actions.last_ms() == 3'000'000'000);
    CHECK(all(actions) == std::vector{draw, nothing, play});
    CHECK(actions == MatchActions{draw, nothing, play});
}

TEST_CASE("all but the first actions may be taken back") {
    MatchActions const three{draw, nothing, play};
    for (std::size_t kept = 0; kept <= 3; ++kept) {
        auto actions = three;
        actions.keep_first(kept);
        std::vector const expected{draw, nothing, play};
        CHECK(all(actions) == std::vector(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(kept)));
        CHECK(actions.size() == kept);
        CHECK(actions.last_ms() == (kept == 0 ? 0 : expected[kept - 1].ms));
        actions.add(play.seat, play.action, play.ms);
        CHECK(all(actions).back() == play);
    }
}
