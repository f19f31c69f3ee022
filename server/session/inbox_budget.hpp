// Bounds what all clients together have sent and nobody has answered.
#pragma once

#include <atomic>
#include <cstddef>

namespace tefuda::server {

/// While it is spent, each client is read one message at a time. So all inboxes together hold no more than the budget
/// and one message a connection. Thread-safe.
class InboxBudget {
public:
    /// What a message takes besides its text, about.
    static constexpr std::size_t bytes_a_message = 256;

    explicit InboxBudget(std::size_t bytes) : limit_(bytes) {}

    bool is_spent() const { return spent() >= limit_; }
    std::size_t spent() const { return spent_.load(std::memory_order_relaxed); }

    void add(std::size_t messages, std::size_t bytes) {
        spent_.fetch_add(bytes + messages * bytes_a_message, std::memory_order_relaxed);
    }
    void remove(std::size_t messages, std::size_t bytes) {
        spent_.fetch_sub(bytes + messages * bytes_a_message, std::memory_order_relaxed);
    }

private:
    std::size_t const limit_;
    std::atomic<std::size_t> spent_ = 0;
};

} // namespace tefuda::server
