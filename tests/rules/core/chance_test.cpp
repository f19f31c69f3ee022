#include "rules/core/seeded_chance.hpp"
#include "tests/support/catch.hpp"

using namespace tefuda;

TEST_CASE("a seed without entropy gives the outcomes of the worked example", "[rules][core]") {
    auto const seed = bytes32_from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f").value();
    CHECK(to_hex(commitment_of(seed)) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");

    std::vector<std::string> const entropies{"", ""};
    auto const final_seed = final_seed_of(seed, entropies);
    CHECK(to_hex(final_seed) == "0d893dd8cbc38848092698401eb3696d1990f58eb9a8387b3fa5e5a10ef047e9");

    SeededChance chance(final_seed);
    CHECK(chance.pick(2) == 1);
    auto cards = fresh_pack();
    chance.shuffle(cards);
    CHECK(cards == parse_cards("6D 4C 9H 9C JS 7H AC 3D 8H 3C 3H 7S AS KH 6S 5S 2S AD 8C QH AH 5D KC 3S JC QS TC 4H "
                               "6H 9S 5H 5C TH 7C JD 9D 4D 8S 6C TD 4S 2D KD TS 2H 7D KS QC 8D QD 2C JH"));
    Seats expected;
    for (auto const number : {2, 0, 3, 1, 5, 4}) expected.emplace_back(number);
    CHECK(chance.order(6) == expected);
    CHECK(chance.pick(1) == 0);
    CHECK(chance.pick(13) == 1);
    auto double_pack = fresh_pack(2, 4);
    chance.shuffle(double_pack);
    CHECK(double_pack ==
          parse_cards("JS 6D TC 9C 6S XX TC 8C 6C 5H XX JD QS 4H KC AD JC 6H TH 2S 9D XX TD 9C QH 5S 9H JD 8C 5C AS 8H "
                      "AH 4S 3C KC QH KD TS AC AS 5H 3S KD KH JH 9S 8D 4H 9H 2C 5C 2H 7H 8H 6S 3C AC QS 3D JS 6D 3H 8S "
                      "7S 7S AD QD 2H 6C AH KS 4D XX 4D KH QC 9S 5S 8D KS QD 4C 7C 7C TS 5D 2S TH 7D 4S 4C 2C 6H 9D 2D "
                      "2D 3H 5D 7D 8S 3D JH 3S JC QC TD 7H"));
}

TEST_CASE("the entropies of the seats, in UTF-8, are part of the final seed", "[rules][core]") {
    auto const seed = bytes32_from_hex("fed69607442325357d291f25f0f9e73e368bc42d4cb870097e91e5a5025ada99").value();
    CHECK(to_hex(commitment_of(seed)) == "7342eb07ce9f6cb30ac0fa9db676964a9882b8a6379c6238ab7b175d5b61856b");
    std::vector<std::string> const entropies{"aki", "手札", ""};
    CHECK(to_hex(final_seed_of(seed, entropies)) == "73b52631872825076462935902d9ff0c006212eb75e3bc4758ba79be6ac1f1b6");
}
