#include "protocol/client_message.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/repeated.hpp"

using namespace tefuda;
using tefuda::test::repeated;

namespace {

std::string code_of(std::string_view text) {
    auto const decoded = decode_message(text);
    auto const* refused = std::get_if<Rejection>(&decoded.message);
    return refused ? std::string(WireName<ErrorCode>::of(refused->code)) : "good";
}

std::string sentence_of(std::string_view text) {
    return std::get<Rejection>(decode_message(text).message).message;
}

std::string id_of(std::string_view text) {
    auto const id = decode_message(text).id;
    return id ? id->text : "none";
}

std::string join_as(std::string const& name) {
    return R"({"type":"join","room":"R","name":")" + name + R"("})";
}

} // namespace

TEST_CASE("invalid JSON and a duplicate field are bad_json", "[protocol]") {
    CHECK(code_of("") == "bad_json");
    CHECK(code_of("{") == "bad_json");
    CHECK(code_of(R"({"type":"ping","type":"ping"})") == "bad_json");
    CHECK(code_of(R"({"type":"act","room":"R","decision":1,"action":{"a":{"b":1,"b":2}}})") == "bad_json");
    CHECK(code_of(R"({"type":"chat","room":"R","text":"\ud800"})") == "bad_json");
    CHECK(code_of(R"({"type":"ping"} x)") == "bad_json");
    CHECK(code_of(R"({"type":"ping","id":NaN})") == "bad_json");
    CHECK(code_of(repeated("[", 8000)) == "bad_json");
    CHECK(code_of("\xef\xbb\xbf{\"type\":\"ping\"}") == "bad_json");
    CHECK(code_of(std::string_view("{\"type\":\"ping\"}\0 x", 19)) == "bad_json");
    CHECK(code_of(std::string_view("\0", 1)) == "bad_json");
}

TEST_CASE("a number beyond a double's range is decoded, so that the code that knows the valid range can reject it",
          "[protocol]") {
    auto const kick = [](std::string const& seat) {
        return code_of(R"({"type":"kick","room":"1e999 \" 1e999","seat":)" + seat + "}");
    };
    for (auto const* large : {"1e999", "-1E+999", "1.5e0999", "0.1e99999999999999999999"}) CHECK(kick(large) == "good");
    CHECK(kick(repeated("9", 400)) == "good");
    for (auto const* no_number : {"01e999", "1e999e1", "+1e999", "1.e999", ".1e999", "1e", "1e999 2", "--1e999"})
        CHECK(kick(no_number) == "bad_json");
    CHECK(code_of(R"({"type":"chat","room":"R","text":1e999})") == "bad_message");
    CHECK(code_of(R"({"type":"nope","x":1e999})") == "unknown_type");
    CHECK(code_of(R"({"type":"ping","x":1e999,"x":1})") == "bad_json");
    auto const decoded = decode_message(R"({"type":"kick","room":"R","seat":1e999})");
    CHECK(std::get<Kick>(std::get<ClientMessage>(decoded.message)).seat.value > 1e308);
}

TEST_CASE("a fraction in a field for whole numbers is a bad message, before anything about the room is looked at",
          "[protocol]") {
    for (std::string const fraction : {"0.5", "-1.5", "1e-3", "1e-999", "0.00000000001"}) {
        CHECK(code_of(R"({"type":"kick","room":"R","seat":)" + fraction + "}") == "bad_message");
        CHECK(code_of(R"({"type":"create","game":"selfish","seats":)" + fraction + "}") == "bad_message");
        CHECK(code_of(R"({"type":"act","room":"R","action":{},"decision":)" + fraction + "}") == "bad_message");
        CHECK(code_of(R"({"type":"resume","room":"R","token":"T","since":)" + fraction + "}") == "bad_message");
    }
    for (auto const* whole : {"1.0", "10e-1", "1e0", "-0.0"})
        CHECK(code_of(R"({"type":"kick","room":"R","seat":)" + std::string(whole) + "}") == "good");
}

TEST_CASE("an id beyond a double's range is a bad message, and is not answered with another number", "[protocol]") {
    for (auto const* id : {"1e999", "-1e400", "1e99999999999999999999"}) {
        auto const decoded = decode_message(R"({"type":"ping","id":)" + std::string(id) + "}");
        CHECK(std::get<Rejection>(decoded.message).code == ErrorCode::bad_message);
        CHECK_FALSE(decoded.id);
    }
    auto const decoded = decode_message(R"({"type":"ping","id":123456789012345678901234567890})");
    CHECK(decoded.id->text == "123456789012345678901234567890");
}

TEST_CASE("a message with very many fields or very deep nesting is decoded quickly", "[protocol]") {
    std::string fields;
    for (int i = 0; fields.size() < 16'000; ++i) fields += ",\"" + std::to_string(i) + "\":1";
    CHECK(code_of("{\"type\":\"ping\"" + fields + "}") == "bad_message");
    for (auto const* field : {"fixed", "options"}) {
        auto const deep = repeated("{\"a\":", 2500) + "1" + repeated("}", 2500);
        CHECK(code_of(std::string(R"({"type":"create","game":"selfish",")") + field + "\":" + deep + "}") == "good");
    }
    CHECK(code_of("{\"type\":\"list\",\"x\":" + repeated("[", 8000) + repeated("]", 8000) + "}") == "bad_message");
}

TEST_CASE("an unknown type is reported before any other error in the message", "[protocol]") {
    CHECK(code_of(R"({"type":"pings"})") == "unknown_type");
    CHECK(code_of(R"({"type":"pings","id":[],"x":1})") == "unknown_type");
    CHECK(id_of(R"({"type":"pings","id":"a"})") == "\"a\"");
}

TEST_CASE("a message is an object with a type and only this type's fields", "[protocol]") {
    CHECK(code_of("[]") == "bad_message");
    CHECK(code_of("1") == "bad_message");
    CHECK(code_of("{}") == "bad_message");
    CHECK(code_of(R"({"type":1})") == "bad_message");
    CHECK(code_of(R"({"type":"ping","x":1})") == "bad_message");
    CHECK(code_of(R"({"type":"leave"})") == "bad_message");
    CHECK(code_of(R"({"type":"leave","room":1})") == "bad_message");
    CHECK(code_of(R"({"type":"join","room":"R","name":"A","role":"boss"})") == "bad_message");
    CHECK(code_of(R"({"type":"join","room":"R","name":"A","entropy":null})") == "bad_message");
    CHECK(code_of(R"({"type":"act","room":"R","decision":"1","action":{}})") == "bad_message");
    CHECK(code_of(R"({"type":"act","room":"R","decision":1,"action":[]})") == "bad_message");
    CHECK(code_of(R"({"type":"create","game":"fortyone","clock":{"decision":1}})") == "bad_message");
}

TEST_CASE("a rejection names the field", "[protocol]") {
    CHECK(sentence_of(R"({"type":"leave"})") == "Bad message: \"room\" is missing.");
    CHECK(sentence_of(R"({"type":"ping","x":1})") == "Bad message: the value has an unknown field \"x\".");
    CHECK(sentence_of(R"({"type":"create","game":"selfish","clock":{"decision":1,"bank":"x"}})") ==
          "Bad message: \"clock.bank\" must be a number.");
}

TEST_CASE("an id is a string or a number, any other id is rejected, and the rejection has no re", "[protocol]") {
    CHECK(id_of(R"({"type":"ping","id":7})") == "7");
    CHECK(id_of(R"({"type":"ping","id":"x"})") == "\"x\"");
    CHECK(id_of(R"({"type":"ping"})") == "none");
    for (std::string const other : {"null", "true", "{}", "[]", "[1]"}) {
        CHECK(code_of(R"({"type":"ping","id":)" + other + "}") == "bad_message");
        CHECK(id_of(R"({"type":"ping","id":)" + other + "}") == "none");
    }
    CHECK(id_of(R"({"type":"leave","id":3})") == "3");
}

TEST_CASE("a call's link is an https address of a host that people can read", "[protocol]") {
    auto const code_of_link = [](std::string const& link) {
        return code_of(R"({"type":"call","room":"R","link":")" + link + "\"}");
    };
    for (std::string const good :
         {"https://talk.example", "https://talk.example/", "https://Talk-2.example:8443/our%20evening?x=1#y@z",
          "https://a.b?x", "https://a.b#x", "https://1.2.3.4:1/", "https://a.b:65535", "https://a.b/!$&'()*+,;=:@~[]"})
        CHECK((good + ' ' + code_of_link(good)) == good + " good");
    for (std::string const bad : {"",
                                  "http://a.b",
                                  "HTTPS://a.b",
                                  "https:a.b",
                                  "https:/a.b",
                                  "https://",
                                  "https://localhost",
                                  "https://.b",
                                  "https://a.",
                                  "https://a.b:",
                                  "https://a.b:0",
                                  "https://a.b:65536",
                                  "https://a.b:+1",
                                  "https://a.b:1:2",
                                  "https://me@a.b",
                                  "https://me:1@a.b",
                                  "https://a.b:1@c.d",
                                  "https://[::1]",
                                  "https://[a.b]",
                                  "https://a_b.c",
                                  "https://a.b\\\\c",
                                  "https://a.b/\\\"",
                                  "https://a.b/<",
                                  "https://a.b/>",
                                  "https://a.b/^",
                                  "https://a.b/{",
                                  "https://a.b/|",
                                  "https://a.b/}",
                                  "https://a.b/`",
                                  "https://a.b/ ",
                                  "https://a.b/\\n",
                                  "https://a.b/\\u007f",
                                  "https://a.b/é",
                                  "https://é.b",
                                  " https://a.b",
                                  "javascript:a.b"})
        CHECK((bad + ' ' + code_of_link(bad)) == bad + " bad_message");
    CHECK(code_of_link("https://a.b/" + repeated("x", 188)) == "good");
    CHECK(code_of_link("https://a.b/" + repeated("x", 189)) == "bad_message");
    CHECK(code_of(R"({"type":"call","room":"R","link":null})") == "good");
    CHECK(code_of(R"({"type":"call","room":"R"})") == "bad_message");
}

TEST_CASE("a name has 1 to 24 characters, at least one of them visible", "[protocol]") {
    CHECK(code_of(join_as("A")) == "good");
    CHECK(code_of(join_as(repeated("手", 24))) == "good");
    CHECK(code_of(join_as(repeated("手", 25))) == "bad_name");
    CHECK(code_of(join_as(repeated("😀", 24))) == "good");
    CHECK(code_of(join_as("")) == "bad_name");
    CHECK(code_of(join_as(" \\t　")) == "bad_name");
    CHECK(code_of(join_as("\\u0000\\u0085\\u2028")) == "bad_name");
    // Hangul fillers, an empty Braille pattern, a zero-width joiner, a variation selector, a tag; signs of hieroglyphs,
    // of Khitan and of music.
    for (auto const* invisible : {"\\u3164", "\\u115f", "\\u2800", "\\u200b\\u200d", "\\ufe0f", "\\udb40\\udc41",
                                  "\\u00ad", "\\ud80d\\udc41", "\\ud81b\\udfe4", "\\ud834\\udd59"})
        CHECK(code_of(join_as(invisible)) == "bad_name");
    for (auto const* turning : {"a\\u202eb", "\\u202a\u624b", "\\u2066a\\u2069", "x\\u2067"})
        CHECK(code_of(join_as(turning)) == "bad_name");
    // A family is four people with joiners between them; a mark within Arabic turns nothing else.
    for (auto const* hidden :
         {"Mi\\u200bo", "Mio\\u200b", "\\u200dMio", "Mio\\u200d", "Mi\\u200co", "M\\u00adio", "Mio\\u034f",
          "Mio\\u200e", "\\ufeffMio", "M\\u0301\\u0302\\u0303\\u0304\\u0305", "Mio\\udb40\\udc41", "👨\\u200d"})
        CHECK(code_of(join_as(hidden)) == "bad_name");
    // A family, a heart in colour, a flag; joined letters in Persian and Hindi; Vietnamese and Thai marks.
    for (auto const* good : {"👨\\u200d👩\\u200d👧", "❤\\ufe0f\\u200d🔥", "👩🏽\\u200d🚀", "🇯🇵", "علی\\u200cرضا",
                             "क्\\u200dष", "Nguye\\u0302\\u0303n", "ที่นี่", "e\\u0301\\u0302\\u0303\\u0304"})
        CHECK(code_of(join_as(good)) == "good");
    CHECK(code_of(join_as("\\u0627\\u200f!")) == "good");
    CHECK(code_of(R"({"type":"join","room":"R","name":5})") == "bad_message");
    CHECK(code_of(R"({"type":"join","room":"R","name":"","x":1})") == "bad_message");
}

TEST_CASE("entropy has at most 128 characters, a chat message 1 to 500", "[protocol]") {
    auto const with_entropy = [](std::string const& entropy) {
        return R"({"type":"rematch","room":"R","entropy":")" + entropy + R"("})";
    };
    auto const chat = [](std::string const& text) { return R"({"type":"chat","room":"R","text":")" + text + R"("})"; };
    CHECK(code_of(with_entropy("")) == "good");
    CHECK(code_of(with_entropy(repeated("札", 128))) == "good");
    CHECK(code_of(with_entropy(repeated("x", 129))) == "bad_message");
    CHECK(code_of(chat("")) == "bad_message");
    CHECK(code_of(chat(repeated("札", 500))) == "good");
    CHECK(code_of(chat(repeated("x", 501))) == "bad_message");
}

TEST_CASE("control characters stand in no name, entropy or text, but for the ends of a text's lines", "[protocol]") {
    for (auto const* sign : {"\\u0000", "\\u0007", "\\u001b", "\\u007f", "\\u0085", "\\u009b"}) {
        CAPTURE(sign);
        CHECK(code_of(join_as("a" + std::string(sign) + "b")) == "bad_name");
        CHECK(code_of(R"({"type":"rematch","room":"R","entropy":"a)" + std::string(sign) + R"("})") == "bad_message");
        CHECK(code_of(R"({"type":"chat","room":"R","text":"a)" + std::string(sign) + R"("})") == "bad_message");
        CHECK(code_of(R"({"type":"report","room":"R","text":"a)" + std::string(sign) + R"("})") == "bad_message");
    }
    for (auto const* sign : {"\\n", "\\r", "\\t", "\\u2028", "\\u2029"})
        CHECK(code_of(join_as("a" + std::string(sign) + "b")) == "bad_name");
    CHECK(code_of(R"({"type":"chat","room":"R","text":"one\n\ttwo\r\n"})") == "good");
}

TEST_CASE("a refused name comes with what is wrong with it", "[protocol]") {
    auto const fault_of = [](std::string const& name) {
        return std::get<Rejection>(decode_message(join_as(name)).message).name_fault;
    };
    CHECK(fault_of("") == NameFault::empty);
    CHECK(fault_of(repeated("x", 25)) == NameFault::too_long);
    CHECK(fault_of("　 ") == NameFault::blank);
    CHECK(fault_of("a\\u0000b") == NameFault::control);
    CHECK(fault_of("Mi\\u200bo") == NameFault::invisible);
    CHECK(fault_of("a\\u202eb") == NameFault::direction);
    CHECK(fault_of("M\\u0301\\u0302\\u0303\\u0304\\u0305") == NameFault::marks);
}

TEST_CASE("a spectator joins without seat and entropy", "[protocol]") {
    CHECK(code_of(R"({"type":"join","room":"R","name":"A","role":"spectator"})") == "good");
    CHECK(code_of(R"({"type":"join","room":"R","name":"A","role":"spectator","seat":1})") == "bad_message");
    CHECK(code_of(R"({"type":"join","room":"R","name":"A","role":"spectator","entropy":""})") == "bad_message");
}

TEST_CASE("An act has at most 2 KiB, spaces counted", "[protocol]") {
    std::string const act = R"({"type":"act","id":7,"room":"R","decision":1,"action":{"type":"pass"}})";
    auto const of_size = [&](std::size_t size) { return decode_message(act + std::string(size - act.size(), ' ')); };
    CHECK(std::holds_alternative<ClientMessage>(of_size(2048).message));
    auto const refused = of_size(2049);
    REQUIRE(std::holds_alternative<Rejection>(refused.message));
    CHECK(std::get<Rejection>(refused.message).code == ErrorCode::bad_message);
    CHECK(refused.id == MessageId(codec::RawJson{"7"}));
}

TEST_CASE("An action's numbers are written from their value, however long they came", "[protocol]") {
    auto const zeros = std::string(500, '0');
    auto const decoded = decode_message(R"({"type":"act","room":"R","decision":1,"action":{"a":0.)" + zeros +
                                        R"(,"b":[1)" + "e" + zeros + R"(1,-2.50],"c":"0.00"}})");
    auto const& act = std::get<Act>(std::get<ClientMessage>(decoded.message));
    CHECK(act.action.value().text() == R"({"a":0,"b":[10,-2.5],"c":"0.00"})");
}
