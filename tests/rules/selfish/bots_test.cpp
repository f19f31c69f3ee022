#include "rules/selfish/policy.hpp"
#include "tests/rules/selfish/game.hpp"
#include "tests/support/bots.hpp"

TEST_CASE("selfish: bots play legally and do not use hidden information", "[rules][selfish][bots]") {
    tefuda::test::check_bots<tefuda::Selfish>(1);
}

TEST_CASE("selfish: with two players a bot stops in turn 2 with 14, but not with 13", "[rules][selfish][bots]") {
    for (auto const& [hand, action] : {std::pair("4S TH 2S 3S", "stop"), std::pair("4S 9H 2S 3S", "continue"),
                                       std::pair("KS QH 2S 3S", "continue"), std::pair("2S 2H 3S 5S", "stop")}) {
        INFO(hand);
        tefuda::test::SelfishGame game({}, {hand, "5H 6H 7H 8H"});
        game.say("draw draw draw");
        auto const expected = R"({"type":")" + std::string(action) + R"("})";
        CHECK(tefuda::test::by_rules_of_thumb<tefuda::Selfish>(game.state(), 0) == expected);
    }
}

TEST_CASE("selfish: a search stops with a hand that nearly always wins, but not with a Burst",
          "[rules][selfish][bots]") {
    tefuda::test::SelfishGame good({}, {"8S 8H 2S 3S", "5H 6H 7H 9H"});
    good.say("draw draw draw");
    CHECK(tefuda::test::by_search<tefuda::Selfish>(good.state(), 0) == R"({"type":"stop"})");
    tefuda::test::SelfishGame burst({}, {"KS QH 2S 3S", "5H 6H 7H 9H"});
    burst.say("draw draw draw");
    CHECK(tefuda::test::by_search<tefuda::Selfish>(burst.state(), 0) == R"({"type":"continue"})");
}
