// Which boards of the day are open.
#pragma once

#include <atomic>

namespace tefuda::server {

/// Boards open in the order of their days: there is a last day up to which they are open, which only grows. Whoever
/// opens boards (`daily/boards`) says so here; all others ask here, and look at no clock. Thread-safe.
class OpenBoards {
public:
    /// \param day since 1970, UTC
    bool is_open(int day) const { return day <= until_; }
    /// The last day whose boards are open; 0: none.
    int until() const { return until_; }
    /// Boards that are open stay so.
    void open_until(int day) {
        auto before = until_.load();
        while (before < day && !until_.compare_exchange_weak(before, day)) {}
    }

private:
    std::atomic<int> until_ = 0;
};

} // namespace tefuda::server
