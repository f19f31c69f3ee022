// The OpenAPI document follows from the table of routes.
#include "server/desk/open_api.hpp"
#include "server/desk/route.hpp"
#include "server/match/match.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

#include <set>
#include <string>

using namespace tefuda;
using namespace tefuda::server;
using Document = nlohmann::json;

namespace {

/// The names of all schemas that something refers to.
void add_references(std::set<std::string>& names, Document const& part) {
    constexpr std::string_view root = "#/components/schemas/";
    if (part.is_object() && part.contains("$ref")) names.insert(part["$ref"].get<std::string>().substr(root.size()));
    if (part.is_structured())
        for (auto const& inner : part) add_references(names, inner);
}

} // namespace

TEST_CASE("Each route says what it is for and what it answers, and each schema that is named is there", "[desk]") {
    auto const all = Document::parse(open_api_document("1.2.3", describe_games(), true));
    std::size_t described = 0;
    for (auto const& [path, operations] : all["paths"].items()) described += operations.size();
    CHECK(described == routes().size());
    for (auto const& route : routes()) {
        INFO(route.method << ' ' << route.pattern);
        CHECK_FALSE(route.says.summary.empty());
        CHECK(route.says.answers[0].status / 100 == 2);
        CHECK((route.body == 0) == route.says.body.empty());
    }
    std::set<std::string> named;
    add_references(named, all);
    for (auto const& name : named) CHECK(all["components"]["schemas"].contains(name));
    auto const of_nobody = Document::parse(open_api_document("1.2.3", describe_games(), false));
    for (auto const& [path, operations] : of_nobody["paths"].items()) CHECK_FALSE(path.starts_with("/api/me"));
}
