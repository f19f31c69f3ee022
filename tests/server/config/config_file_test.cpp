#include "tests/server/config/configured.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <unistd.h>

using namespace tefuda::server;
namespace fs = std::filesystem;

namespace {

/// A configuration file for its own lifetime, named by a variable as in a container.
class ConfigFile {
public:
    explicit ConfigFile(std::string const& content)
        : path_(fs::temp_directory_path() / ("tefuda-" + std::to_string(::getpid()) + ".conf")),
          named_("TEFUDA_CONFIG", path_.c_str()) {
        std::ofstream(path_) << content;
    }
    ~ConfigFile() { fs::remove(path_); }
    ConfigFile(ConfigFile const&) = delete;
    ConfigFile& operator=(ConfigFile const&) = delete;

    std::string path() const { return path_.string(); }

private:
    fs::path const path_;
    Environment const named_;
};

/// The refusal of a file with this content. \pre the server's exit code is 2
std::string file_complaint(std::string const& content) {
    ConfigFile const file(content);
    auto const result = read({});
    REQUIRE(std::holds_alternative<EarlyExit>(result));
    CHECK(std::get<EarlyExit>(result).code == 2);
    auto const& text = std::get<EarlyExit>(result).text;
    auto const begins = "tefuda-server: " + file.path() + ":";
    REQUIRE(text.rfind(begins, 0) == 0);
    return text.substr(begins.size());
}

} // namespace

TEST_CASE("A file sets every flag that lasts, with comments and spaces as one likes", "[config]") {
    ConfigFile const file("# a comment\n\n  port=9001\naddress = ::1   # everybody here\n"
                          "allow-fixed = true\nno-limits = false\nmetrics-token = a#b = c\nmax-rooms = 7\r\n");
    auto const config = config_of({});
    CHECK(config.port == 9001);
    CHECK(config.address == "::1");
    CHECK(config.allow_fixed);
    CHECK(config.transport.metrics.token == "a#b = c");
    CHECK(config.limits.rooms == 7);
}

TEST_CASE("A file may begin with a byte order mark", "[config]") {
    ConfigFile const file("\xef\xbb\xbfport = 9001\r\n");
    CHECK(config_of({}).port == 9001);
}

TEST_CASE("A flag wins over a variable, a variable over the file", "[config]") {
    ConfigFile const file("port = 9001\nlog-level = debug\nallow-fixed = true\n");
    CHECK(config_of({}).port == 9001);
    Environment const port("TEFUDA_PORT", "9002");
    CHECK(config_of({}).port == 9002);
    CHECK(config_of({}).allow_fixed);
    Environment const fixed("TEFUDA_ALLOW_FIXED", "false");
    CHECK_FALSE(config_of({}).allow_fixed);
    CHECK(config_of({}).log_level == "debug");
    CHECK(config_of({"--port", "9003"}).port == 9003);
}

TEST_CASE("What is wrong in a file is refused with its line", "[config]") {
    CHECK(file_complaint("port = 1\n\nprot = 2\n") == "3: there is no \"prot\". See --help.\n");
    CHECK(file_complaint("port = 1\nport = 1\n") == "2: \"port\" stands in line 1 already. See --help.\n");
    CHECK(file_complaint("port\n") == "1: this is not \"name = value\". See --help.\n");
    CHECK(file_complaint("= 5\n") == "1: there is no \"\". See --help.\n");
    CHECK(file_complaint("allow-fixed = perhaps\n") ==
          "1: \"allow-fixed\" is true or false, not \"perhaps\". See --help.\n");
    CHECK(file_complaint("#\nport = 80a\n").rfind("2: --port: \"80a\" is not a whole number", 0) == 0);
    CHECK(file_complaint("data =\n").find("\"\" is not a value") != std::string::npos);
    for (auto const* name : {"config", "help", "version", "health", "asyncapi", "print-config"})
        CHECK(file_complaint(name + std::string(" = true\n")) ==
              "1: there is no \"" + std::string(name) + "\". See --help.\n");
}

TEST_CASE("A file that can't be read is refused", "[config]") {
    auto const refused = std::get<EarlyExit>(read({"--config", "/nowhere/tefuda.conf"}));
    CHECK(refused.code == 2);
    CHECK(refused.text == "tefuda-server: --config: can't read /nowhere/tefuda.conf. See --help.\n");
}

TEST_CASE("A certificate without its key is refused, also in a file", "[config]") {
    ConfigFile const file("tls-cert = /cert.pem\n");
    CHECK(std::get<EarlyExit>(read({})).text.find("--tls-cert and --tls-key go together") != std::string::npos);
    CHECK(config_of({"--tls-key", "/key.pem"}).transport.tls->certificate == "/cert.pem");
}

TEST_CASE("The flag --print-config names every flag with its default, and changes nothing", "[config]") {
    auto const printed = std::get<EarlyExit>(read({"--print-config"}));
    CHECK(printed.code == 0);
    for (auto const* line : {"\n#port = 8080\n", "\n#data =\n", "\n#allow-fixed = false\n", "\n#max-rooms = 10000\n",
                             "\n#tls-cert =\n", "\n#threads =\n"})
        CHECK(printed.text.find(line) != std::string::npos);
    for (auto const* none : {"#config", "#help", "#health"}) CHECK(printed.text.find(none) == std::string::npos);
    ConfigFile const file(printed.text);
    CHECK(config_of({}).port == 8080);
    // Each default is a value that the server takes.
    std::istringstream lines(printed.text);
    std::string content;
    for (std::string line; std::getline(lines, line);) {
        auto const has_default = line.size() > 1 && line[0] == '#' && line[1] != ' ' && line.back() != '=';
        if (has_default) content += line.substr(1) + "\n";
    }
    ConfigFile const uncommented(content);
    CHECK(config_of({}).port == 8080);
}
