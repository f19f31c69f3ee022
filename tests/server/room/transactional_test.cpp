// A value that goes back to what it was.
#include "server/room/transactional.hpp"
#include "tests/support/catch.hpp"

#include <string>

using namespace tefuda::server;

TEST_CASE("A value goes back to the beginning of the transaction, however often it has changed", "[room]") {
    Transactional<std::string> value("a");
    CHECK(value.before() == nullptr);
    value.change() += "b";
    value.change() += "c";
    REQUIRE(value.before());
    CHECK(*value.before() == "a");
    value.roll_back();
    CHECK(*value == "a");
    CHECK(value.before() == nullptr);
    value.roll_back();
    CHECK(*value == "a");
}

TEST_CASE("What was committed stays", "[room]") {
    Transactional<std::string> value("a");
    value.change() = "b";
    value.commit();
    value.roll_back();
    CHECK(*value == "b");
    value.change() = "c";
    value.roll_back();
    CHECK(*value == "b");
}
