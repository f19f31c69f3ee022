#include "tests/support/catch.hpp"

#include "server/config/flags.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

using namespace tefuda::server;

namespace {

std::string row_of(Flag const& flag) {
    std::ostringstream row;
    auto const value = flag.default_value();
    row << "| `--" << flag.name << (flag.setting.is_switch ? "" : " " + flag.value) << "` | `" << flag.variable()
        << "` | ";
    if (flag.setting.is_switch)
        row << "off";
    else if (!flag.otherwise.empty())
        row << flag.otherwise;
    else
        row << (value.empty() ? "none" : "`" + value + "`");
    row << " | " << flag.text << (flag.more.empty() ? "" : ". " + flag.more) << " |\n";
    return row.str();
}

std::string content_of(char const* path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

TEST_CASE("OPERATING.md has a row for each setting, as the server has it", "[config]") {
    constexpr auto const* path = "server/OPERATING.md"; // from the top of the checkout, as CTest runs it
    constexpr auto const* head = "| flag | variable | default | |\n| --- | --- | --- | --- |\n";
    constexpr auto const* behind = "| `--config FILE` |";
    auto text = content_of(path);
    auto const begin = text.find(head);
    REQUIRE(begin != std::string::npos);
    auto const first = begin + std::string_view(head).size();
    auto const last = text.find(behind, first);
    REQUIRE(last != std::string::npos);
    std::string rows;
    for (auto const& flag : all_flags()) rows += row_of(flag);
    // For whoever changes a setting: TEFUDA_WRITE_TABLE=1 writes its row.
    if (std::getenv("TEFUDA_WRITE_TABLE")) {
        std::ofstream(path) << text.replace(first, last - first, rows);
        return;
    }
    CHECK(text.substr(first, last - first) == rows);
}

TEST_CASE("No two settings share a name or a variable, and each default is a value that is taken", "[config]") {
    std::set<std::string> names;
    for (auto const& flag : all_flags()) {
        CAPTURE(flag.name);
        CHECK(names.insert(flag.name).second);
        CHECK(flag.text.back() != '.');
        Config config;
        auto const value = flag.default_value();
        if (!value.empty()) CHECK(flag.setting.set(config, value).empty());
        CHECK(flag.setting.get(config) == flag.setting.get(Config()));
    }
}
