#include "server/net/send_budget.hpp"
#include "tests/support/catch.hpp"

using namespace tefuda::server;

namespace {

struct Budgeted {
    explicit Budgeted(SendBudget::Capacity limits) : budget(limits) {}

    std::unique_ptr<SendBudget::Account> open(std::string const& name, std::string const& address) {
        return std::make_unique<SendBudget::Account>(budget, address, [this, name] { closed.push_back(name); });
    }
    static SendBudget::TimePoint at(int second) { return SendBudget::TimePoint(std::chrono::seconds(second)); }

    SendBudget budget;
    std::vector<std::string> closed;
};

using Names = std::vector<std::string>;

} // namespace

TEST_CASE("Over the budget, the connection that has taken nothing for the longest time is closed", "[net]") {
    Budgeted b({100, 100});
    auto const one = b.open("one", "a"), two = b.open("two", "b"), three = b.open("three", "c");
    one->set(40, b.at(1));
    two->set(40, b.at(2));
    one->set(30, b.at(3)); // it has taken 10
    three->set(30, b.at(4));
    CHECK(b.closed.empty());
    three->set(40, b.at(5));
    CHECK(b.closed == Names{"two"});
    CHECK(b.budget.waiting() == 70);
    SECTION("its own bytes count no more") {
        two->set(0, b.at(6));
        CHECK(b.budget.waiting() == 70);
        two->set(5, b.at(7));
        two->set(0, b.at(8));
        CHECK(b.budget.waiting() == 70);
        CHECK(b.closed == Names{"two"});
    }
}

TEST_CASE("More bytes do not make a client newer that takes none", "[net]") {
    Budgeted b({100, 100});
    auto const one = b.open("one", "a"), two = b.open("two", "b");
    one->set(10, b.at(1));
    two->set(10, b.at(2));
    one->set(60, b.at(3));
    two->set(60, b.at(4));
    CHECK(b.closed == Names{"one"});
}

TEST_CASE("An address over its limit is closed alone, however long others wait", "[net]") {
    Budgeted b({1000, 100});
    auto const other = b.open("other", "b");
    other->set(90, b.at(0));
    auto const first = b.open("first", "a"), second = b.open("second", "a");
    first->set(60, b.at(1));
    second->set(60, b.at(2));
    CHECK(b.closed == Names{"first"});
    CHECK(b.budget.waiting() == 150);
}

TEST_CASE("One connection alone that is over the budget is closed itself", "[net]") {
    Budgeted b({100, 100});
    auto const one = b.open("one", "a");
    one->set(101, b.at(1));
    CHECK(b.closed == Names{"one"});
    CHECK(b.budget.waiting() == 0);
}

TEST_CASE("What a connection leaves unsent is given back with it", "[net]") {
    Budgeted b({100, 100});
    b.open("one", "a")->set(90, b.at(1));
    CHECK(b.budget.waiting() == 0);
    auto const two = b.open("two", "a");
    two->set(90, b.at(2));
    CHECK(b.closed.empty());
}
