// Every open connection, so that an orderly stop reaches them. The place for limits on their number.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
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

    /// One that comes after `stop_all` is stopped at once.
    [[nodiscard]] Entry add(std::weak_ptr<Connection> connection);

    /// Another object has the connection now (an HTTP session has become a WebSocket).
    void hand_over(Entry const& entry, std::weak_ptr<Connection> to);

    void stop_all();

    /// \returns false if there are still some after this time
    bool wait_until_none(std::chrono::milliseconds at_most);

private:
    void remove(std::size_t id);

    std::mutex mutex_;
    std::condition_variable none_;
    std::unordered_map<std::size_t, std::weak_ptr<Connection>> open_;
    std::size_t next_id_ = 0;
    bool stopping_ = false;
};

} // namespace tefuda::server
