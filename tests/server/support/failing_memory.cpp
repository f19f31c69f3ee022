#include "tests/server/support/failing_memory.hpp"

#include <cstdlib>
#include <new>
#include <utility>

namespace tefuda::server::test {

namespace {

thread_local int until_failure = 0;

} // namespace

void fail_allocation(int n) {
    until_failure = n;
}

bool is_to_fail() {
    return until_failure > 0;
}

EnoughMemory::EnoughMemory() : until_failure_(std::exchange(until_failure, 0)) {}

EnoughMemory::~EnoughMemory() {
    until_failure = until_failure_;
}

/// \returns false where this one is to fail
bool may_allocate() {
    return until_failure == 0 || --until_failure > 0;
}

} // namespace tefuda::server::test

#ifndef TEFUDA_NO_FAILING_MEMORY

// The array and nothrow forms call these.
void* operator new(std::size_t size) {
    auto* const memory = tefuda::server::test::may_allocate() ? std::malloc(size > 0 ? size : 1) : nullptr;
    if (!memory) throw std::bad_alloc();
    return memory;
}

void operator delete(void* memory) noexcept {
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

#endif
