#include "tests/support/catch.hpp"
#include "tests/support/repeated.hpp"

#include "protocol/codec/json_tree.hpp"

using tefuda::codec::JsonObject;
using tefuda::codec::JsonTree;
using tefuda::test::repeated;

namespace {

/// As it is written again; "none" where it can't be read.
std::string again(std::string_view text) {
    auto const tree = JsonTree::parse(text);
    return tree ? tree->root().text() : "none";
}

} // namespace

TEST_CASE("a tree has what the text has, in its order, numbers as they are written") {
    for (auto const* text :
         {R"({"b":[1,-2.50,1e3,2E+4,5e-1,{}],"a":{"x":null,"":true}})", R"("a\"\\\n手")", "[]", "[[[]],false]", "0"})
        CHECK(again(text) == text);
    CHECK(again(" [ 1 ,\t{ \"a\" :\n2 } ]\r\n") == R"([1,{"a":2}])");
    CHECK(again(R"("\u0041\u624b\ud83c\udca1\/")") == "\"A手🂡/\"");
}

TEST_CASE("strings with escapes stay what they are while others are read") {
    std::string text = R"({"\n":"\"","plain":"\\")";
    for (int i = 0; i < 50; ++i) text += ",\"\\\"" + std::to_string(i) + "\":\"" + std::to_string(i) + " of many\\n\"";
    CHECK(again(text + "}") == text + "}");
}

TEST_CASE("what is no JSON is not read") {
    for (auto const* text :
         {"",         " ",         "{",        "[1,]",   "{\"a\":1,}", "[1] 2",    "'a'",         "nul",
          "01",       "+1",        "1.",       "\"\n\"", "\"\\x\"",    "\"\xff\"", "\"\\ud83c\"", "\xef\xbb\xbf[]",
          "[1/**/]",  "NaN",       "Infinity", "[1}",    "{]",         "[",        "[,1]",        "{\"a\"}",
          "{\"a\":}", "{\"a\" 1}", "{1:1}",    "\"",     "\"a",        "\"\\",     "tru",         "-",
          "-a",       "1e",        "1e+",      ".5",     "0x1"})
        CHECK(again(text) == "none");
    CHECK(again(std::string_view("[]\0", 3)) == "none");
}

TEST_CASE("a string is of the characters that there are, in their shortest form") {
    for (auto const* text : {"\"\x7f\xc2\x80\xdf\xbf\"", "\"\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf\"",
                             "\"\xf0\x90\x80\x80\xf4\x8f\xbf\xbf\""})
        CHECK(again(text) == text);
    for (auto const* text : {"\"\x80\"", "\"\xc1\xbf\"", "\"\xe0\x9f\xbf\"", "\"\xed\xa0\x80\"", "\"\xf0\x8f\xbf\xbf\"",
                             "\"\xf4\x90\x80\x80\"", "\"\xf5\x80\x80\x80\"", "\"\xe2\x82\"", "\"\xf0\x9f\x82\"",
                             "\"\xe2", "\"\xf0\x9f\x82"})
        CHECK(again(text) == "none");
}

TEST_CASE("an escape stands for one character") {
    CHECK(again(R"("\"\\\/\b\f\n\r\t\u0000\u001F")") == R"("\"\\/\u0008\u000c\n\u000d\u0009\u0000\u001f")");
    CHECK(again(R"("\u007f\u0080\u07FF\u0800\uffff\ud800\udc00\uDBFF\uDFFF")") ==
          "\"\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf\xf0\x90\x80\x80\xf4\x8f\xbf\xbf\"");
    for (auto const* text : {R"("\u12")", R"("\u12g4")", R"("\u+123")", R"("\u 123")", R"("\U0041")", R"("\udc00")",
                             R"("\ud800\u0041")", R"("\ud800\ud800")", R"("\ud800x")", R"("\ud800\n")"})
        CHECK(again(text) == "none");
    // Many of them, and the names of fields, stay where they are.
    CHECK(again(R"([{"\u0061":"\u0062"},"\u0063",{"d":"\u0065"}])") == R"([{"a":"b"},"c",{"d":"e"}])");
    CHECK(again("[" + repeated(R"("\u0061",)", 9000) + "0]") == "[" + repeated(R"("a",)", 9000) + "0]");
}

TEST_CASE("a part of a text is compact, whichever part had white space, escapes or a large number") {
    auto const part = [](std::string_view text) { return JsonTree::parse(text)->root().find("a")->text(); };
    CHECK(part(R"( {"a":{"b":[1,2]} } )") == R"({"b":[1,2]})");
    CHECK(part(R"({"a":{"b":[1, 2]}})") == R"({"b":[1,2]})");
    CHECK(part(R"({"a":{"b":[{}, []]}})") == R"({"b":[{},[]]})");
    CHECK(part(R"({"a":{"b" :["\u0041"]}})") == R"({"b":["A"]})");
    CHECK(part(R"({"a":{"\u0062":1}})") == R"({"b":1})");
    CHECK(part(R"({"a":[1e999]})") == "[1.7976931348623157e308]");
}

TEST_CASE("a field twice is refused, among few and among many") {
    CHECK(again(R"({"a":1,"b":{"a":2}})") != "none");
    CHECK(again(R"({"a":1,"b":2,"a":3})") == "none");
    CHECK(again(R"([{"x":{"\u0061":1,"a":2}}])") == "none");
    std::string many = "{";
    for (int i = 0; i < 50; ++i) many += "\"f" + std::to_string(i) + "\":[{}],";
    CHECK(again(many + "\"g\":0}") != "none");
    CHECK(again(many + "\"f31\":0}") == "none");
    // These begin alike and are of one length.
    CHECK(again(R"({"ab":1,"ac":2,"ad":3})") != "none");
    CHECK(again(R"({"ab":1,"ac":2,"ab":3})") == "none");
    CHECK(again(R"({"":1,"a":2})") != "none");
    CHECK(again(R"({"":1,"a":2,"":3})") == "none");
}

TEST_CASE("an object that keeps its tree outlasts the text, and other trees") {
    std::string text = R"({"a":{"b":[1,"x\n"]}})";
    auto tree = JsonTree::parse(text);
    JsonObject object(*tree->root().find("a"));
    object.keep(std::move(*tree));
    tree.reset();
    text.assign(text.size(), ' ');
    auto const moved = std::move(object);
    for (int i = 0; i < 3; ++i) CHECK(again("[7,[8,9]]") == "[7,[8,9]]");
    CHECK(moved.value().text() == R"({"b":[1,"x\n"]})");
}

TEST_CASE("a tree is at most 10,000 levels deep") {
    CHECK(again(repeated("[", 9999) + repeated("]", 9999)).size() == 2 * 9999);
    CHECK(again(repeated("[", 10001) + repeated("]", 10001)) == "none");
}

TEST_CASE("numbers beyond a double are its largest ones") {
    auto const number = [](std::string_view text) { return JsonTree::parse(text)->root().number(); };
    CHECK(number("1e999") == 1.7976931348623157e308);
    CHECK(number("-3e99999999999999999999") == -1.7976931348623157e308);
    CHECK(number("1e-99999999999999999999") == 0);
    CHECK(number("1" + repeated("0", 400) + "e-400") == 1);
    CHECK(number("0." + repeated("0", 400) + "1e401") == 1);
    CHECK(number("1" + repeated("0", 400) + "e-90") == 1.7976931348623157e308);
    CHECK(number("0." + repeated("0", 400) + "1e50") == 0);
    for (auto const* zero : {"0e999", "-0e999", "0.0e99999999999999999999", "0e-999"}) CHECK(number(zero) == 0);
    CHECK(again("[\"\\\"1e99999999999999999999\",2e00000000000000000000]") ==
          "[\"\\\"1e99999999999999999999\",2e00000000000000000000]");
    CHECK(again("[-1e999,0e999,1" + repeated("0", 400) + "]") ==
          "[-1.7976931348623157e308,0e999,1.7976931348623157e308]");
    CHECK(number("300000000000000001891010872") == 300000000000000001891010872.0);
    CHECK(number("0.30000000000000004") == 0.30000000000000004);
    CHECK(number("9007199254740991") == 9007199254740991.0);
}

TEST_CASE("a field that was taken off is not there any more") {
    auto tree = JsonTree::parse(R"({"id":[7],"a":1,"b":2})");
    CHECK(tree->take("id")->text() == "[7]");
    CHECK_FALSE(tree->take("id"));
    CHECK(tree->root().size() == 2);
    CHECK(tree->root().text() == R"({"a":1,"b":2})");
    CHECK(tree->root().find("b")->number() == 2);
    CHECK(tree->take("b"));
    CHECK(tree->root().text() == R"({"a":1})");
}
