// Who has deleted itself stays deleted, whatever is put back.
#include "server/app.hpp"
#include "server/store/sqlite/maintenance.hpp"
#include "tests/server/support/data_directory.hpp"
#include "tests/server/support/inline_executor.hpp"
#include "tests/server/support/kept_log.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

#include <future>
#include <string>

using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

HttpReply ask(Service& app, std::string method, std::string secret = {}) {
    HttpRequest request;
    request.method = std::move(method);
    request.target = "/api/me";
    request.address = "192.0.2.1";
    if (!secret.empty()) request.bearer = std::move(secret);
    if (request.method == "POST") {
        request.content_type = "application/json";
        request.body = R"({"secret":true})";
        request.has_body = true;
    }
    REQUIRE(app.admit(request).has_value());
    std::promise<HttpReply> told;
    app.handle(std::move(request), [&](HttpReply reply) { told.set_value(std::move(reply)); });
    return told.get_future().get();
}

} // namespace

TEST_CASE("a player who was deleted stays so where a backup of before is put back", "[app][people]") {
    QuietLog const quiet;
    DataDirectory const directory, other_place;
    auto const backup = other_place.path / "backup";
    Config config;
    config.data = directory.path;
    InlineExecutor thread;
    std::string gone, other;
    {
        auto const app = make_app(config, {&thread});
        app->recover();
        gone = nlohmann::json::parse(ask(*app, "POST").body)["secret"];
        other = nlohmann::json::parse(ask(*app, "POST").body)["secret"];
        back_up_sqlite_store(directory.path, backup);
        CHECK(ask(*app, "DELETE", gone).status == 204);
    }
    CHECK_FALSE(std::filesystem::exists(backup / "deletions"));
    // As OPERATING.md says.
    std::filesystem::copy(directory.path / "deletions", backup / "deletions");
    std::filesystem::remove_all(directory.path);
    std::filesystem::copy(backup, directory.path, std::filesystem::copy_options::recursive);
    auto const app = make_app(config, {&thread});
    app->recover();
    CHECK(ask(*app, "GET", gone).status == 401);
    CHECK(ask(*app, "GET", other).status == 200);
}
