// All open connections: enforces their maximum number, and closes them when the server stops.
#pragma once

#include "server/runtime/networks.hpp"

#include <boost/multi_index/hashed_index.hpp>
#include <boost/multi_index/mem_fun.hpp>
#include <boost/multi_index/member.hpp>
#include <boost/multi_index/ordered_index.hpp>
#include <boost/multi_index_container.hpp>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

namespace tefuda::server {

class Connection {
public:
    virtual ~Connection() = default;

    /// The server is stopping: closes this connection in order, soon after the call. From any thread.
    virtual void stop() = 0;
    /// Another client needs its place: closes it at once, soon after the call. From any thread.
    virtual void drop() = 0;
};

/// When there are no places left, a connection that takes part in no room makes place for one from a network that has
/// fewer connections: the oldest such connection of the network that has most of them. Where there is none, the oldest
/// of the network with most connections makes place for one that has none, or whose address is not known yet. The last
/// places are for these, too, and a few beyond them for the machine itself, so that its health check gets through. The
/// network of an address is the widest one around it (server/runtime/networks.hpp). Thread-safe.
class Connections {
public:
    /// Its connection is counted until the entry is destroyed. Empty after a move.
    class Entry {
    public:
        Entry() = default;
        Entry(Entry&& other) noexcept;
        Entry& operator=(Entry&& other) noexcept;
        ~Entry();

    private:
        friend class Connections;
        Entry(Connections& all, std::size_t id) : all_(&all), id_(id) {}

        Connections* all_ = nullptr;
        std::size_t id_ = 0;
    };

    /// Maximum numbers.
    struct Capacity {
        std::size_t in_all;
        std::size_t an_address;
    };

    explicit Connections(Capacity limits) : limits_(limits) {}

    /// After `stop_all` the connection is stopped at once.
    /// \param address empty if the address is not known yet; see `count_address`
    /// \param is_own it comes from this machine
    /// \returns nothing if there are too many connections already
    [[nodiscard]] std::optional<Entry> add(std::weak_ptr<Connection> connection, std::string address,
                                           bool is_own = false);

    /// Counts the connection for this address from now on. \param is_own as for `add`
    /// \returns false if the address, or all together, have too many already
    [[nodiscard]] bool count_address(Entry const& entry, std::string address, bool is_own = false);

    /// Another object owns the connection now: an HTTP session has become a WebSocket session.
    void hand_over(Entry const& entry, std::weak_ptr<Connection> to);

    /// Whether the connection takes part in a room: as long as it does, it keeps its place.
    void set_joined(Entry const& entry, bool joined);

    void stop_all();

    /// Blocks until no connection is open. \returns false if there are still some after this time
    bool wait_until_none(std::chrono::milliseconds at_most);

private:
    struct Open {
        std::weak_ptr<Connection> connection;
        std::string address;
        std::string network; ///< the widest one around it
        bool joined = false;
        bool counted = false;
        /// It counts no more, and is soon closed.
        bool dropped = false;
    };
    /// The ids of a network's connections, the oldest first. Ordered, so that a newcomer at a full server costs no walk
    /// through all connections.
    struct OfNetwork {
        std::string name;
        std::set<std::size_t> idle; ///< those that have not joined
        std::set<std::size_t> joined;
        std::size_t open() const { return idle.size() + joined.size(); }
        /// 0 where none is idle.
        std::size_t open_with_idle() const { return idle.empty() ? 0 : open(); }
    };
    /// By name, and in the order of the number of their connections: of those that have idle ones, and of all.
    using Networks = boost::multi_index_container<
        OfNetwork,
        boost::multi_index::indexed_by<
            boost::multi_index::hashed_unique<boost::multi_index::member<OfNetwork, std::string, &OfNetwork::name>>,
            boost::multi_index::ordered_non_unique<
                boost::multi_index::const_mem_fun<OfNetwork, std::size_t, &OfNetwork::open_with_idle>>,
            boost::multi_index::ordered_non_unique<
                boost::multi_index::const_mem_fun<OfNetwork, std::size_t, &OfNetwork::open>>>>;

    std::size_t number_of(std::string const& network) const;
    bool has_place(std::string const& network, bool is_own) const;
    std::shared_ptr<Connection> drop_one_for(std::string const& network);
    std::shared_ptr<Connection> drop(std::size_t id);
    void count(std::size_t id, Open& connection);
    void discount(std::size_t id, Open& connection);
    void remove(std::size_t id);

    Capacity const limits_;
    std::mutex mutex_;
    std::condition_variable none_;
    std::unordered_map<std::size_t, Open> open_;
    std::size_t counted_ = 0; ///< connections that are open and not dropped
    Networks networks_;
    NetworkCounts open_from_;
    std::size_t next_id_ = 0;
    bool stopping_ = false;
};

} // namespace tefuda::server
