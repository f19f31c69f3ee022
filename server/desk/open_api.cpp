#include "server/desk/open_api.hpp"

#include "protocol/wire_schemas.hpp"
#include "server/desk/route.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace tefuda::server {

namespace {

using Document = nlohmann::ordered_json;

constexpr std::string_view schemas_path = "#/components/schemas/";
constexpr std::string_view refusal = "HttpRefusal", sanction = "SanctionRefusal";

Document reference(std::string_view schema) {
    return {{"$ref", std::string(schemas_path) + std::string(schema)}};
}

// What a parameter means, wherever it is.

struct ParameterText {
    std::string_view name;
    std::string_view meaning;
    std::string_view schema; ///< JSON text
};

constexpr ParameterText parameter_texts[] = {
    {"after",
     "Where the page begins: what the answer before has as `next`, or the code of its last room; absent: the "
     "first page",
     R"({"type":"string"})"},
    {"date", "A day, UTC", R"({"type":"string","format":"date"})"},
    {"game", "The id of a game", R"({"type":"string"})"},
    {"language", "Of two languages one; `ja` gets the English rules where there are no others",
     R"({"type":"string","enum":["en","ja"],"default":"en"})"},
    {"match", "The number of a match in its room, from 1", R"({"type":"integer","minimum":1})"},
    {"player", "The id of a player", R"({"type":"string"})"},
    {"puzzle", "The id of a puzzle", R"({"type":"string"})"},
    {"room", "The code of a room", R"({"type":"string"})"},
    {"seat", "Whose updates; absent: a spectator's", R"({"type":"integer","minimum":0})"},
};

Document parameter(std::string_view name, std::string_view where) {
    auto const* const text = std::ranges::find(parameter_texts, name, &ParameterText::name);
    Document one{{"name", name}, {"in", where}};
    if (where == "path") one["required"] = true;
    if (text == std::end(parameter_texts)) return one;
    one["description"] = text->meaning;
    one["schema"] = Document::parse(text->schema);
    return one;
}

template <class Each>
void for_each_word(std::string_view text, char separator, Each const& each) {
    while (!text.empty()) {
        auto const word = text.substr(0, text.find(separator));
        if (!word.empty()) each(word);
        text.remove_prefix(std::min(text.size(), word.size() + 1));
    }
}

/// As OpenAPI has it: whatever may follow is none of it.
std::string path_of(Route const& route) {
    auto pattern = route.pattern;
    if (pattern.ends_with("/*")) pattern.remove_suffix(2);
    return std::string(pattern);
}

Document parameters_of(Route const& route) {
    auto all = Document::array();
    for_each_word(route.pattern, '/', [&](std::string_view segment) {
        if (segment.starts_with('{')) all.push_back(parameter(segment.substr(1, segment.size() - 2), "path"));
    });
    for_each_word(route.query, ' ', [&](std::string_view name) { all.push_back(parameter(name, "query")); });
    return all;
}

std::string lower_case(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
    return lower;
}

/// Such as `getApiRoomsRoom`.
std::string operation_id(Route const& route) {
    auto id = lower_case(route.method);
    auto begins = true;
    for (auto const c : path_of(route)) {
        auto const is_letter = std::isalnum(static_cast<unsigned char>(c)) != 0;
        if (is_letter) id += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
        begins = !is_letter;
    }
    return id;
}

/// The answers of a route by status: for one of them there may be several reasons, and several forms of its body.
class Answers {
public:
    void add(RouteAnswer const& answer) {
        auto& one = all_[answer.status];
        if (!answer.when.empty()) one.reasons.emplace_back(answer.when);
        auto const has_refusal = answer.status >= 400 && answer.body.empty();
        one.bodies.emplace(has_refusal ? refusal : answer.body);
    }

    Document document() const {
        auto responses = Document::object();
        for (auto const& [status, answer] : all_) responses[std::to_string(status)] = response(status, answer);
        responses["default"] = response(500, {{"Another refusal, or a failure of the server."}, {refusal}});
        return responses;
    }

private:
    struct Answer {
        std::vector<std::string_view> reasons;
        std::set<std::string_view> bodies;
    };

    static bool is_media_type(std::string_view body) { return body.find('/') != std::string_view::npos; }

    static Document schema_of_body(std::string_view body) {
        constexpr std::string_view list = "[]", or_null = "|null";
        if (body == "any") return Document::object();
        if (body.ends_with(list)) {
            body.remove_suffix(list.size());
            return {{"type", "array"}, {"items", reference(body)}};
        }
        if (body.ends_with(or_null)) {
            body.remove_suffix(or_null.size());
            return {{"anyOf", Document::array({reference(body), {{"type", "null"}}})}};
        }
        return reference(body);
    }

    static Document response(unsigned status, Answer const& answer) {
        std::string text;
        for (auto const reason : answer.reasons) text.append(text.empty() ? "" : " ").append(reason);
        Document one{{"description", text.empty() ? "As asked for." : text}};
        if (status == 429)
            one["headers"] = {{"Retry-After",
                               {{"description", "After how many seconds to ask again"},
                                {"schema", {{"type", "integer"}, {"minimum", 0}}}}}};
        auto forms = Document::array();
        for (auto const body : answer.bodies) {
            if (body.empty()) continue;
            if (is_media_type(body))
                one["content"][std::string(body)] = {{"schema", {{"type", "string"}}}};
            else
                forms.push_back(schema_of_body(body));
        }
        if (forms.size() == 1) one["content"]["application/json"] = {{"schema", forms[0]}};
        if (forms.size() > 1) one["content"]["application/json"] = {{"schema", {{"anyOf", std::move(forms)}}}};
        return one;
    }

    std::map<unsigned, Answer> all_;
};

/// What the desk answers in place of the handler follows from the row.
Answers answers_of(Route const& route) {
    using enum Pages;
    using enum Who;
    Answers answers;
    for (auto const& answer : route.says.answers)
        if (answer.status != 0) answers.add(answer);
    auto const takes_body = route.body > 0;
    answers.add({400, "", takes_body ? "The body is none that belongs here." : "A body, where none belongs."});
    if (takes_body) {
        answers.add({403, "", "The body is not `application/json`."});
        answers.add({413, "", "The body is too long."});
    }
    if (route.pages == own) answers.add({403, "", "A page of another origin has asked."});
    if (route.who == operating) answers.add({403, "", "This is for whoever runs the server."});
    auto const has_asker = route.who == asker || route.who == player;
    if (has_asker) answers.add({401, "", "The bearer's secret is not valid."});
    if (route.who == player) answers.add({401, "", "This needs a secret."});
    if (has_asker && route.method != "GET" && route.method != "DELETE")
        answers.add({403, sanction, "The operator has banned whoever asks."});
    if (route.counted == Counted::nothing) return answers;
    answers.add({429, "", "Too many requests."});
    if (route.counted == Counted::guess) answers.add({429, "", "Too many wrong room codes."});
    answers.add({503, "", "The server is starting, or can't read or store this now."});
    return answers;
}

std::string_view description_of(Pages pages) {
    switch (pages) {
    case Pages::own:
        return "For pages of the server's own origin, and for programs.";
    case Pages::any:
        return "Web pages of any origin may read it.";
    case Pages::unsaid:
        break;
    }
    return "For pages of the server's own origin, if a browser asks.";
}

Document operation(Route const& route) {
    Document one{{"operationId", operation_id(route)},
                 {"summary", route.says.summary},
                 {"description", description_of(route.pages)},
                 {"parameters", parameters_of(route)}};
    if (one["parameters"].empty()) one.erase("parameters");
    if (route.body > 0)
        one["requestBody"] = {{"description", "At most " + std::to_string(route.body) +
                                                  " bytes; a body without a field may be left out."},
                              {"content", {{"application/json", {{"schema", reference(route.says.body)}}}}}};
    if (route.who == Who::asker || route.who == Who::player) {
        auto ways = Document::array({{{"bearer", Document::array()}}, {{"cookie", Document::array()}}});
        if (route.who == Who::asker) ways.push_back(Document::object());
        one["security"] = std::move(ways);
    }
    one["responses"] = answers_of(route).document();
    return one;
}

/// The schemas that the document names, and those that these name.
class NamedSchemas {
public:
    explicit NamedSchemas(Document all) : all_(std::move(all)) {}

    void add_named_in(Document const& part) {
        if (part.is_object() && part.contains("$ref")) add(part["$ref"].get<std::string>().substr(schemas_path.size()));
        if (part.is_structured())
            for (auto const& inner : part) add_named_in(inner);
    }

    Document const& named() const { return named_; }

private:
    void add(std::string const& name) {
        if (named_.contains(name)) return;
        named_[name] = all_.at(name);
        add_named_in(all_.at(name));
    }

    Document const all_;
    Document named_ = Document::object();
};

constexpr std::string_view about = "HTTP beside the WebSocket of /ws, whose messages are in /asyncapi.json. "
                                   "PROTOCOL.md explains all fields. Each GET is answered as "
                                   "HEAD, too; another method is 405, and its field `Allow` says which there are. An "
                                   "answer may get new fields. An address is answered "
                                   "so many requests a second as the server's `--http-rate` says, and tries so many "
                                   "wrong room codes and secrets as `--guess-rate` "
                                   "says: else 429, with `Retry-After`.";

} // namespace

std::string open_api_document(std::string_view version, std::span<GameDescription const> games, bool has_people) {
    auto paths = Document::object();
    for (auto const& route : routes())
        if (has_people || !needs_people(route)) paths[path_of(route)][lower_case(route.method)] = operation(route);
    auto all = wire_schemas(games);
    all.update(http_schemas(games));
    NamedSchemas schemas(std::move(all));
    schemas.add_named_in(paths);
    Document const ways{
        {"bearer", {{"type", "http"}, {"scheme", "bearer"}, {"description", "A player's secret"}}},
        {"cookie",
         {{"type", "apiKey"},
          {"in", "cookie"},
          {"name", "tefuda-XXXXXX"},
          {"description", "A player's secret; the letters are the store's own. Over TLS `__Host-tefuda-XXXXXX`"}}}};
    Document components{{"schemas", schemas.named()}};
    if (has_people) components["securitySchemes"] = ways;
    Document const document{{"openapi", "3.1.0"},
                            {"info", {{"title", "Tefuda"}, {"version", version}, {"description", about}}},
                            {"servers", Document::array({{{"url", "/"}}})},
                            {"paths", std::move(paths)},
                            {"components", std::move(components)}};
    return document.dump();
}

} // namespace tefuda::server
