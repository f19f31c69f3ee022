// Every open connection, so that there are not too many and an orderly stop reaches them.
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

    /// From any thread: the server stops; ends this connection in an orderly way, soon.
    virtual void stop() = 0;
};

/// Thread-safe.
class Connections {
public:
    /// While it lives its connection is counted.
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

    struct Limits {
        std::size_t in_all;
        std::size_t an_address;
    };

    explicit Connections(Limits limits) : limits_(limits) {}

    /// One that comes after `stop_all` is stopped at once.
    /// \param address empty for one whose address counts only later
    /// \returns nothing where there are too many already
    [[nodiscard]] std::optional<Entry> add(std::weak_ptr<Connection> connection, std::string address);

    /// Its address counts from now on. \returns false where too many have it already
    [[nodiscard]] bool count_address(Entry const& entry, std::string address);

    /// Another object has the connection now (an HTTP session has become a WebSocket).
    void hand_over(Entry const& entry, std::weak_ptr<Connection> to);

    void stop_all();

    /// \returns false if there are still some after this time
    bool wait_until_none(std::chrono::milliseconds at_most);

private:
    struct Open {
        std::weak_ptr<Connection> connection;
        std::string address;
    };

    bool has_room_for(std::string const& address) const;
    void remove(std::size_t id);

    Limits const limits_;
    std::mutex mutex_;
    std::condition_variable none_;
    std::unordered_map<std::size_t, Open> open_;
    std::unordered_map<std::string, std::size_t> from_address_;
    std::size_t next_id_ = 0;
    bool stopping_ = false;
};

} // namespace tefuda::server
