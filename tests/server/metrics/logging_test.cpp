#include "server/metrics/logging.hpp"

#include "tests/server/support/failing_memory.hpp"
#include "tests/server/support/kept_log.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

#include <new>
#include <sstream>

using namespace tefuda::server;
using namespace tefuda::server::test;

TEST_CASE("A JSON line is one object, whatever its message contains", "[metrics]") {
    KeptLog const log(LogFormat::json);
    spdlog::warn("{}", "a \"quote\",\na new line, \x01, half of a character: \xe3\x81");
    auto const text = log.text();
    REQUIRE(std::count(text.begin(), text.end(), '\n') == 1);
    auto const line = nlohmann::json::parse(text);
    CHECK(line["level"] == "warning");
    CHECK(line["message"] == "a \"quote\",\na new line, \x01, half of a character: \xef\xbf\xbd");
    CHECK(line["time"].get<std::string>().size() == std::string("2026-01-01T00:00:00.000Z").size());
    CHECK(line.size() == 3);
}

TEST_CASE("An event has its fields, and the next line does not have them", "[metrics]") {
    KeptLog const log(LogFormat::json);
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

TEST_CASE("In text format the fields follow the message", "[metrics]") {
    KeptLog const log(LogFormat::text);
    log_event("Match ended", {{"room", "ABCD"}, {"actions", std::int64_t{12}}, {"seconds", 0.5}});
    auto const text = log.text();
    CHECK(text.find(" info Match ended room=ABCD actions=12 seconds=0.5\n") != std::string::npos);
}

TEST_CASE("systemd's journal notes the time itself", "[metrics]") {
    KeptLog const log(LogFormat::journal);
    log_event("Match ended", {{"room", "ABCD"}});
    CHECK(log.text() == "info Match ended room=ABCD\n");
}

TEST_CASE("Under systemd each line begins with its priority", "[metrics]") {
    auto const formatter = make_priority_formatter(make_log_formatter(LogFormat::json));
    auto const begins = [&](spdlog::level::level_enum level) {
        spdlog::memory_buf_t out;
        formatter->format(spdlog::details::log_msg("", level, "text"), out);
        return std::string(out.data(), 4);
    };
    CHECK(begins(spdlog::level::critical) == "<2>{");
    CHECK(begins(spdlog::level::err) == "<3>{");
    CHECK(begins(spdlog::level::warn) == "<4>{");
    CHECK(begins(spdlog::level::info) == "<6>{");
    CHECK(begins(spdlog::level::debug) == "<7>{");
}

TEST_CASE("Where memory runs out for a line of the log, whoever writes it is told so", "[metrics][out-of-memory]") {
    auto const formatter = make_log_formatter(LogFormat::json, "one");
    std::string const message(500, 'm');
    for (auto failing = 1, ended = 0; ended == 0; ++failing) {
        INFO("allocation " << failing);
        spdlog::memory_buf_t line;
        fail_allocation(failing);
        try {
            formatter->format(spdlog::details::log_msg("", spdlog::level::info, message), line);
        } catch (std::bad_alloc const&) {
            // spdlog says that the line is lost.
        }
        ended = is_to_fail() ? 1 : 0;
        fail_allocation(0);
        if (ended == 1) CHECK(nlohmann::json::parse(line.data(), line.data() + line.size())["message"] == message);
    }
}
