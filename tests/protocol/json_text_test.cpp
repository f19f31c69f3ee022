#include "protocol/codec/json_text.hpp"
#include "tests/support/catch.hpp"

#include <string>
#include <thread>
#include <utility>

using tefuda::codec::JsonText;

TEST_CASE("A text that was moved from is empty, and may be written again") {
    JsonText from;
    from += "one";
    JsonText to(std::move(from));
    CHECK(from.empty());
    from += "two";
    CHECK(to.view() == "one");
    to = std::move(from);
    CHECK(from.empty());
    from += "three";
    CHECK(to.view() == "two");
    CHECK(from.view() == "three");
}

TEST_CASE("A text that outgrows its memory keeps what it has") {
    std::string const long_text(5000, 'x');
    JsonText text;
    CHECK(text.view().empty());
    text += long_text;
    text += 'y';
    text += long_text;
    CHECK(text.view() == long_text + 'y' + long_text);
}

// LeakSanitizer finds where it does not: its memory must not go to spares that the thread has no more.
TEST_CASE("A thread's last text may be older than all of its spares") {
    std::size_t size = 0;
    std::thread([&] {
        auto const last = []() -> JsonText& {
            static thread_local JsonText text;
            return text;
        };
        // Made before the first spare.
        size = last().size();
        last() += "x";
        size = last().size();
    }).join();
    CHECK(size == 1);
}
