#include "server/runtime/guarded.hpp"

#include "tests/support/catch.hpp"

#include <thread>
#include <type_traits>
#include <vector>

namespace tefuda::server {

TEST_CASE("A guarded value is changed by one thread after the other", "[runtime]") {
    constexpr auto threads = 4, changes = 20'000;
    Guarded<std::vector<int>> numbers;
    {
        std::vector<std::jthread> all;
        for (auto i = 0; i < threads; ++i)
            all.emplace_back([&] {
                for (auto j = 0; j < changes; ++j) numbers.with([&](auto& it) { it.push_back(j); });
            });
    }
    CHECK(std::as_const(numbers).with([](auto const& it) { return it.size(); }) == threads * changes);
}

TEST_CASE("No reference gets out of a guarded value", "[runtime]") {
    Guarded<int> number(7);
    auto const get = [&] { return number.with([](int& it) -> int& { return it; }); };
    STATIC_REQUIRE(std::is_same_v<decltype(get()), int>);
    CHECK(get() == 7);
}

} // namespace tefuda::server
