#include "protocol/async_api.hpp"

#include "protocol/analysis.hpp"
#include "protocol/call_link.hpp"
#include "protocol/codec/schema.hpp"
#include "protocol/puzzle.hpp"
#include "protocol/replay.hpp"
#include "protocol/schema_names.hpp"
#include "protocol/server_message.hpp"
#include "protocol/wire_schemas.hpp"

#include <map>

namespace tefuda {

namespace {

using codec::OrderedJson;
using codec::schema_ref;

using Games = std::span<GameDescription const>;

/// A schema that accepts this part ("View", "Event" …) of any game.
OrderedJson any_game(Games games, std::string_view part) {
    auto alternatives = OrderedJson::array();
    for (auto const& game : games) alternatives.push_back(schema_ref(std::string(game.id) + "." + std::string(part)));
    return {{"anyOf", std::move(alternatives)}};
}

OrderedJson list_of(OrderedJson items) {
    return {{"type", "array"}, {"items", std::move(items)}};
}

OrderedJson message_id() {
    return {{"type", {"string", "number"}}};
}

template <class M>
OrderedJson message_schema() {
    auto schema = codec::schema_of<M>();
    if (schema["properties"].contains("re")) schema["properties"]["re"] = message_id();
    if constexpr (requires(M m) {
                      m.name;
                      m.role;
                  })
        schema["properties"]["name"]["maxLength"] = 24;
    if constexpr (std::same_as<M, SetCall>) schema["properties"]["link"]["maxLength"] = max_call_link;
    return schema;
}

OrderedJson update_schema(Games games) {
    codec::ObjectSchema update;
    update.property("type", {{"const", "update"}});
    update.property("room", {{"type", "string"}});
    update.property("seq", {{"type", "integer"}, {"minimum", 1}});
    auto events = any_game(games, "Event");
    events["anyOf"].push_back(codec::schema_of<ContinuedEvent>());
    update.property("events", list_of(std::move(events)));
    update.property("view", any_game(games, "View"), false);
    update.property("decision", {{"type", "integer"}, {"minimum", 1}}, false);
    update.property("legal", list_of(any_game(games, "Template")), false);
    update.property("must", {{"type", "boolean"}}, false);
    update.property("deadline_ms", {{"type", "integer"}, {"minimum", 0}}, false);
    update.property("over", {{"const", true}}, false);
    update.property("resync", {{"const", true}}, false);
    return update.build();
}

OrderedJson advice_schema(Games games) {
    auto schema = message_schema<Advice>();
    auto const action = any_game(games, "Action");
    schema["properties"]["action"] = action;
    schema["properties"]["others"]["items"]["properties"]["action"] = action;
    return schema;
}

OrderedJson rooms_schema() {
    auto schema = message_schema<Rooms>();
    schema["properties"]["rooms"] = list_of(schema_ref("RoomSummary"));
    return schema;
}

OrderedJson room_schema(Games games) {
    auto schema = codec::schema_of<RoomInfo>();
    schema["properties"]["options"] = any_game(games, "RoomOptions");
    return schema;
}

OrderedJson room_summary_schema(Games games) {
    auto schema = codec::schema_of<RoomSummary>();
    schema["properties"]["options"] = any_game(games, "RoomOptions");
    return schema;
}

OrderedJson replay_schema(Games games) {
    OrderedJson const shuffle{
        {"type", "object"},
        {"properties", {{"shuffle", {{"anyOf", {list_of(schema_ref("Card")), list_of({{"type", "integer"}})}}}}}},
        {"required", OrderedJson::array({"shuffle"})},
        {"additionalProperties", false}};
    OrderedJson const order{{"type", "object"},
                            {"properties", {{"order", list_of(schema_ref("Seat"))}}},
                            {"required", OrderedJson::array({"order"})},
                            {"additionalProperties", false}};
    OrderedJson const pick{{"type", "object"},
                           {"properties", {{"pick", {{"type", "integer"}}}, {"of", {{"type", "integer"}}}}},
                           {"required", {"pick", "of"}},
                           {"additionalProperties", false}};
    auto schema = codec::schema_of<Replay>();
    auto& fields = schema["properties"];
    fields["options"] = any_game(games, "RoomOptions");
    fields["chance"] = list_of({{"anyOf", OrderedJson::array({shuffle, order, pick})}});
    fields["actions"]["items"]["properties"]["action"] = any_game(games, "Action");
    fields["result"] = any_game(games, "Result");
    return schema;
}

OrderedJson analysis_schema(Games games) {
    auto schema = codec::schema_of<Analysis>();
    schema["properties"]["decisions"]["items"]["properties"]["best"]["properties"]["action"] =
        any_game(games, "Action");
    return schema;
}

OrderedJson puzzle_schema(Games games) {
    auto schema = codec::schema_of<Puzzle>();
    schema["properties"]["view"] = any_game(games, "View");
    schema["properties"]["legal"] = list_of(any_game(games, "Template"));
    return schema;
}

OrderedJson puzzle_solution_schema(Games games) {
    auto schema = codec::schema_of<PuzzleSolution>();
    auto& properties = schema["properties"];
    properties["best"]["properties"]["action"] = any_game(games, "Action");
    properties["others"]["items"]["properties"]["action"] = any_game(games, "Action");
    return schema;
}

OrderedJson act_schema(Games games) {
    auto schema = message_schema<Act>();
    schema["properties"]["action"] = any_game(games, "Action");
    return schema;
}

/// What a game demands of `create`: its numbers of seats, and its options, of which some are for some numbers only.
void add_conditions(OrderedJson& conditions, GameDescription const& game) {
    OrderedJson const is_this_game{{"game", {{"const", game.id}}}};
    conditions.push_back({{"if", {{"properties", is_this_game}}},
                          {"then",
                           {{"properties",
                             {{"options", schema_ref(std::string(game.id) + ".Options")},
                              {"seats", {{"enum", game.seat_counts.values}}}}}}}});
    auto const options = OrderedJson::parse(game.schemas->options);
    if (!options.contains("$defs")) return;
    for (auto const& [seats, of_these] : options["$defs"].items()) {
        OrderedJson const then{{"properties", {{"options", {{"not", of_these["not"]}}}}}};
        auto with_so_many = is_this_game;
        with_so_many["seats"] = {{"const", std::stoi(seats)}};
        conditions.push_back(
            {{"if", {{"properties", with_so_many}, {"required", OrderedJson::array({"seats"})}}}, {"then", then}});
        if (std::stoi(seats) == game.seat_counts.usual)
            conditions.push_back(
                {{"if", {{"properties", is_this_game}, {"not", {{"required", OrderedJson::array({"seats"})}}}}},
                 {"then", then}});
    }
}

/// The options are those of the game that the message names, or else of the room's.
OrderedJson change_schema(Games games) {
    auto schema = message_schema<ChangeTable>();
    schema["properties"]["options"] = any_game(games, "Options");
    schema["allOf"] = OrderedJson::array();
    for (auto const& game : games)
        schema["allOf"].push_back(
            {{"if", {{"properties", {{"game", {{"const", game.id}}}}}, {"required", OrderedJson::array({"game"})}}},
             {"then", {{"properties", {{"options", schema_ref(std::string(game.id) + ".Options")}}}}}});
    return schema;
}

OrderedJson create_schema(Games games) {
    auto schema = message_schema<Create>();
    schema["properties"]["options"] = any_game(games, "Options");
    schema["properties"]["fixed"] = codec::schema_of<FixedDeal>();
    schema["allOf"] = OrderedJson::array();
    for (auto const& game : games) add_conditions(schema["allOf"], game);
    return schema;
}

/// Adds the optional `id` that every client message may have.
OrderedJson with_id(OrderedJson schema) {
    schema["properties"]["id"] = message_id();
    return schema;
}

template <class M>
OrderedJson client_schema(Games games) {
    if constexpr (std::same_as<M, Act>)
        return with_id(act_schema(games));
    else if constexpr (std::same_as<M, Create>)
        return with_id(create_schema(games));
    else if constexpr (std::same_as<M, ChangeTable>)
        return with_id(change_schema(games));
    else
        return with_id(message_schema<M>());
}

/// Schemas by name. The name starts with the direction ("client.", "server."), because `chat` exists in both.
OrderedJson client_schemas(Games games) {
    auto schemas = OrderedJson::object();
    boost::mp11::mp_for_each<boost::mp11::mp_transform<boost::mp11::mp_identity, ClientMessage>>([&](auto alternative) {
        using M = typename decltype(alternative)::type;
        schemas["client." + std::string(M::type)] = client_schema<M>(games);
    });
    return schemas;
}

OrderedJson server_schemas(Games games) {
    return {{"server.welcome", message_schema<Welcome>()},
            {"server.ok", message_schema<Ok>()},
            {"server.pong", message_schema<Pong>()},
            {"server.error", message_schema<Error>()},
            {"server.created", message_schema<Created>()},
            {"server.joined", message_schema<Joined>()},
            {"server.room", room_schema(games)},
            {"server.update", update_schema(games)},
            {"server.advice", advice_schema(games)},
            {"server.chat", message_schema<ChatSaid>()},
            {"server.chat_log", message_schema<ChatSaidBefore>()},
            {"server.rematch_asked", message_schema<RematchAsked>()},
            {"server.rooms", rooms_schema()},
            {"server.replaced", message_schema<Replaced>()},
            {"server.notice", message_schema<Notice>()},
            {"server.moved", message_schema<Moved>()},
            {"server.closed", message_schema<Closed>()},
            {"server.closing", message_schema<Closing>()}};
}

OrderedJson game_schemas(Games games) {
    auto schemas = OrderedJson::object();
    for (auto const& game : games) {
        auto const& parts = *game.schemas;
        auto const prefix = std::string(game.id) + ".";
        auto options = OrderedJson::parse(parts.options);
        options.erase("$defs");
        schemas[prefix + "RoomOptions"] = {{"type", "object"}, {"properties", options["properties"]}};
        schemas[prefix + "Options"] = std::move(options);
        schemas[prefix + "Action"] = OrderedJson::parse(parts.action);
        schemas[prefix + "Template"] = OrderedJson::parse(parts.legal_template);
        schemas[prefix + "Event"] = OrderedJson::parse(parts.event);
        schemas[prefix + "View"] = OrderedJson::parse(parts.view);
        schemas[prefix + "Result"] = OrderedJson::parse(parts.result);
    }
    return schemas;
}

OrderedJson any_message(OrderedJson const& schemas) {
    auto alternatives = OrderedJson::array();
    for (auto const& [name, schema] : schemas.items()) alternatives.push_back(schema_ref(name));
    return {{"anyOf", std::move(alternatives)}};
}

/// Adds the messages of one direction to the document. \returns references to them, for the channel
OrderedJson add_messages(OrderedJson& messages, OrderedJson const& schemas) {
    auto references = OrderedJson::object();
    for (auto const& [name, schema] : schemas.items()) {
        messages[name] = {{"name", schema["properties"]["type"]["const"]}, {"payload", schema_ref(name)}};
        references[name] = {{"$ref", "#/components/messages/" + name}};
    }
    return references;
}

OrderedJson message_references(OrderedJson const& names) {
    auto messages = OrderedJson::array();
    for (auto const& name : names) messages.push_back({{"$ref", "#/channels/ws/messages/" + name.get<std::string>()}});
    return messages;
}

/// The type of the message that replies to one of this type if it is carried out.
std::string reply_type(std::string const& type) {
    static std::map<std::string, std::string> const others{{"create", "created"}, {"join", "joined"},
                                                           {"resume", "joined"},  {"list", "rooms"},
                                                           {"ping", "pong"},      {"advise", "advice"}};
    auto const found = others.find(type);
    return found == others.end() ? "ok" : found->second;
}

/// An operation for each message from a client, with its replies, and one for all that the server sends.
OrderedJson operations(OrderedJson const& client, OrderedJson const& server) {
    OrderedJson const channel{{"$ref", "#/channels/ws"}};
    auto all = OrderedJson::object();
    for (auto const& [name, schema] : client.items()) {
        auto const type = schema["properties"]["type"]["const"].get<std::string>();
        all[type] = {
            {"action", "receive"},
            {"channel", channel},
            {"summary", "The message `" + type + "` of a client, and the replies to it"},
            {"messages", message_references(OrderedJson::array({name}))},
            {"reply",
             {{"channel", channel},
              {"messages", message_references(OrderedJson::array({"server." + reply_type(type), "server.error"}))}}}};
    }
    auto names = OrderedJson::array();
    for (auto const& [name, schema] : server.items()) names.push_back(name);
    all["send"] = {{"action", "send"},
                   {"channel", channel},
                   {"summary", "Messages from server to client"},
                   {"messages", message_references(names)}};
    return all;
}

OrderedJson server_entry(std::string_view protocol) {
    return {
        {"host", "{host}"},
        {"protocol", protocol},
        {"variables", {{"host", {{"default", "127.0.0.1:8080"}, {"description", "The server's name, and its port"}}}}}};
}

/// Whether only clients send what the schema describes: it allows no unknown fields, because the server refuses them.
bool is_for_clients(std::string_view name) {
    return name.starts_with("client.") || name.ends_with(".Options") || name.ends_with(".Action");
}

OrderedJson schemas_with(Games games, OrderedJson const& client, OrderedJson const& server) {
    auto schemas = codec::shared_schemas();
    schemas.update(game_schemas(games));
    schemas["RoomSummary"] = room_summary_schema(games);
    schemas["Replay"] = replay_schema(games);
    schemas["Analysis"] = analysis_schema(games);
    schemas["Par"] = codec::schema_of<Par>();
    schemas["Puzzle"] = puzzle_schema(games);
    schemas["PuzzleSolution"] = puzzle_solution_schema(games);
    schemas["AnalysisProgress"] = codec::schema_of<AnalysisProgress>();
    schemas.update(client);
    schemas.update(server);
    schemas["ClientMessage"] = any_message(client);
    schemas["ServerMessage"] = any_message(server);
    for (auto& [name, schema] : schemas.items()) {
        if (!is_for_clients(name)) allow_unknown_fields(schema);
        add_titles(schema, type_name(name));
        add_descriptions(schema, name);
    }
    return schemas;
}

} // namespace

OrderedJson wire_schemas(Games games) {
    return schemas_with(games, client_schemas(games), server_schemas(games));
}

std::string async_api_document(std::string_view version, Games games) {
    auto const client = client_schemas(games);
    auto const server = server_schemas(games);
    auto messages = OrderedJson::object();
    auto const from_client = add_messages(messages, client);
    auto const from_server = add_messages(messages, server);
    auto channel_messages = from_client;
    channel_messages.update(from_server);

    auto const schemas = schemas_with(games, client, server);
    OrderedJson const document{
        {"asyncapi", "3.1.0"},
        {"info",
         {{"title", "Tefuda"},
          {"version", version},
          {"description", "Card games over WebSocket: text frames, one JSON object each."}}},
        {"defaultContentType", "application/json"},
        {"servers", {{"plain", server_entry("ws")}, {"tls", server_entry("wss")}}},
        {"channels",
         {{"ws",
           {{"address", "/ws"},
            {"servers", OrderedJson::array({{{"$ref", "#/servers/plain"}}, {{"$ref", "#/servers/tls"}}})},
            {"messages", channel_messages}}}}},
        {"operations", operations(client, server)},
        {"components", {{"messages", messages}, {"schemas", schemas}}}};
    return document.dump();
}

std::string games_document(Games games) {
    auto list = OrderedJson::array();
    for (auto const& game : games) {
        auto const& counts = game.seat_counts;
        list.push_back({{"id", game.id},
                        {"name", {{"en", game.name.en}, {"ja", game.name.ja}}},
                        {"seats",
                         {{"min", counts.values.front()},
                          {"max", counts.values.back()},
                          {"default", counts.usual},
                          {"values", counts.values}}},
                        {"packs", OrderedJson::parse(codec::to_json(*game.packs))},
                        {"options", OrderedJson::parse(game.schemas->options)}});
    }
    return list.dump();
}

} // namespace tefuda
