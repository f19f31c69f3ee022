// Gives the claims of rooms back that have left the memory.
#pragma once

#include "server/store/store_reader.hpp"

#include <mutex>
#include <vector>

namespace tefuda::server {

/// Gives many back at once: one call of the store for all that have come since the last one. Thread-safe; must outlive
/// the executor's tasks.
class ClaimReturn {
public:
    /// \param store null where nothing is stored: then there are no claims
    ClaimReturn(StoreReader* store, Executor& executor) : store_(store), executor_(executor) {}

    /// What can't be given back now is given back with the next one.
    void give_back(RoomClaim claim);

private:
    void start();
    void give_back_those_that_wait();
    void ended(std::vector<RoomClaim> const& claims, bool given_back);

    StoreReader* const store_;
    Executor& executor_;
    std::mutex mutex_;
    std::vector<RoomClaim> waiting_;
    bool under_way_ = false;
};

} // namespace tefuda::server
