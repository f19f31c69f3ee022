// The parameters of a query: /ws and the balancer must read the same room.
#include "server/net/service.hpp"

#include "tests/support/catch.hpp"

using tefuda::server::parameter;

TEST_CASE("A parameter is read as the balancer reads it", "[session]") {
    CHECK(parameter("room=A", "room") == "A");
    CHECK(parameter("a=1&room=A&room=B", "room") == "A");
    CHECK(parameter("x;room=B&room=A", "room") == "B");
    CHECK(parameter("x?room=B&room=A", "room") == "B");
    CHECK(parameter("room=A;b", "room") == "A");
    CHECK(parameter("room=A?b", "room") == "A");
    CHECK(parameter("room=&room=A", "room") == "");
    CHECK_FALSE(parameter("room&rooms=A&Room=A", "room"));
    CHECK_FALSE(parameter("", "room"));
}
