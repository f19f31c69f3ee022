#include "protocol/circle.hpp"
#include "protocol/codec/schema.hpp"
#include "protocol/daily.hpp"
#include "protocol/evening.hpp"
#include "protocol/http.hpp"
#include "protocol/puzzle.hpp"
#include "protocol/schema_names.hpp"
#include "protocol/wire_schemas.hpp"

#include <array>
#include <string>
#include <string_view>

namespace tefuda {

namespace {

using codec::OrderedJson;
using codec::schema_ref;
using AllGames = std::span<GameDescription const>;

/// A schema that accepts this part ("RoomOptions", "Action" …) of any game.
OrderedJson of_any(AllGames games, std::string_view part) {
    auto alternatives = OrderedJson::array();
    for (auto const& game : games) alternatives.push_back(schema_ref(std::string(game.id) + "." + std::string(part)));
    return {{"anyOf", std::move(alternatives)}};
}

OrderedJson array_of(OrderedJson items) {
    return {{"type", "array"}, {"items", std::move(items)}};
}

OrderedJson object_of(OrderedJson properties) {
    auto required = OrderedJson::array();
    for (auto const& [name, schema] : properties.items()) required.push_back(name);
    return {{"type", "object"}, {"properties", std::move(properties)}, {"required", std::move(required)}};
}

/// Both objects in one: the fields of the second stand behind those of the first.
OrderedJson with_fields_of(OrderedJson first, OrderedJson const& second) {
    first["properties"].update(second["properties"]);
    for (auto const& name : second["required"]) first["required"].push_back(name);
    return first;
}

/// Options and actions are a game's own.
OrderedJson board_schema(AllGames games) {
    auto schema = codec::schema_of<OpenBoard>();
    schema["properties"]["options"] = of_any(games, "RoomOptions");
    auto choice = codec::schema_of<BoardChoice>();
    choice["properties"]["actions"]["items"]["properties"]["action"] = of_any(games, "Action");
    schema["properties"]["choices"] = array_of(std::move(choice));
    return schema;
}

OrderedJson boards_schema(AllGames games) {
    auto schema = codec::schema_of<TodaysBoards>();
    schema["properties"]["boards"]["items"]["properties"]["options"] = of_any(games, "RoomOptions");
    return schema;
}

OrderedJson attempt_schema(AllGames games) {
    auto schema = codec::schema_of<PuzzleAttempt>();
    schema["properties"]["action"] = of_any(games, "Action");
    return schema;
}

OrderedJson profile_schema(AllGames games) {
    auto schema = codec::schema_of<Player>();
    auto by_game = OrderedJson::object();
    for (auto const& game : games) by_game[std::string(game.id)] = codec::schema_of<GameTally>();
    // Of the games that the player has played.
    schema["properties"]["games"] = {{"type", "object"}, {"properties", std::move(by_game)}};
    schema["properties"]["daily"] = codec::schema_of<BoardTally>();
    schema["required"].push_back("games");
    return schema;
}

OrderedJson games_schema() {
    OrderedJson const text{{"type", "string"}}, number{{"type", "integer"}};
    auto const seats = object_of({{"min", number}, {"max", number}, {"default", number}, {"values", array_of(number)}});
    return array_of(object_of({{"id", text},
                               {"name", object_of({{"en", text}, {"ja", text}})},
                               {"seats", seats},
                               {"packs", array_of(array_of(schema_ref("Card")))},
                               {"options", {{"type", "object"}}}}));
}

bool is_sent_by_clients(std::string_view name) {
    static constexpr std::array names{"NewPlayer", "RenamedPlayer", "CodeOrder",
                                      "Recovery",  "NoFields",      "PuzzleAttempt"};
    return std::ranges::find(names, name) != names.end();
}

} // namespace

OrderedJson http_schemas(AllGames games) {
    auto updates = object_of({{"updates", array_of(schema_ref("server.update"))}});
    auto exported = with_fields_of(codec::schema_of<ExportedPlayer>(), codec::schema_of<ExportedLists>());
    OrderedJson schemas{{"HttpRefusal", codec::schema_of<HttpRefusal>()},
                        {"SanctionRefusal", codec::schema_of<SanctionRefusal>()},
                        {"NameRefusal", codec::schema_of<NameRefusal>()},
                        {"GameList", games_schema()},
                        {"MatchUpdates", std::move(updates)},
                        {"Player", codec::schema_of<Player>()},
                        {"PlayerWithSecret", codec::schema_of<PlayerWithSecret>()},
                        {"NewPlayer", codec::schema_of<NewPlayer>()},
                        {"RenamedPlayer", codec::schema_of<RenamedPlayer>()},
                        {"CodeOrder", codec::schema_of<CodeOrder>()},
                        {"PlayerCode", codec::schema_of<PlayerCode>()},
                        {"Recovery", codec::schema_of<Recovery>()},
                        {"NoFields", codec::schema_of<NoFields>()},
                        {"PlayerGames", codec::schema_of<PlayerGames>()},
                        {"PlayerResults", codec::schema_of<PlayerResults>()},
                        {"PlayerExport", std::move(exported)},
                        {"EveningSheet", codec::schema_of<EveningSheet>()},
                        {"CircleOfPlayer", codec::schema_of<CircleOfPlayer>()},
                        {"PlayerProfile", profile_schema(games)},
                        {"TodaysBoards", boards_schema(games)},
                        {"MyBoards", codec::schema_of<MyBoards>()},
                        {"OpenBoard", board_schema(games)},
                        {"PuzzleList", codec::schema_of<PuzzleList>()},
                        {"PuzzleAttempt", attempt_schema(games)}};
    for (auto& [name, schema] : schemas.items()) {
        if (!is_sent_by_clients(name)) allow_unknown_fields(schema);
        add_titles(schema, type_name(name));
        add_descriptions(schema, name);
    }
    return schemas;
}

} // namespace tefuda
