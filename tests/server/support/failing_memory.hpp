// A thread that runs out of memory. For programs with failing_memory.cpp among their sources.
#pragma once

namespace tefuda::server::test {

/// The n-th allocation that this thread makes from now on fails, and only that one; 0: none.
void fail_allocation(int n);

/// Whether the allocation that was to fail has not come yet.
bool is_to_fail();

/// While it lives, no allocation of this thread fails or counts: for what a test does between the steps that it looks at.
class EnoughMemory {
public:
    EnoughMemory();
    ~EnoughMemory();
    EnoughMemory(EnoughMemory const&) = delete;
    EnoughMemory& operator=(EnoughMemory const&) = delete;

private:
    int const until_failure_;
};

} // namespace tefuda::server::test
