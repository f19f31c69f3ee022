// Types whose text has a maximum length (protocol/codec/short_text.hpp): their text, and that it keeps to that length.
#include "protocol/codec/encode.hpp"
#include "tests/support/catch.hpp"

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <limits>
#include <string>

using namespace tefuda;
using namespace tefuda::codec;

namespace {

enum class Shade { dark, very_light };
BOOST_DESCRIBE_ENUM(Shade, dark, very_light)

struct Coin {
    static constexpr std::string_view type = "coin";
    std::optional<int> value;
    Nullable<Card> card;
    Shade shade;
};
BOOST_DESCRIBE_STRUCT(Coin, (), (value, card, shade))

struct Person {
    std::optional<Seat> first;
    std::optional<bool> second;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(Person, (), (first, second, name))

/// The value's JSON text; checks that it is not longer than its type's maximum.
template <ShortText T>
std::string text_of(T const& value) {
    auto const text = to_json(value);
    CHECK(text.size() <= longest_text<T>);
    return text;
}

} // namespace

TEST_CASE("The smallest and the largest number of a type fit its maximum text length", "[protocol][codec]") {
    CHECK(text_of(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775808");
    CHECK(text_of(std::numeric_limits<std::int64_t>::max()) == "9223372036854775807");
    CHECK(text_of(std::numeric_limits<int>::min()) == "-2147483648");
    CHECK(text_of(std::int8_t(-128)) == "-128");
    CHECK(text_of(std::uint8_t(255)) == "255");
    CHECK(text_of(Points(-12)) == "-12");
    CHECK(text_of(Seat(12)) == "12");
    for (int digit = 0; digit <= 10; ++digit) CHECK(text_of(digit) == std::to_string(digit));
}

TEST_CASE("An empty optional field is omitted, an empty nullable field is null", "[protocol][codec]") {
    CHECK(text_of(Coin{{}, {}, Shade::dark}) == R"({"type":"coin","card":null,"shade":"dark"})");
    CHECK(text_of(Coin{-7, Card::joker(), Shade::very_light}) ==
          R"({"type":"coin","value":-7,"card":"XX","shade":"very_light"})");
    CHECK(to_json(Person{{}, {}, "a\"b"}) == R"({"name":"a\"b"})");
    CHECK(to_json(Person{Seat(3), {}, ""}) == R"({"first":3,"name":""})");
    CHECK(to_json(Person{{}, true, ""}) == R"({"second":true,"name":""})");
}

TEST_CASE("Lists of short values have the same form as other lists", "[protocol][codec]") {
    CHECK(text_of(Seats()) == "[]");
    CHECK(text_of(Seats{Seat(0)}) == "[0]");
    CHECK(text_of(PerSeat<int>(max_seats, std::numeric_limits<int>::min())).size() == 13 * 12 + 1);
    CHECK(text_of(Cards(max_cards, Card::joker())).size() == max_cards * 5 + 1);
    CHECK(
        to_json(std::vector<Coin>(2, Coin{1, {}, Shade::dark})) ==
        R"([{"type":"coin","value":1,"card":null,"shade":"dark"},{"type":"coin","value":1,"card":null,"shade":"dark"}])");
    CHECK(to_json(std::vector<Person>(2)) == R"([{"name":""},{"name":""}])");
}

TEST_CASE("Unseen cards are null, after the cards that are seen", "[protocol][codec]") {
    CHECK(to_json(SeenCards()) == "[]");
    CHECK(to_json(SeenCards::face_down(2)) == "[null,null]");
    CHECK(to_json(SeenCards::face_up(parse_cards("KH AS"))) == R"(["AS","KH"])");
    CHECK(to_json(SeenCards{parse_cards("AS"), 2}) == R"(["AS",null,null])");
}

TEST_CASE("A type whose text has no maximum length is not a ShortText", "[protocol][codec]") {
    STATIC_REQUIRE_FALSE(ShortText<std::string>);
    STATIC_REQUIRE_FALSE(ShortText<Person>);
    STATIC_REQUIRE_FALSE(ShortText<std::vector<Seat>>);
    STATIC_REQUIRE_FALSE(ShortText<SeenCards>);
}
