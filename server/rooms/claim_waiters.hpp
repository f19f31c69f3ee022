// The requests that wait for rooms to be claimed.
#pragma once

#include "server/runtime/executor.hpp"
#include "server/runtime/until_there_is_memory.hpp"

#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tefuda::server {

/// One claim of a room answers all requests for it: a second claim would fence the first. Not thread-safe.
template <class Result>
class ClaimWaiters {
public:
    struct Waiter {
        bool from_others = false; ///< also wants it where another server has claimed it
        Executor* executor;       ///< where it is answered
        std::function<void(Result)> done;

        /// Later, on its executor.
        void answer(Result const& result) {
            until_there_is_memory([&] { executor->post([done = done, result] { done(result); }); });
        }
    };

    /// Whether the room is being claimed.
    bool has(std::string const& code) const { return waiting_.contains(code); }
    /// The first one has to make the claim.
    void add(std::string const& code, Waiter waiter) { waiting_[code].push_back(std::move(waiter)); }

    std::vector<Waiter> remove(std::string const& code) {
        auto const found = waiting_.find(code);
        if (found == waiting_.end()) return {};
        auto waiters = std::move(found->second);
        waiting_.erase(found);
        return waiters;
    }

private:
    std::unordered_map<std::string, std::vector<Waiter>> waiting_;
};

} // namespace tefuda::server
