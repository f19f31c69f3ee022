// Bounds the bytes that wait to be sent, over all connections and for each address.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tefuda::server {

/// When more bytes wait than a limit allows, it closes connections until they don't: first the one whose client has
/// taken nothing for the longest time, of the address that is over its limit, or of all. Thread-safe.
class SendBudget {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    /// Maximum numbers of bytes.
    struct Limits {
        std::size_t in_all;
        std::size_t an_address;
    };

    /// The part of one connection. Its bytes are given back when it is destroyed. To be used by one thread at a time;
    /// the budget must outlive it.
    class Account {
    public:
        /// \param close closes the connection soon; called at most once, on any thread that uses the budget; not while
        /// it holds a lock
        Account(SendBudget& budget, std::string address, std::function<void()> close)
            : budget_(budget), address_(std::move(address)), close_(std::move(close)) {}
        ~Account() { set(0, {}); }
        Account(Account const&) = delete;
        Account& operator=(Account const&) = delete;

        /// Sets the number of bytes that wait now. Fewer than before means that the client has received some.
        void set(std::size_t bytes, TimePoint now);

    private:
        SendBudget& budget_;
        std::string const address_;
        std::function<void()> const close_;
        std::uint64_t id_ = 0; ///< 0: nothing waits
        std::size_t bytes_ = 0;
    };

    explicit SendBudget(Limits limits) : limits_(limits) {}

    std::size_t waiting() const;

private:
    struct Waiting {
        std::string address;
        std::size_t bytes;
        TimePoint since; ///< when its client last took bytes
        std::function<void()> close;
    };

    /// When its client last took bytes, and its id: the first has taken none for the longest time.
    using Turn = std::pair<TimePoint, std::uint64_t>;
    struct OfAddress {
        std::size_t bytes = 0;
        std::set<Turn> turns;
    };

    /// Takes connections out of the sums until these are within the limits. \returns how to close them
    std::vector<std::function<void()>> close_some(std::string const& address);
    void add(std::uint64_t id, Waiting const& waiting);
    void remove(std::uint64_t id, Waiting const& waiting);

    Limits const limits_;
    mutable std::mutex mutex_;
    std::uint64_t next_id_ = 1;
    std::size_t in_all_ = 0;
    /// Ordered, so that a close costs no walk through all that wait.
    std::set<Turn> turns_;
    std::unordered_map<std::string, OfAddress> of_address_;
    /// Only connections with bytes that wait: few, unless there is an attack.
    std::unordered_map<std::uint64_t, Waiting> waiting_;
};

} // namespace tefuda::server
