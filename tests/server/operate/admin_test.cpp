// What the operator writes, and how the answers look.
#include "protocol/codec/text.hpp"
#include "server/operate/admin_client.hpp"
#include "server/operate/admin_command.hpp"
#include "server/operate/operator_table.hpp"
#include "server/operate/times.hpp"
#include "server/store/sqlite/sqlite_sql.hpp"
#include "tests/support/catch.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace std::chrono_literals;

TEST_CASE("a span of time is a number and a unit", "[operate]") {
    CHECK(read_span("90s") == 90s);
    CHECK(read_span("30m") == 30min);
    CHECK(read_span("12h") == 12h);
    CHECK(read_span("7d") == 168h);
    for (auto const* wrong : {"", "s", "30", "30 m", "-1m", "0s", "1.5h", "1w", "1mm", "9999999999d", "99999d"})
        CHECK_FALSE(read_span(wrong));
}

TEST_CASE("the log is read since a span ago or since a date, in any usual form of ISO 8601", "[operate]") {
    constexpr std::int64_t midnight = 1'764'115'200;
    CHECK(read_since("1h", midnight) == midnight - 3600);
    CHECK(read_since("2025-11-26", 0) == midnight);
    for (auto const* same : {"2025-11-26T00:00:00Z", "2025-11-26T00:00Z", "2025-11-26T00:00:00.000Z",
                             "2025-11-26T02:00:00+02:00", "2025-11-25T19:00:00-0500"})
        CHECK(read_since(same, 0) == midnight);
    for (auto const* wrong : {"", "yesterday", "2025-02-31", "2025-13-01", "26.11.2025", "2025-11-26T00:00:00",
                              "2025-11-26T25:00:00Z", "2025-11-26 "})
        CHECK_FALSE(read_since(wrong, 0));
}

TEST_CASE("the newest 5,000 reports are kept, and no number is used again", "[operate]") {
    auto const sql = open_memory_tables();
    OperatorTable table(*sql);
    for (auto i = 1; i <= OperatorTable::max_reports + 2; ++i) table.add_report(i, "{}", {});
    CHECK_FALSE(table.report(2));
    CHECK(table.report(3)->at == 3);
    CHECK(table.report(OperatorTable::max_reports + 2));
    CHECK(table.reports().size() == 1000);
}

TEST_CASE("a command is read by the description of its arguments", "[operate]") {
    auto const read = read_admin_command(R"({"command":"drain","arguments":{"for":"1h"}})");
    REQUIRE(std::holds_alternative<AdminCommand>(read));
    CHECK(std::get<Drain>(std::get<AdminCommand>(read)).for_ == "1h");
    auto const close = read_admin_command(R"({"command":"close","arguments":{"code":" k7qx-2mnp"}})");
    CHECK(std::get<CloseRoom>(std::get<AdminCommand>(close)).code == "K7QX2MNP");
    for (auto const* changing : {R"("close","arguments":{"code":"A",)", R"("kick","arguments":{"code":"A","seat":0,)",
                                 R"("drain","arguments":{)", R"("ban","arguments":{)", R"("mute","arguments":{)",
                                 R"("lift","arguments":{"n":1,)", R"("rename","arguments":{"id":"p","name":"Aki",)",
                                 R"("delete","arguments":{"id":"p",)", R"("notice","arguments":{)"}) {
        CAPTURE(changing);
        auto const named = read_admin_command(std::string(R"({"command":)") + changing + R"("by":"mod"}})");
        REQUIRE(std::holds_alternative<AdminCommand>(named));
        std::visit(
            [](auto const& command) {
                if constexpr (requires { command.by; })
                    CHECK(command.by == "mod");
                else
                    FAIL();
            },
            std::get<AdminCommand>(named));
    }
    auto const refused = [](char const* line) { return std::get<std::string>(read_admin_command(line)); };
    CHECK(refused(R"({"command":"nothing"})") == "There is no command \"nothing\".");
    CHECK(refused(R"({"command":"close"})") == "close: \"code\" is missing.");
    CHECK(refused(R"({"command":"kick","arguments":{"code":"A","seat":"x"}})") ==
          "kick: \"seat\" must be a whole number.");
    CHECK(refused("nothing").starts_with("This is no command: "));
}

TEST_CASE("what controls a terminal is written otherwise, in a table and in JSON", "[operate]") {
    using codec::Control;
    for (auto const& [sign, escape] : {std::pair("\x1b", "\\u001b"), std::pair("\x7f", "\\u007f"),
                                       std::pair("\xc2\x9b", "\\u009b"), std::pair("\xe2\x80\xa8", "\\u2028"),
                                       std::pair("\xe2\x80\xae", "\\u202e"), std::pair("\xe2\x81\xa6", "\\u2066")}) {
        CAPTURE(escape);
        CHECK(codec::without_controls(std::string("a") + sign + "b", Control::as_question_mark) == "a?b");
        CHECK(codec::without_controls(std::string("a") + sign + "b", Control::as_json_escape) ==
              std::string("a") + escape + "b");
    }
    for (auto const* plain : {"葛城 😀", "👨\u200d👩", "é"})
        CHECK(codec::without_controls(plain, Control::as_json_escape) == plain);
}

TEST_CASE("a code is read however it was typed", "[operate]") {
    for (auto const* typed : {"K7QX2MNP", "k7qx2mnp", "K7QX-2MNP", " k7qx 2mnp ", "Ｋ７ＱＸ２ＭＮＰ",
                              "ｋ７ｑｘ－２ｍｎｐ", "K7QXー2MNP", "K7QX—2MNP.", "K7QX‐2MNP。", "K7QX　2MNP"}) {
        CAPTURE(typed);
        CHECK(codec::typed_code(typed) == "K7QX2MNP");
    }
    CHECK(codec::typed_code("札").empty());
}

TEST_CASE("an answer is a table in which no text reaches the terminal's controls", "[operate]") {
    CHECK(table_of(R"({"ok":true})") == "Done.\n");
    CHECK(table_of(R"({"ok":true,"rows":[]})") == "None.\n");
    CHECK(
        table_of(
            R"({"ok":true,"rows":[{"room":"A","public":true,"node":null},{"room":"札幌市","public":false,"node":"n"}]})") ==
        "room  public  node\nA     yes     -\n札幌市   no      n\n");
    CHECK(table_of(
              R"({"ok":true,"row":{"room":"A","seats":[{"seat":0,"name":"\u001b[1mAki\u009b","connected":true}]}})") ==
          "room: A\nseats:\nseat  name      connected\n0     ?[1mAki?  yes\n");
}
