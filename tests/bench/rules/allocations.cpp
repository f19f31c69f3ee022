#include "tests/bench/rules/allocations.hpp"

#include <cstdlib>
#include <new>

namespace {

// The program has one thread.
std::int64_t count = 0;

} // namespace

namespace tefuda::bench {

std::int64_t allocations() {
    return count;
}

} // namespace tefuda::bench

// The array and nothrow forms of operator new call this one.
void* operator new(std::size_t size) {
    ++count;
    if (auto* memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}

void operator delete(void* memory) noexcept {
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
