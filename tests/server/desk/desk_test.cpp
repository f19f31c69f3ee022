// What the table of routes says of each request, whoever answers it.
#include "tests/server/desk/site.hpp"

#include <algorithm>
#include <set>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

/// A path that the pattern fits; its parameters name nothing that there is.
std::string path_of(std::string_view pattern) {
    std::string path;
    while (!pattern.empty()) {
        pattern.remove_prefix(1);
        auto const segment = pattern.substr(0, pattern.find('/'));
        pattern.remove_prefix(segment.size());
        if (segment != "*") path.append("/").append(segment.starts_with('{') ? "0" : segment);
    }
    return path;
}

std::string field(HttpReply const& reply, std::string_view name) {
    auto const it = std::ranges::find(reply.fields, name, &std::pair<std::string, std::string>::first);
    return it == reply.fields.end() ? "" : it->second;
}

/// All methods that the table has for a path.
std::set<std::string, std::less<>> methods_of(std::string const& path) {
    std::set<std::string, std::less<>> methods;
    for (auto const& route : routes())
        if (fits(route.pattern, path)) methods.emplace(route.method);
    if (methods.contains("GET")) methods.emplace("HEAD");
    return methods;
}

std::string made_by(Site& site, std::string const& name = "Aki") {
    return Json::parse(
        site.ask("POST", "/api/me", {.body = R"({"secret":true,"name":")" + name + "\"}"}).body)["secret"];
}

} // namespace

TEST_CASE("Each route has a pattern that fits its own paths, and names its parameters", "[desk]") {
    std::set<std::pair<std::string_view, std::string_view>> all;
    for (auto const& route : routes()) {
        INFO(route.method << ' ' << route.pattern);
        std::vector<std::pair<std::string_view, std::string>> found;
        CHECK(fits(route.pattern, path_of(route.pattern), &found));
        CHECK(std::ranges::count(route.pattern, '{') == static_cast<std::ptrdiff_t>(found.size()));
        CHECK(all.emplace(route.method, route.pattern).second);
        CHECK((route.body == 0) == (route.method == "GET"));
        for (auto const* wrong : {"", "/", "/x"}) CHECK(fits(route.pattern, wrong) == (route.pattern == wrong));
        if (!route.pattern.ends_with("*")) CHECK_FALSE(fits(route.pattern, path_of(route.pattern) + "/"));
    }
    CHECK_FALSE(fits("/api/rooms/{room}", "/api/rooms/"));
    CHECK(fits("/room/{room}/*", "/room/A/b/c"));
}

TEST_CASE("Another method is 405 and told which ones there are, at each route", "[desk]") {
    Site site(Limits::none(), true);
    for (auto const& route : routes()) {
        auto const path = path_of(route.pattern);
        auto const allowed = methods_of(path);
        for (std::string const method : {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"}) {
            INFO(method << ' ' << path);
            auto asked = site.request_of(method, path);
            auto const admitted = site.desk.admit(asked);
            if (allowed.contains(method)) {
                CHECK(admitted.has_value());
                continue;
            }
            REQUIRE(admitted.has_error());
            auto const& refused = admitted.error();
            CHECK(refused.status == 405);
            for (auto const& name : allowed) CHECK(field(refused, "Allow").find(name) != std::string::npos);
        }
    }
    CHECK(field(site.ask("PUT", "/api/me"), "Allow") == "GET, HEAD, POST, PATCH, DELETE");
}

TEST_CASE("What is no route is 404, and where a file may be another method is 405", "[desk]") {
    Site site;
    for (auto const* method : {"GET", "POST", "DELETE"})
        for (auto const* path : {"/api", "/api/", "/api/nothing", "/api/me", "/api/me/code", "/api/daily",
                                 "/api/puzzles", "/api/players/0", "/api/rooms//matches/1", "/api/games/x/rules/"})
            CHECK(site.ask(method, path).status == 404);
    CHECK(site.status("/nothing") == 404);
    CHECK(site.ask("POST", "/nothing").status == 405);
    CHECK(site.ask("GET", "/nothing", {.body = "{}"}).status == 400);
}

TEST_CASE("A web page of any origin may read what is the same for everybody, errors too, and nothing else", "[desk]") {
    Site site(Limits::none(), true);
    for (auto const& route : routes()) {
        auto const path = path_of(route.pattern);
        for (auto const* method : {"GET", "BREW"}) {
            INFO(method << ' ' << path);
            auto const reply = site.ask(method, path, {.is_foreign = true});
            auto const is_open = route.pages == Pages::any;
            CHECK(field(reply, "Access-Control-Allow-Origin") == (is_open ? "*" : ""));
            CHECK(field(reply, "Access-Control-Expose-Headers") == (is_open ? "Retry-After" : ""));
        }
    }
    CHECK(field(site.get("/api/nothing"), "Access-Control-Allow-Origin") == "*");
    for (auto const* path : {"/apis", "/api/me/nothing"})
        CHECK(field(site.get(path), "Access-Control-Allow-Origin").empty());
}

TEST_CASE("A page of another origin asks nothing of a player, whoever asks", "[desk]") {
    Site site(Limits::none(), true);
    auto const secret = made_by(site);
    for (auto const& route : routes()) {
        if (route.pages != Pages::own) continue;
        for (auto const& who : {std::optional<std::string>(), std::optional(secret)}) {
            INFO(route.method << ' ' << route.pattern);
            auto const body = route.body > 0 ? "{}" : "";
            auto const path = path_of(route.pattern);
            CHECK(site.ask(std::string(route.method), path, {.body = body, .secret = who, .is_foreign = true}).status ==
                  403);
        }
    }
}

TEST_CASE("A body is where one belongs, is JSON, and not too long", "[desk]") {
    Site site(Limits::none(), true);
    auto const secret = made_by(site);
    for (auto const& route : routes()) {
        INFO(route.method << ' ' << route.pattern);
        auto const ask = [&](std::string body, std::string type = "application/json") {
            return site
                .ask(std::string(route.method), path_of(route.pattern),
                     {.body = std::move(body), .secret = secret, .content_type = std::move(type)})
                .status;
        };
        if (route.body == 0) {
            CHECK(ask("{}") == 400);
            continue;
        }
        for (auto const* type : {"", "text/plain", "text/json", "application/x-www-form-urlencoded"})
            CHECK(ask("{}", type) == 403);
        CHECK(ask(std::string(route.body + 1, ' ')) == 413);
        if (path_of(route.pattern).starts_with("/api/me"))
            for (auto const* body : {R"({"unknown":1})", "[]", "{", "null", "1"}) CHECK(ask(body) == 400);
    }
    CHECK(site.ask("PATCH", "/api/me",
                   {.body = R"({"name":"Ben"})", .secret = secret, .content_type = "application/json; charset=utf-8"})
              .status == 200);
}

TEST_CASE("What a body says has the form that its route asks for", "[desk]") {
    Site site(Limits::none(), true);
    auto const secret = made_by(site);
    for (auto const& [method, path, body] : std::initializer_list<std::array<char const*, 3>>{
             {"POST", "/api/me", R"({"name":null})"},
             {"POST", "/api/me", R"({"name":7})"},
             {"POST", "/api/me", R"({"name":""})"},
             {"POST", "/api/me", R"({"secret":"yes"})"},
             {"POST", "/api/me", R"({"kind":"dog"})"},
             {"POST", "/api/me", R"({"id":"x"})"},
             {"PATCH", "/api/me", "{}"},
             {"PATCH", "/api/me", R"({"name":"Aki","kind":"bot"})"},
             {"PATCH", "/api/me", R"({"name":"\u202e"})"},
             {"DELETE", "/api/me", R"({"id":"x"})"},
             {"POST", "/api/me/code", "{}"},
             {"POST", "/api/me/code", R"({"for":"ever"})"},
             {"POST", "/api/me/code", R"({"for":"link","more":1})"},
             {"POST", "/api/me/recover", "{}"},
             {"POST", "/api/me/recover", R"({"code":1})"},
             {"POST", "/api/me/recover", R"({"code":"A","name":"x"})"},
             {"POST", "/api/me/recover", R"({"code":"A","secret":1})"},
             {"POST", "/api/me/revoke", R"({"all":true})"},
         }) {
        INFO(method << ' ' << path << ' ' << body);
        CHECK(site.ask(method, path, {.body = body, .secret = secret}).status == 400);
    }
}

TEST_CASE("What needs somebody is 401 for nobody and for a wrong bearer", "[desk]") {
    Site site(Limits::none(), true);
    for (auto const& route : routes()) {
        INFO(route.method << ' ' << route.pattern);
        auto const status = [&](std::optional<std::string> secret) {
            return site.ask(std::string(route.method), path_of(route.pattern), {.secret = std::move(secret)}).status;
        };
        auto const nobody = status(std::nullopt);
        CHECK((nobody == 401) == (route.who == Who::player));
        if (route.who == Who::asker || route.who == Who::player) CHECK(status("wrong") == 401);
    }
}

TEST_CASE("Only whoever runs the server reads its metrics", "[desk]") {
    Site site;
    for (auto const& route : routes()) {
        if (route.method != "GET") continue;
        auto const reply = site.ask("GET", path_of(route.pattern), {.is_operator = false});
        CHECK((reply.status == 403) == (route.who == Who::operating));
    }
}

TEST_CASE("While the server starts only its health is told, and pages without a preview", "[desk]") {
    Site site(Limits::none(), true);
    site.readiness.set(Readiness::State::starting);
    for (auto const& route : routes()) {
        INFO(route.method << ' ' << route.pattern);
        auto const reply = site.ask(std::string(route.method), path_of(route.pattern));
        auto const is_told = route.pattern == "/healthz" || route.pattern == "/metrics" || reply.page;
        CHECK(reply.status == (is_told ? 200 : 503));
    }
}

TEST_CASE("An address that asks too often is told when to ask again, but not about the server's health", "[desk]") {
    auto limits = Limits::none();
    limits.requests_an_address = {.a_second = 0.1, .burst = 2};
    Site site(limits, true);
    CHECK(site.status("/api/games") == 200);
    CHECK(site.status("/api/rooms/NONE") == 404);
    for (auto const& route : routes()) {
        INFO(route.method << ' ' << route.pattern);
        auto const reply = site.ask(std::string(route.method), path_of(route.pattern));
        auto const is_told = route.counted == Counted::nothing;
        CHECK(reply.status == (is_told ? 200 : 429));
        if (is_told) continue;
        CHECK(reply.retry_after > std::chrono::seconds(9));
        CHECK(reply.retry_after < std::chrono::seconds(11));
    }
}

TEST_CASE("Whom the operator has banned reads and deletes its own data, and changes nothing", "[desk]") {
    Site site(Limits::none(), true);
    auto const secret = made_by(site);
    std::string const id = Json::parse(site.ask("GET", "/api/me", {.secret = secret}).body)["id"];
    site.sanctions.replace({{.number = 1, .kind = SanctionKind::ban, .player = id, .because = "why"}});
    for (auto const& route : routes()) {
        if (route.pages != Pages::own || route.method == "DELETE") continue;
        INFO(route.method << ' ' << route.pattern);
        auto const body = route.body > 0 ? R"({"name":"Ben"})" : "";
        auto const reply =
            site.ask(std::string(route.method), path_of(route.pattern), {.body = body, .secret = secret});
        CHECK(reply.status == (route.method == "GET" ? 200 : 403));
        if (route.method != "GET") CHECK(Json::parse(reply.body)["message"] == "why");
    }
    CHECK(site.ask("DELETE", "/api/me", {.secret = secret}).status == 204);
}

TEST_CASE("Names are forgotten where one has changed, and not for a request that changes nothing", "[desk]") {
    Site site(Limits::none(), true);
    auto const secret = made_by(site);
    auto const status = [&](std::string method, std::string body, std::optional<std::string> by) {
        return site.ask(std::move(method), "/api/me", {.body = std::move(body), .secret = std::move(by)}).status;
    };
    CHECK(status("PATCH", R"({"name":"Ben"})", {}) == 401);
    CHECK(status("DELETE", "", {}) == 401);
    CHECK(status("PATCH", R"({"name":" "})", secret) == 400);
    CHECK(status("PATCH", R"({"name":"Aki"})", secret) == 200);
    CHECK(status("DELETE", R"({"x":1})", secret) == 400);
    CHECK(site.names_forgotten == 0);
    CHECK(status("PATCH", R"({"name":"Ben"})", secret) == 200);
    CHECK(site.names_forgotten == 1);
    CHECK(status("DELETE", "", secret) == 204);
    CHECK(site.names_forgotten == 2);
}

TEST_CASE("Search engines find the start page, the rules and open boards, where the server knows its name", "[desk]") {
    Site site(Limits::none(), true);
    CHECK(site.status("/sitemap.xml") == 404);
    CHECK(site.get("/robots.txt").body.find("Sitemap") == std::string::npos);

    BoardTable boards(site.sql, site.sql);
    for (auto const day : {10, 11, 12})
        boards.find_or_add(
            {.day = day, .game = "selfish", .secret = std::string(64, 'a'), .seats = 2, .options = "{}"});
    boards.open_until(11);
    Asked const named{.seen_at = "https://cards.example"};
    auto const map = site.ask("GET", "/sitemap.xml", named);
    CHECK(map.content_type == "application/xml");
    std::vector<std::string> paths;
    for (auto at = map.body.find("<loc>"); at != std::string::npos; at = map.body.find("<loc>", at + 1))
        paths.push_back(map.body.substr(at + 5, map.body.find("</loc>", at) - at - 5));
    std::vector<std::string> wanted{"https://cards.example/"};
    for (auto const* game : all_games()) wanted.push_back("https://cards.example/how/" + std::string(game->id()));
    wanted.insert(wanted.end(),
                  {"https://cards.example/daily/1970-01-12/selfish", "https://cards.example/daily/1970-01-11/selfish"});
    CHECK(paths == wanted);
    CHECK(site.ask("GET", "/robots.txt", named).body.ends_with("\nSitemap: https://cards.example/sitemap.xml\n"));

    Site nobody;
    CHECK(nobody.ask("GET", "/sitemap.xml", named).body.find("/daily/") == std::string::npos);
}
