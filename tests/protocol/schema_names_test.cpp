#include "tests/support/catch.hpp"

#include "protocol/schema_names.hpp"

#include <nlohmann/json.hpp>

namespace tefuda {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson described(OrderedJson schema, std::string const& path) {
    add_descriptions(schema, path);
    return schema["properties"];
}

TEST_CASE("a field's description is that of its message", "[protocol]") {
    OrderedJson const match{{"properties", {{"match", OrderedJson::object()}}}};
    CHECK(described(match, "client.resume")["match"]["description"] ==
          "The match to which `since` refers; default: the current match, or else the last one");
    CHECK(described(match, "server.room")["match"]["description"] ==
          "The number of the match that is on, or else of the next one");
}

TEST_CASE("a field inside of another is described in its place, also in a list and a variant", "[protocol]") {
    OrderedJson const decision{{"properties", {{"decision", OrderedJson::object()}}}};
    OrderedJson const clock{{"anyOf", OrderedJson::array({decision, {{"type", "null"}}})}};
    auto const room = described({{"properties", {{"clock", clock}}}}, "server.room");
    CHECK(room["clock"]["anyOf"][0]["properties"]["decision"]["description"] == "Seconds for each decision");
    OrderedJson const from{{"properties", {{"from", OrderedJson::object()}}}};
    auto const log = described({{"properties", {{"lines", {{"items", from}}}}}}, "server.chat_log");
    CHECK(log["lines"]["items"]["properties"]["from"]["description"] == "The sender's seat; null for a spectator");
}

TEST_CASE("a description that is there already is kept", "[protocol]") {
    OrderedJson const kept{{"properties", {{"match", {{"description", "mine"}}}}}};
    CHECK(described(kept, "client.resume")["match"]["description"] == "mine");
}

} // namespace
} // namespace tefuda
