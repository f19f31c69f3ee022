#include "server/match/text_list.hpp"

#include "tests/support/catch.hpp"

using namespace tefuda;
using namespace tefuda::server;

TEST_CASE("a list gives its texts as they were put, whatever their length") {
    CHECK(TextList().list().empty());
    std::vector<std::string> texts{"", "Aki", std::string("\0\xff", 2), ""};
    for (auto const length : {254, 255, 256, 509, 510, 511, 70'000}) texts.emplace_back(length, 'x');
    TextList const list(texts);
    CHECK(list.size() == texts.size());
    CHECK(list.list() == texts);
}
