// All that is known of a player: made piece by piece, by few at a time.
#include "server/people/player_export.hpp"

#include "tests/server/support/kept_log.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

#include <stdexcept>

using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

/// A list of numbers, some in each page, that counts how often it was read.
ExportList numbers(std::string name, int pages, int& reads) {
    return {std::move(name), [pages, &reads](std::optional<std::string> const& after) {
                ++reads;
                auto const page = after ? std::stoi(*after) : 0;
                if (page >= pages) return ExportList::Page();
                return ExportList::Page{{std::to_string(2 * page), std::to_string(2 * page + 1)},
                                        std::to_string(page + 1)};
            }};
}

void at_once(std::function<void()> const& work, std::function<void()> const&) {
    work();
}

/// \returns nothing where the body could not be made
std::optional<std::string> next(PlayerExport& body) {
    std::optional<std::string> made;
    body.next([&](std::optional<std::string> piece) { made = std::move(piece); });
    return made;
}

} // namespace

TEST_CASE("an export is one object with all its lists, and a page of one is read for each piece", "[people]") {
    auto reads = 0;
    auto const body = std::make_shared<PlayerExport>(
        R"({"player":1})", std::vector{numbers("none", 0, reads), numbers("some", 2, reads)}, at_once, nullptr);
    CHECK(reads == 0);
    std::string text;
    auto pieces = 0;
    for (auto piece = next(*body); !piece.value().empty(); piece = next(*body)) {
        text += *piece;
        ++pieces;
        CHECK(reads <= pieces);
    }
    CHECK(nlohmann::json::parse(text) ==
          nlohmann::json({{"player", 1}, {"none", nlohmann::json::array()}, {"some", {0, 1, 2, 3}}}));
    CHECK(reads == 4);
    CHECK(next(*body) == "");
}

TEST_CASE("an export ends where a page can't be read, or nobody can read it", "[people]") {
    QuietLog const quiet;
    std::vector<ExportList> const broken{
        {"some", [](auto const&) -> ExportList::Page { throw std::runtime_error("The store is away."); }}};
    auto const unreadable = std::make_shared<PlayerExport>("{}", broken, at_once, nullptr);
    CHECK_FALSE(next(*unreadable));
    auto const refused = [](auto const&, std::function<void()> const& refuse) { refuse(); };
    auto const crowded = std::make_shared<PlayerExport>("{}", broken, refused, nullptr);
    CHECK_FALSE(next(*crowded));
}

TEST_CASE("few exports are made at a time: one for a player, two for an address, twenty in all", "[people]") {
    ExportTurns turns;
    std::vector<std::shared_ptr<void>> taken{turns.take("aki", "192.0.2.1")};
    CHECK(taken[0]);
    CHECK_FALSE(turns.take("aki", "192.0.2.2"));
    taken.push_back(turns.take("ben", "192.0.2.1"));
    CHECK(taken[1]);
    CHECK_FALSE(turns.take("chi", "192.0.2.1"));
    for (auto i = 2U; i < ExportTurns::most; ++i)
        CHECK(taken.emplace_back(turns.take("p" + std::to_string(i), "198.51.100." + std::to_string(i))));
    CHECK_FALSE(turns.take("chi", "203.0.113.1"));
    taken[0].reset();
    CHECK(turns.take("chi", "192.0.2.1"));
    // An export that its client has dropped gives its turn back.
    auto body =
        std::make_shared<PlayerExport>("{}", std::vector<ExportList>(), at_once, turns.take("aki", "192.0.2.9"));
    CHECK_FALSE(turns.take("chi", "192.0.2.1"));
    body.reset();
    CHECK(turns.take("chi", "192.0.2.1"));
}

TEST_CASE("a list that is read as a whole has pages, too", "[people]") {
    std::vector<std::string> const rows(450, "1");
    auto first = page_of(rows, {});
    CHECK(first.rows.size() == 200);
    auto second = page_of(rows, first.next);
    auto third = page_of(rows, second.next);
    CHECK(third.rows.size() == 50);
    CHECK_FALSE(third.next);
    CHECK(page_of({}, {}).rows.empty());
}
