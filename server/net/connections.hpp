// All open connections: enforces their maximum number, and closes them when the server stops.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
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

/// When there are no places left, a connection that takes part in no room makes place for one from an address that has
/// fewer connections: the oldest such connection of the address that has most of them. The last places are for
/// addresses that have no connection yet, and a few beyond them for the machine itself, so that its health check gets
/// through. Thread-safe.
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
    struct Limits {
        std::size_t in_all;
        std::size_t an_address;
    };

    explicit Connections(Limits limits) : limits_(limits) {}

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

    /// The connection takes part in a room: it keeps its place.
    void set_joined(Entry const& entry);

    void stop_all();

    /// Blocks until no connection is open. \returns false if there are still some after this time
    bool wait_until_none(std::chrono::milliseconds at_most);

private:
    struct Open {
        std::weak_ptr<Connection> connection;
        std::string address;
        bool joined = false;
        /// It counts no more, and is soon closed.
        bool dropped = false;
    };
    /// Of one address.
    struct Numbers {
        std::size_t open = 0;
        std::size_t joined = 0;
    };

    bool accepts(std::string const& address) const;
    std::size_t number_of(std::string const& address) const;
    bool has_place(std::string const& address, bool is_own) const;
    std::shared_ptr<Connection> drop_one_for(std::string const& address);
    void count(Open const& connection);
    void discount(Open const& connection);
    void remove(std::size_t id);

    Limits const limits_;
    std::mutex mutex_;
    std::condition_variable none_;
    std::unordered_map<std::size_t, Open> open_;
    std::size_t counted_ = 0; ///< connections that are open and not dropped
    std::unordered_map<std::string, Numbers> from_address_;
    std::size_t next_id_ = 0;
    bool stopping_ = false;
};

} // namespace tefuda::server
