#include "server/observe/logging.hpp"

#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <sstream>

using namespace tefuda::server;

namespace {

/// What is logged while it lives, in one format.
class Log {
public:
    explicit Log(LogFormat format) : before_(spdlog::default_logger()) {
        auto const sink = std::make_shared<spdlog::sinks::ostream_sink_mt>(text_);
        sink->set_formatter(make_log_formatter(format));
        spdlog::set_default_logger(std::make_shared<spdlog::logger>("test", sink));
    }
    ~Log() { spdlog::set_default_logger(before_); }

    std::string text() const { return text_.str(); }

private:
    std::shared_ptr<spdlog::logger> before_;
    std::ostringstream text_;
};

} // namespace

TEST_CASE("A line in JSON is one object, whatever is in it") {
    Log const log(LogFormat::json);
    spdlog::warn("{}", "a \"quote\",\na new line, \x01, half of a character: \xe3\x81");
    auto const text = log.text();
    REQUIRE(std::count(text.begin(), text.end(), '\n') == 1);
    auto const line = nlohmann::json::parse(text);
    CHECK(line["level"] == "warning");
    CHECK(line["message"] == "a \"quote\",\na new line, \x01, half of a character: \xef\xbf\xbd");
    CHECK(line["time"].get<std::string>().size() == std::string("2026-01-01T00:00:00.000Z").size());
    CHECK(line.size() == 3);
}

TEST_CASE("An event has its fields, and the next line has not") {
    Log const log(LogFormat::json);
    log_event("Match ended", {{"room", "AB\"CD"}, {"actions", std::int64_t{12}}, {"seconds", 0.5}});
    spdlog::info("Stopping");
    std::istringstream lines(log.text());
    std::string first, second;
    std::getline(lines, first);
    std::getline(lines, second);
    auto const event = nlohmann::json::parse(first);
    CHECK(event["message"] == "Match ended");
    CHECK(event["level"] == "info");
    CHECK(event["room"] == "AB\"CD");
    CHECK(event["actions"] == 12);
    CHECK(event["seconds"] == 0.5);
    CHECK(nlohmann::json::parse(second).size() == 3);
}

TEST_CASE("In text the fields stand behind the message") {
    Log const log(LogFormat::text);
    log_event("Match ended", {{"room", "ABCD"}, {"actions", std::int64_t{12}}, {"seconds", 0.5}});
    auto const text = log.text();
    CHECK(text.find(" info Match ended room=ABCD actions=12 seconds=0.5\n") != std::string::npos);
}
