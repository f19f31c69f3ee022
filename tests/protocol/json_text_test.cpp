#include "protocol/codec/json_text.hpp"
#include "tests/support/catch.hpp"

#include <string>
#include <thread>
#include <utility>

using tefuda::codec::JsonText;

TEST_CASE("A moved-from text is empty and can be reused", "[protocol][codec]") {
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

TEST_CASE("A text that grows beyond its memory keeps its contents", "[protocol][codec]") {
    std::string const long_text(5000, 'x');
    JsonText text;
    CHECK(text.view().empty());
    text += long_text;
    text += 'y';
    text += long_text;
    CHECK(text.view() == long_text + 'y' + long_text);
}

// The text is destroyed after the thread's pool of spare buffers and must not return its memory to it. If it does,
// LeakSanitizer reports the memory.
TEST_CASE("A thread_local text may be older than the thread's pool of spare buffers", "[protocol][codec]") {
    std::size_t size = 0;
    std::thread([&] {
        auto const last = []() -> JsonText& {
            static thread_local JsonText text;
            return text;
        };
        // Constructs the text before the pool exists.
        size = last().size();
        last() += "x";
        size = last().size();
    }).join();
    CHECK(size == 1);
}
