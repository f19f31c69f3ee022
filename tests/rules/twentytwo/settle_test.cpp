#include "tests/rules/twentytwo/game.hpp"

namespace tefuda::test {

using twentytwo::Options;
using twentytwo::Variant;

namespace {

std::string settled_text(Options const& options, int seats) {
    auto const complete = TwentyTwo::settle(options, seats);
    if (auto const* refused = std::get_if<Illegal>(&complete)) return "refused: " + refused->reason;
    return codec::to_json(std::get<Options>(complete));
}

Options with_decks(Options options, int decks) {
    options.decks = AnyOf<1, 2>{decks};
    return options;
}

bool refused(Options const& options, int seats) {
    return settled_text(options, seats).starts_with("refused");
}

} // namespace

TEST_CASE("Twenty-Two is played by 2 to 12, 4 by default", "[rules][twentytwo]") {
    auto const counts = TwentyTwo::seat_counts();
    CHECK(counts.values.front() == 2);
    CHECK(counts.values.back() == 12);
    CHECK(counts.values.size() == 11);
    CHECK(counts.usual == 4);
    CHECK(refused({}, 1));
    CHECK(refused({}, 13));
}

TEST_CASE("one pack is the default for up to 6 seats, two packs are required for more", "[rules][twentytwo]") {
    auto const text = [](int decks) {
        return R"({"variant":"22","decks":)" + std::to_string(decks) +
               R"(,"follow":"free","reading":"usual","losing_cards":"stay"})";
    };
    CHECK(settled_text({}, 2) == text(1));
    CHECK(settled_text({}, 6) == text(1));
    CHECK(settled_text({}, 7) == text(2));
    CHECK(settled_text(with_decks({}, 2), 3) == text(2));
    CHECK(settled_text(with_decks({}, 1), 6) == text(1));
    CHECK(refused(with_decks({}, 1), 7));
}

TEST_CASE("decks is refused in 26, max_lead in 22", "[rules][twentytwo]") {
    Options mixed;
    mixed.variant = Variant::twenty_six;
    CHECK(settled_text(mixed, 12) ==
          R"({"variant":"26","max_lead":0,"follow":"free","reading":"usual","losing_cards":"stay"})");
    CHECK(settled_text(with_must(game_26(3)), 2) ==
          R"({"variant":"26","max_lead":3,"follow":"must","reading":"usual","losing_cards":"stay"})");
    CHECK(refused(with_decks(mixed, 2), 4));
    CHECK(refused(with_decks(mixed, 1), 4));
    Options plain;
    plain.max_lead.emplace();
    CHECK(refused(plain, 4));
}

TEST_CASE("the wire names of the variants are their numbers", "[rules][twentytwo]") {
    using Name = WireName<Variant>;
    CHECK(Name::of(Variant::twenty_two) == "22");
    CHECK(Name::parse("22") == Variant::twenty_two);
    CHECK(Name::parse("26") == Variant::twenty_six);
    CHECK_FALSE(Name::parse("24"));
    CHECK(Json::parse(TwentyTwo::options_schema).contains("allOf"));
}

TEST_CASE("decks settled for more seats stay if fewer players start", "[rules][twentytwo]") {
    auto const options = settled({}, 8);
    ScriptedChance chance;
    chance.shuffles(draw_for(Seat(0), 3)).shuffles("");
    std::vector<twentytwo::Event> events;
    auto const state = TwentyTwo::start(options, 3, chance, events);
    CHECK(twentytwo::all_cards(state).size() == 104);
}

} // namespace tefuda::test
