#include "tests/server/config/configured.hpp"

#include <algorithm>
#include <fstream>

#include <unistd.h>

using namespace tefuda::server;
namespace fs = std::filesystem;

namespace {

/// A wrong command line is one line on stderr and exit code 2.
std::string complaint_of(std::vector<char const*> flags) {
    auto const result = read(std::move(flags));
    REQUIRE(std::holds_alternative<EarlyExit>(result));
    auto const& early = std::get<EarlyExit>(result);
    CHECK(early.code == 2);
    CHECK(std::count(early.text.begin(), early.text.end(), '\n') == 1);
    return early.text;
}

fs::path temporary(std::string const& name) {
    auto const path = fs::temp_directory_path() / ("tefuda-" + std::to_string(::getpid()) + "-" + name);
    fs::remove_all(path);
    return path;
}

} // namespace

TEST_CASE("Without flags everything has its default", "[config]") {
    auto const config = config_of({});
    CHECK(config.address == "127.0.0.1");
    CHECK(config.port == 8080);
    CHECK_FALSE(config.data);
    CHECK_FALSE(config.allow_fixed);
    CHECK(config.log_level == "info");
    CHECK(config.threads >= 1);
    CHECK(config.bot_threads >= 1);
    CHECK(config.bot_think == std::chrono::milliseconds(300));
}

TEST_CASE("Each flag is taken", "[config]") {
    auto const data = temporary("data") / "deeper";
    auto const config = config_of({"--address", "::1", "--port=0", "--data", data.c_str(), "--allow-fixed",
                                   "--log-level", "off", "--threads", "3", "--bot-threads", "2", "--bot-think", "0"});
    CHECK(config.address == "::1");
    CHECK(config.port == 0);
    CHECK(config.data == data);
    CHECK(fs::is_directory(data));
    CHECK(config.allow_fixed);
    CHECK(config.log_level == "off");
    CHECK(config.threads == 3);
    CHECK(config.bot_threads == 2);
    CHECK(config.bot_think == std::chrono::milliseconds(0));
    fs::remove_all(data.parent_path());
}

TEST_CASE("A variable that Kubernetes made of a service is none of the server's", "[config]") {
    Environment const port("TEFUDA_PORT", "tcp://10.0.0.1:8080");
    CHECK(config_of({}).port == 8080);
    CHECK(config_of({"--port", "9000"}).port == 9000);
}

TEST_CASE("A wrong command line is refused with a sentence", "[config]") {
    CHECK(complaint_of({"--prot", "1"}).find("--prot") != std::string::npos);
    CHECK(complaint_of({"extra"}).find("extra") != std::string::npos);
    CHECK(complaint_of({"--port"}).find("--port") != std::string::npos);
    for (auto const* port : {"65536", "-1", "80a", "", " 80", "99999999999999999999", "0x10", "1e3"})
        CHECK(complaint_of({"--port", port}).find("--port") != std::string::npos);
    for (auto const* address : {"localhost.", "1.2.3", "256.0.0.1", "", "::g"})
        CHECK(complaint_of({"--address", address}).find("--address") != std::string::npos);
    for (auto const* level : {"loud", "INFO", ""})
        CHECK(complaint_of({"--log-level", level}).find("--log-level") != std::string::npos);
    for (auto const* think : {"-1", "60001", "long"})
        CHECK(complaint_of({"--bot-think", think}).find("--bot-think") != std::string::npos);
    for (auto const* threads : {"0", "257", "many"})
        CHECK(complaint_of({"--threads", threads}).find("--threads") != std::string::npos);
    for (auto const* number : {"1e3", "5.5", "nan", "0x10", " 7", "0", "1000000001"})
        CHECK(complaint_of({"--max-rooms", number}) ==
              "tefuda-server: --max-rooms: \"" + std::string(number) +
                  "\" is not a whole number from 1 to 1000000000. See --help.\n");
    for (auto const* seconds : {"nan", "inf", "0", "1 s"})
        CHECK(complaint_of({"--idle-timeout", seconds}).find("is not a number from 1 to 1000000000") !=
              std::string::npos);
    for (auto const* hosts : {"cards.example:443", "a.example,*", "https://a.example", "a b"})
        CHECK(complaint_of({"--allowed-hosts", hosts}).find("is not a list of names") != std::string::npos);
    for (auto const* flag : {"--data", "--web", "--database", "--metrics-token", "--tls-cert"})
        CHECK(complaint_of({flag, ""}).find("\"\" is not a value") != std::string::npos);
    CHECK(complaint_of({"--allow-fixed=perhaps"}).find("allow-fixed") != std::string::npos);
    CHECK(complaint_of({"--port", "1", "--port", "2"}).find("--port") != std::string::npos);
}

TEST_CASE("A command of admin that is none is answered with those that there are", "[config]") {
    auto const names = std::string("admin has rooms, room, people, close, ");
    CHECK(complaint_of({"admin", "frobnicate", "--json"})
              .starts_with("tefuda-server: There is no command \"frobnicate\". " + names));
    CHECK(complaint_of({"admin"}).starts_with("tefuda-server: Which command? " + names));
    CHECK(complaint_of({"admin", "ban", "--player", "--data", "X"}) ==
          "tefuda-server: --player: --data is a flag: a value is missing before it. See --help.\n");
    CHECK(complaint_of({"admin", "rooms", "extra"}).find("not expected: extra") != std::string::npos);
}

TEST_CASE("A wrong value in the environment is refused with a sentence", "[config]") {
    auto const [name, flag, value] = GENERATE(table<char const*, char const*, char const*>({
        {"TEFUDA_PORT", "--port", "http"},
        {"TEFUDA_ADDRESS", "--address", "here"},
        {"TEFUDA_LOG_LEVEL", "--log-level", "loud"},
        {"TEFUDA_THREADS", "--threads", "0"},
        {"TEFUDA_ALLOW_FIXED", "allow-fixed", "perhaps"},
        {"TEFUDA_DATA", "--data", "/dev/null/data"},
        {"TEFUDA_WEB", "--web", "/dev/null"},
    }));
    Environment const variable(name, value);
    CHECK(complaint_of({}).find(flag) != std::string::npos);
}

TEST_CASE("A data directory that can't be created is refused", "[config]") {
    auto const file = temporary("file");
    std::ofstream(file) << "not a directory";
    CHECK(complaint_of({"--data", file.c_str()}).find(file.string()) != std::string::npos);
    CHECK(complaint_of({"--data", (file / "below").c_str()}).find("--data") != std::string::npos);
    fs::remove(file);
}

TEST_CASE("A web directory has an index.html", "[config]") {
    auto const web = temporary("web");
    fs::create_directory(web);
    CHECK(complaint_of({"--web", web.c_str()}).find("index.html") != std::string::npos);
    std::ofstream(web / "index.html") << "here";
    CHECK(config_of({"--web", web.c_str()}).web == web);
    fs::remove_all(web);
}

TEST_CASE("The flags --help and --version print to stdout and end well", "[config]") {
    auto const help = std::get<EarlyExit>(read({"--help"}));
    CHECK(help.code == 0);
    for (auto const* flag : {"--address", "--port", "--data", "--allow-fixed", "--log-level", "--threads", "--web",
                             "TEFUDA_PORT", "--version"})
        CHECK(help.text.find(flag) != std::string::npos);
    auto const asked = std::get<EarlyExit>(read({"--version"}));
    CHECK(asked.code == 0);
    CHECK(asked.text == "tefuda-server " + std::string(version()) + "\n");
}

TEST_CASE("The log's format and who may read the metrics are words of a list", "[config]") {
    CHECK(config_of({}).log_format == LogFormat::text);
    CHECK(config_of({"--log-format", "json"}).log_format == LogFormat::json);
    CHECK(config_of({}).transport.metrics.access == MetricsAccess::near);
    CHECK(config_of({"--metrics", "nobody"}).transport.metrics.access == MetricsAccess::nobody);
    Environment const everybody("TEFUDA_METRICS", "anybody");
    Environment const json("TEFUDA_LOG_FORMAT", "json");
    CHECK(config_of({}).transport.metrics.access == MetricsAccess::anybody);
    CHECK(config_of({}).log_format == LogFormat::json);
    CHECK(complaint_of({"--log-format", "xml"}).find("text or json") != std::string::npos);
    CHECK(complaint_of({"--metrics", "friends"}).find("nobody, near or anybody") != std::string::npos);
}

TEST_CASE("A number that begins with 0 is decimal all the same", "[config]") {
    CHECK(config_of({"--port", "017777"}).port == 17777);
    CHECK(config_of({"--max-unsent-bytes", "4000000000"}).transport.unsent_bytes == 4'000'000'000);
}

TEST_CASE("The names of the server may have spaces between them", "[config]") {
    CHECK(config_of({"--allowed-hosts", "a.example, b.example ,[2001:db8::1]"}).transport.allowed_hosts ==
          std::vector<std::string>{"a.example", "b.example", "[2001:db8::1]"});
}

TEST_CASE("Asking for the health makes no data directory", "[config]") {
    auto const data = temporary("health").string();
    config_of({"--health", "--data", data.c_str()});
    CHECK_FALSE(fs::exists(data));
}

TEST_CASE("A check of what is wrong ends with 1, and makes no data directory", "[config]") {
    auto const data = temporary("check").string();
    config_of({"--check", "--data", data.c_str()});
    CHECK_FALSE(fs::exists(data));
    CHECK(std::get<EarlyExit>(read({"--check", "--nosuchflag"})).code == 1);
    CHECK(std::get<EarlyExit>(read({"--check", "--tls-key", "x"})).code == 1);
}

TEST_CASE("Networks that may read the metrics are a list", "[config]") {
    CHECK(config_of({"--metrics-from", "10.0.0.0/8, fd00::/8"}).transport.metrics.from.size() == 2);
    CHECK(complaint_of({"--metrics-from", "10.0.0.0/8,here"}).find("list of networks") != std::string::npos);
}

TEST_CASE("An allowed origin has a scheme and no path, or is a star", "[config]") {
    for (auto const* right : {"*", "https://a.example", "https://a.example:8443, http://[::1]:80", "app://tefuda"})
        CHECK_FALSE(config_of({"--allowed-origins", right}).transport.allowed_origins.empty());
    for (auto const* wrong : {"foo", "a.example", "https://", "https://a.example/", "://a", "https://*.example"})
        CHECK(complaint_of({"--allowed-origins", wrong}).find("list of origins") != std::string::npos);
}

TEST_CASE("A variable that is nearly one of the server's is refused", "[config]") {
    {
        Environment const misspelt("TEFUDA_MAX_CONECTIONS", "10");
        CHECK(complaint_of({}).find("TEFUDA_MAX_CONECTIONS: did you mean TEFUDA_MAX_CONNECTIONS?") !=
              std::string::npos);
    }
    Environment const other("TEFUDA_SERVER", "of a script");
    config_of({});
}

TEST_CASE("The operator's socket is where --admin-socket says, else in the folder of what runs, else with the data",
          "[config]") {
    auto const run = temporary("run"), data = temporary("data");
    auto const config = config_of({"--data", data.c_str()});
    CHECK(admin_sockets_of(config, run) == std::vector{data / "admin.sock"});
    fs::create_directories(run);
    CHECK(admin_sockets_of(config, run) == std::vector{run / "admin.sock", data / "admin.sock"});
    CHECK(admin_sockets_of(config_of({"--database", "postgresql://a@b/c"}), run) == std::vector{run / "admin.sock"});
    CHECK(admin_sockets_of(config_of({"--data", data.c_str(), "--admin-socket", "here"}), run) ==
          std::vector<fs::path>{"here"});
    CHECK(admin_sockets_of(config_of({}), run / "not there").empty());
    for (auto const& folder : {run, data}) fs::remove_all(folder);
}
