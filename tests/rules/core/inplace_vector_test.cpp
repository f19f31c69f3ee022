#include "rules/core/inplace_vector.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <string_view>

using namespace tefuda;

namespace {

using Few = InplaceVector<int, 4>;
using Many = InplaceVector<int, 40>; // too large to be copied as a whole
using Lists = InplaceVector<Many, 3>;

} // namespace

TEST_CASE("an in-place vector throws if it gets more items than its capacity", "[rules][core]") {
    Few list{1, 2, 3};
    list.push_back(4);
    CHECK(list == Few{1, 2, 3, 4});
    CHECK_THROWS_AS(list.push_back(5), std::bad_alloc);
    CHECK_THROWS_AS(Few(5, 0), std::bad_alloc);
    CHECK(list == Few{1, 2, 3, 4});
    CHECK_THROWS_AS(list.at(4), std::out_of_range);
}

TEST_CASE("insert and erase work at any position and keep the order of the other items", "[rules][core]") {
    Many list{1, 2, 3};
    CHECK(*list.insert(list.begin() + 1, 9) == 9);
    CHECK(list == Many{1, 9, 2, 3});
    Many const more{7, 8};
    list.insert(list.end(), more.begin(), more.end());
    list.insert(list.begin(), 2, list.front());
    CHECK(list == Many{1, 1, 1, 9, 2, 3, 7, 8});
    CHECK(*list.erase(list.begin() + 3) == 2);
    list.erase(list.begin(), list.begin() + 3);
    CHECK(list == Many{2, 3, 7, 8});
    list.resize(2);
    list.resize(3, 5);
    CHECK(list == Many{2, 3, 5});
    list.assign(2, 6);
    CHECK(list == Many{6, 6});
}

TEST_CASE("a copy of a small or a large list has its own items", "[rules][core]") {
    auto const check = [](auto list) {
        auto copy = list;
        CHECK(copy == list);
        copy.pop_back();
        CHECK(copy.size() + 1 == list.size());
        list = copy;
        CHECK(list == copy);
        copy.clear();
        list = copy;
        CHECK(list.empty());
    };
    check(Few{1, 2});
    check(Many{1, 2, 3});
    check(Lists{Many{1}, Many{}, Many{2, 3}});
    check(InplaceVector<std::string_view, 2>{"a", "b"});
}

TEST_CASE("a list is sorted from high to low by its reverse iterators", "[rules][core]") {
    Few list{2, 4, 1, 3};
    std::sort(list.rbegin(), list.rend());
    CHECK(list == Few{4, 3, 2, 1});
}
