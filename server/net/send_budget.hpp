// Bounds the bytes that wait to be sent, over all connections and for each address.
#pragma once

#include <boost/multi_index/composite_key.hpp>
#include <boost/multi_index/hashed_index.hpp>
#include <boost/multi_index/member.hpp>
#include <boost/multi_index/ordered_index.hpp>
#include <boost/multi_index_container.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace tefuda::server {

/// When more bytes wait than a limit allows, it closes connections until they don't: first the one whose client has
/// taken nothing for the longest time, of the address that is over its limit, or of all. Thread-safe.
class SendBudget {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    /// Maximum numbers of bytes.
    struct Capacity {
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

    explicit SendBudget(Capacity limits) : limits_(limits) {}

    std::size_t waiting() const;

private:
    struct Waiting {
        std::uint64_t id;
        std::string address;
        std::size_t bytes;
        TimePoint since; ///< when its client last took bytes
        std::function<void()> close;
    };

    /// Takes connections out of the sums until these are within the limits. \returns how to close them
    std::vector<std::function<void()>> close_some(std::string const& address);
    /// \param from, to how many bytes of the address wait before and after
    void count(std::string const& address, std::size_t from, std::size_t to);

    Capacity const limits_;
    mutable std::mutex mutex_;
    std::uint64_t next_id_ = 1;
    std::size_t in_all_ = 0;
    std::unordered_map<std::string, std::size_t> of_address_;
    /// Only connections with bytes that wait: few, unless there is an attack. The first one in turn, of all or of an
    /// address, has taken none for the longest time.
    template <class... Keys>
    using Ordered = boost::multi_index::ordered_unique<boost::multi_index::composite_key<Waiting, Keys...>>;
    using Id = boost::multi_index::member<Waiting, std::uint64_t, &Waiting::id>;
    using Since = boost::multi_index::member<Waiting, TimePoint, &Waiting::since>;
    using Address = boost::multi_index::member<Waiting, std::string, &Waiting::address>;
    boost::multi_index_container<Waiting,
                                 boost::multi_index::indexed_by<boost::multi_index::hashed_unique<Id>,
                                                                Ordered<Since, Id>, Ordered<Address, Since, Id>>>
        waiting_;
};

} // namespace tefuda::server
