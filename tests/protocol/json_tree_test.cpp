#include "tests/support/catch.hpp"
#include "tests/support/repeated.hpp"

#include "protocol/codec/json_tree.hpp"

#include <cmath>
#include <limits>

using tefuda::codec::JsonObject;
using tefuda::codec::JsonTree;
using tefuda::test::repeated;

namespace {

/// The text after parsing and writing it; "none" if it can't be parsed.
std::string round_trip(std::string_view text) {
    auto const tree = JsonTree::parse(text);
    return tree ? tree->root().text() : "none";
}

} // namespace

TEST_CASE("a tree keeps the text's order of fields", "[protocol][codec]") {
    for (auto const* text :
         {R"({"b":[1,-2.5,1000,20000,0.5,{}],"a":{"x":null,"":true}})", R"("a\"\\\n手")", "[]", "[[[]],false]", "0"})
        CHECK(round_trip(text) == text);
    CHECK(round_trip(" [ 1 ,\t{ \"a\" :\n2 } ]\r\n") == R"([1,{"a":2}])");
    CHECK(round_trip(R"("\u0041\u624b\ud83c\udca1\/")") == "\"A手🂡/\"");
}

TEST_CASE("parsing further strings with escapes leaves earlier ones intact", "[protocol][codec]") {
    std::string text = R"({"\n":"\"","plain":"\\")";
    for (int i = 0; i < 50; ++i) text += ",\"\\\"" + std::to_string(i) + "\":\"" + std::to_string(i) + " of many\\n\"";
    CHECK(round_trip(text + "}") == text + "}");
}

TEST_CASE("invalid JSON is not parsed", "[protocol][codec]") {
    for (auto const* text :
         {"",         " ",         "{",        "[1,]",   "{\"a\":1,}", "[1] 2",    "'a'",         "nul",
          "01",       "+1",        "1.",       "\"\n\"", "\"\\x\"",    "\"\xff\"", "\"\\ud83c\"", "\xef\xbb\xbf[]",
          "[1/**/]",  "NaN",       "Infinity", "[1}",    "{]",         "[",        "[,1]",        "{\"a\"}",
          "{\"a\":}", "{\"a\" 1}", "{1:1}",    "\"",     "\"a",        "\"\\",     "tru",         "-",
          "-a",       "1e",        "1e+",      ".5",     "0x1"})
        CHECK(round_trip(text) == "none");
    CHECK(round_trip(std::string_view("[]\0", 3)) == "none");
}

TEST_CASE("a string must be valid UTF-8: existing code points in their shortest form", "[protocol][codec]") {
    for (auto const* text : {"\"\x7f\xc2\x80\xdf\xbf\"", "\"\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf\"",
                             "\"\xf0\x90\x80\x80\xf4\x8f\xbf\xbf\""})
        CHECK(round_trip(text) == text);
    for (auto const* text : {"\"\x80\"", "\"\xc1\xbf\"", "\"\xe0\x9f\xbf\"", "\"\xed\xa0\x80\"", "\"\xf0\x8f\xbf\xbf\"",
                             "\"\xf4\x90\x80\x80\"", "\"\xf5\x80\x80\x80\"", "\"\xe2\x82\"", "\"\xf0\x9f\x82\"",
                             "\"\xe2", "\"\xf0\x9f\x82"})
        CHECK(round_trip(text) == "none");
}

TEST_CASE("escapes are decoded, and invalid escapes are refused", "[protocol][codec]") {
    CHECK(round_trip(R"("\"\\\/\b\f\n\r\t\u0000\u001F")") == R"("\"\\/\u0008\u000c\n\u000d\u0009\u0000\u001f")");
    CHECK(round_trip(R"("\u007f\u0080\u07FF\u0800\uffff\ud800\udc00\uDBFF\uDFFF")") ==
          "\"\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf\xf0\x90\x80\x80\xf4\x8f\xbf\xbf\"");
    for (auto const* text : {R"("\u12")", R"("\u12g4")", R"("\u+123")", R"("\u 123")", R"("\U0041")", R"("\udc00")",
                             R"("\ud800\u0041")", R"("\ud800\ud800")", R"("\ud800x")", R"("\ud800\n")"})
        CHECK(round_trip(text) == "none");
    // Many escaped strings, and escaped field names, keep their places.
    CHECK(round_trip(R"([{"\u0061":"\u0062"},"\u0063",{"d":"\u0065"}])") == R"([{"a":"b"},"c",{"d":"e"}])");
    CHECK(round_trip("[" + repeated(R"("\u0061",)", 9000) + "0]") == "[" + repeated(R"("a",)", 9000) + "0]");
}

TEST_CASE("a part of a text is written compactly if there are spaces, escapes or large numbers in it or around it",
          "[protocol][codec]") {
    auto const part = [](std::string_view text) { return JsonTree::parse(text)->root().find("a")->text(); };
    CHECK(part(R"( {"a":{"b":[1,2]} } )") == R"({"b":[1,2]})");
    CHECK(part(R"({"a":{"b":[1, 2]}})") == R"({"b":[1,2]})");
    CHECK(part(R"({"a":{"b":[{}, []]}})") == R"({"b":[{},[]]})");
    CHECK(part(R"({"a":{"b" :["\u0041"]}})") == R"({"b":["A"]})");
    CHECK(part(R"({"a":{"\u0062":1}})") == R"({"b":1})");
    CHECK(part(R"({"a":[1e999]})") == "[1e999]");
}

TEST_CASE("a duplicate field is refused, among few fields and among many", "[protocol][codec]") {
    CHECK(round_trip(R"({"a":1,"b":{"a":2}})") != "none");
    CHECK(round_trip(R"({"a":1,"b":2,"a":3})") == "none");
    CHECK(round_trip(R"([{"x":{"\u0061":1,"a":2}}])") == "none");
    std::string many = "{";
    for (int i = 0; i < 50; ++i) many += "\"f" + std::to_string(i) + "\":[{}],";
    CHECK(round_trip(many + "\"g\":0}") != "none");
    CHECK(round_trip(many + "\"f31\":0}") == "none");
    // Names with the same first character and length share a hash bit.
    CHECK(round_trip(R"({"ab":1,"ac":2,"ad":3})") != "none");
    CHECK(round_trip(R"({"ab":1,"ac":2,"ab":3})") == "none");
    CHECK(round_trip(R"({"":1,"a":2})") != "none");
    CHECK(round_trip(R"({"":1,"a":2,"":3})") == "none");
}

TEST_CASE("an object that owns its tree outlives the parsed text and other trees", "[protocol][codec]") {
    std::string text = R"({"a":{"b":[1,"x\n"]}})";
    auto tree = JsonTree::parse(text);
    JsonObject object(*tree->root().find("a"));
    object.keep(std::move(*tree));
    tree.reset();
    text.assign(text.size(), ' ');
    auto const moved = std::move(object);
    for (int i = 0; i < 3; ++i) CHECK(round_trip("[7,[8,9]]") == "[7,[8,9]]");
    CHECK(moved.value().text() == R"({"b":[1,"x\n"]})");
}

TEST_CASE("a tree is at most 10,000 levels deep", "[protocol][codec]") {
    CHECK(round_trip(repeated("[", 9999) + repeated("]", 9999)).size() == 2 * 9999);
    CHECK(round_trip(repeated("[", 10001) + repeated("]", 10001)) == "none");
}

TEST_CASE("numbers too large for a double are infinite, and numbers too small are the smallest", "[protocol][codec]") {
    auto const number = [](std::string_view text) { return JsonTree::parse(text)->root().number(); };
    constexpr auto infinity = std::numeric_limits<double>::infinity();
    constexpr auto smallest = std::numeric_limits<double>::denorm_min();
    CHECK(number("1e999") == infinity);
    CHECK(number("-3e99999999999999999999") == -infinity);
    CHECK(number("1e-99999999999999999999") == smallest);
    CHECK(number("-1e-400") == -smallest);
    CHECK(number("1" + repeated("0", 400) + "e-400") == 1);
    CHECK(number("0." + repeated("0", 400) + "1e401") == 1);
    CHECK(number("1" + repeated("0", 400) + "e-90") == infinity);
    CHECK(number("0." + repeated("0", 400) + "1e50") == smallest);
    for (auto const* zero : {"0e999", "-0e999", "-0.0", "-0", "0.0e99999999999999999999", "0e-999"}) {
        CHECK(number(zero) == 0);
        CHECK_FALSE(std::signbit(number(zero)));
    }
    CHECK(round_trip("[\"\\\"1e99999999999999999999\",2e00000000000000000000]") ==
          "[\"\\\"1e99999999999999999999\",2]");
    CHECK(round_trip("[-1e999,0e999,1" + repeated("0", 400) + "]") == "[-1e999,0,1" + repeated("0", 400) + "]");
    CHECK(number("300000000000000001891010872") == 300000000000000001891010872.0);
    CHECK(number("0.30000000000000004") == 0.30000000000000004);
    CHECK(number("9007199254740991") == 9007199254740991.0);
}

TEST_CASE("a number is written so that it is read as the same text again", "[protocol][codec]") {
    for (auto const* text : {"[-0]", "[0e949]", "[-0e99]", "[-0.0]", "[-1e-999]", "[1e2]", "[0.10]"}) {
        INFO(text);
        auto const written = round_trip(text);
        CHECK(round_trip(written) == written);
    }
    CHECK(round_trip("[-0e99,-0,0.0]") == "[0,0,0]");
}

TEST_CASE("a removed field is gone from the tree", "[protocol][codec]") {
    auto tree = JsonTree::parse(R"({"id":[7],"a":1,"b":2})");
    CHECK(tree->take("id")->text() == "[7]");
    CHECK_FALSE(tree->take("id"));
    CHECK(tree->root().size() == 2);
    CHECK(tree->root().text() == R"({"a":1,"b":2})");
    CHECK(tree->root().find("b")->number() == 2);
    CHECK(tree->take("b"));
    CHECK(tree->root().text() == R"({"a":1})");
}

TEST_CASE("two values are the same JSON whatever the order of fields and the form of numbers", "[protocol][codec]") {
    auto const are_same = [](std::string_view one, std::string_view other) {
        return JsonTree::parse(one)->root() == JsonTree::parse(other)->root();
    };
    CHECK(are_same(R"({"a":[1,"x",null],"b":{}})", R"({"b":{},"a":[1.0,"\u0078",null]})"));
    CHECK(are_same("[]", "[ ]"));
    for (auto const* other : {"[1,2]", "[2,1,3]", "[1,2,4]", "[1,2,\"3\"]", "[1,2,[3]]", "{}", "null", "[1,2,true]"})
        CHECK_FALSE(are_same("[1,2,3]", other));
    CHECK_FALSE(are_same(R"({"a":1})", R"({"b":1})"));
    CHECK_FALSE(are_same(R"({"a":1})", R"({"a":1,"b":1})"));
    CHECK_FALSE(are_same("[true]", "[false]"));
    CHECK_FALSE(are_same("[]", "{}"));
}
