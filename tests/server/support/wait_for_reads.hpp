// Waits for what another thread reads.
#pragma once

#include "server/store/store_reader.hpp"
#include "tests/server/support/fake_executor.hpp"

namespace tefuda::server::test {

/// What the store's thread was asked for until now has been read, and is posted to whoever asked.
inline void wait_for_reads(StoreReader& reader) {
    FakeExecutor waiting;
    reader.read_room("NONE", waiting, [](auto const&) {});
    waiting.wait_for_task();
}

} // namespace tefuda::server::test
